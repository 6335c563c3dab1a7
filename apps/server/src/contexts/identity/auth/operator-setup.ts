import type { User } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { badRequest } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { People } from '../people/people.service.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';
import type { ActorBy } from './sessions.service.ts';

/** Makes the first operator: the person with the one-time token of the link printed at startup. */
export function createOperatorSetup(options: {
  kysely: Kysely<Schema>;
  people: People;
  oneTime: OneTimeTokens;
  audit: Audit;
}) {
  const { kysely, people, oneTime, audit } = options;

  /** Uses the token up. 400 `token_invalid` if it is not good or an operator is there already. */
  async function claim(trx: Kysely<Schema>, setupToken: string): Promise<void> {
    const taken = await oneTime.take(trx, 'operator_setup', setupToken);
    if (!taken || (await people.operators(trx)).length > 0) {
      throw badRequest(
        'token_invalid',
        'The setup link has been used or has expired. Restart the server for a new one.',
      );
    }
  }

  return {
    claim,

    /** Path of a new setup link, which ends older ones; undefined once there is an operator. */
    async link(): Promise<string | undefined> {
      return kysely.transaction().execute(async (trx) => {
        await oneTime.revoke(trx, { userId: null, kind: 'operator_setup' });
        if ((await people.operators(trx)).length > 0) return undefined;
        const token = await oneTime.issue(trx, 'operator_setup', { userId: null, data: null });
        return `/register?setup=${token}`;
      });
    },

    /** Makes the actor the operator. */
    async become({ actor, origin }: ActorBy, setupToken: string): Promise<User> {
      return kysely.transaction().execute(async (trx) => {
        await claim(trx, setupToken);
        const account = await people.accounts.update(trx, actor.user._id, { role: 'operator' });
        if (!account) throw badRequest('token_invalid', 'This account was removed');
        const user = people.present(account);
        await audit.record(trx, {
          actor: { user },
          origin,
          organizationId: null,
          action: 'user.became_operator',
          subject: { type: 'user', id: user._id },
        });
        return user;
      });
    },
  };
}

export type OperatorSetup = ReturnType<typeof createOperatorSetup>;
