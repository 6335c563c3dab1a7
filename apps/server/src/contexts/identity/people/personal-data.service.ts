import type { Kysely } from 'kysely';
import { unauthorized } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Hook } from '../../../lib/hook.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Proof, Proofs } from '../auth/factors/proof.ts';
import type { ActorBy } from '../auth/sessions.service.ts';
import { readPersonalData } from './personal-data.store.ts';

/** What a context above stores about a person, by name. */
export type PersonalDataOf = Hook<[db: Kysely<Schema>, userId: string], Record<string, unknown>>;

/** A copy of what is stored about a person, for the person (GDPR articles 15 and 20). */
export function createPersonalData(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  proofs: Proofs;
  above: PersonalDataOf;
  now: () => number;
}) {
  const { kysely, audit, proofs, above, now } = options;

  /** Entries as JSON, one at a time; without the content of what was changed, which belongs to the organization. */
  async function* actionsOf(userId: string): AsyncGenerator<string> {
    for await (const { organizationId, at, action, subject, actor } of audit.entriesWith(
      'actor_id',
      userId,
    )) {
      yield JSON.stringify({ at, organizationId, action, subject, actor });
    }
  }
  /** What others did with the account and its memberships. Who did it is their data. */
  async function* othersActionsOn(userId: string, memberIds: readonly string[]): AsyncGenerator<string> {
    for (const subjectId of [userId, ...memberIds]) {
      for await (const entry of audit.entriesWith('subject_id', subjectId)) {
        const { organizationId, at, action, actor } = entry;
        if (actor.id !== userId) yield JSON.stringify({ at, organizationId, action, actorRole: actor.role });
      }
    }
  }

  async function* list(name: string, items: AsyncIterable<string>): AsyncGenerator<string> {
    yield `,\n${JSON.stringify(name)}: [`;
    let between = '\n';
    for await (const item of items) {
      yield between + item;
      between = ',\n';
    }
    yield '\n]';
  }

  async function* write(
    userId: string,
    { head, memberIds }: { head: Record<string, unknown>; memberIds: readonly string[] },
  ): AsyncGenerator<string> {
    yield JSON.stringify(head, null, 2).slice(0, -2);
    yield* list('actions', actionsOf(userId));
    yield* list('actionsOfOthers', othersActionsOn(userId, memberIds));
    yield '\n}\n';
  }

  return {
    /** The file as parts of one JSON object; the download is recorded. 403 `proof_required` without a recent proof. */
    async download({ actor, origin }: ActorBy, proof: Proof): Promise<AsyncIterable<string>> {
      await proofs.require(actor, proof);
      const userId = actor.user._id;
      const stored = await kysely.transaction().execute(async (trx) => {
        const data = await readPersonalData(trx, userId);
        if (!data) throw unauthorized('Please sign in');
        const parts = await above.run(trx, userId);
        await audit.record(trx, {
          actor,
          origin,
          organizationId: null,
          action: 'user.data_downloaded',
          subject: { type: 'user', id: userId },
        });
        const head: Record<string, unknown> = { createdAt: new Date(now()), ...data };
        return {
          head: Object.assign(head, ...parts) as typeof head,
          memberIds: data.memberships.map(({ id }) => id),
        };
      });
      return write(userId, stored);
    },
  };
}
