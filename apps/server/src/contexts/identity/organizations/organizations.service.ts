import { randomInt, randomUUID } from 'node:crypto';
import {
  passwordMinLength,
  type CallInput,
  makeInviteCode,
  ownedOrganizationsLimit,
  type Organization,
  organizationDefaults,
  type organizationEndpoints,
} from '@hopscope/contract';
import type { Kysely } from 'kysely';
import { AppError } from '../../../lib/app-error.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Hook } from '../../../lib/hook.ts';
import type { Origin } from '../../../lib/origin.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Actor } from '../auth/auth.service.ts';
import type { Proof, Proofs } from '../auth/factors/proof.ts';
import { toMinor } from '../subscriptions/money.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.service.ts';
import { findOrganizations, type OrganizationRow } from './directory.store.ts';
import { deleteOpenInvitations } from './invitations.store.ts';
import type { ByMember } from './membership.service.ts';
import { lockOrganizationFor, organizationMissing, recordOf } from './organization-locks.ts';
import type { OrganizationViews, Viewer } from './organization-views.ts';
import { auditView } from './organizations.presenter.ts';
import {
  countOwned,
  deleteMembers,
  findMember,
  insertMember,
  insertOrganization,
  isCodeTaken,
  readMemberships,
  updateOrganization,
} from './organizations.store.ts';

type Change = CallInput<typeof organizationEndpoints.updateOrganization>['body'];

const codeAttempts = 8;

/** The caller. */
export function viewerOf(actor: Actor): Viewer {
  const { user, secondFactor, passwordLength, signedInAt } = actor;
  return { userId: user._id, secondFactor, passwordLength, signedInAt };
}

/** Maps the given fields to columns. */
function columnsOf({ name, description, email, settings = {} }: Change) {
  const given = {
    name,
    description,
    email,
    allowed_domains: settings.allowedDomains,
    allow_csam: settings.allowCSAM,
    risk_score_threshold: settings.riskScoreThreshold,
    transaction_threshold:
      settings.transactionThreshold === undefined ? undefined : toMinor(settings.transactionThreshold),
    require_second_factor: settings.requireSecondFactor,
    min_password_length: settings.minPasswordLength,
    max_session_hours: settings.maxSessionHours,
    approval_over_threshold: settings.approvalOverThreshold,
    approval_score: settings.approvalRiskScore,
    approval_cents:
      typeof settings.approvalAmount === 'number'
        ? toMinor(settings.approvalAmount)
        : settings.approvalAmount,
    auto_assign: settings.autoAssign,
  };
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<OrganizationRow>;
}

/** Founding, settings and the end of organizations. */
export function createOrganizations(options: {
  kysely: Kysely<Schema>;
  audit: Audit;
  subscriptions: Pick<Subscriptions, 'open' | 'close'>;
  endedOrganizations: Hook<[trx: Kysely<Schema>, organizationId: string]>;
  views: OrganizationViews;
  proofs: Pick<Proofs, 'require'>;
  now: () => number;
}) {
  const { kysely, audit, subscriptions, endedOrganizations, views, proofs, now } = options;

  /** Later than the last change, even if the clock doesn't advance: editors compare it. */
  const changedAt = (row: OrganizationRow): Date => new Date(Math.max(now(), row.updated_at.getTime() + 1));

  async function view(db: Kysely<Schema>, actor: Actor, organizationId: string): Promise<Organization> {
    const [row] = await findOrganizations(db, [organizationId]);
    const self = row && (await findMember(db, { organizationId, userId: actor.user._id }));
    if (!row || !self) throw organizationMissing();
    return views.one(db, viewerOf(actor), row, self.role);
  }

  async function insert(trx: Kysely<Schema>, row: Omit<OrganizationRow, 'invite_code'>): Promise<void> {
    for (let attempt = 0; attempt < codeAttempts; attempt += 1) {
      if (await insertOrganization(trx, { ...row, invite_code: makeInviteCode(randomInt) })) return;
    }
    throw new Error('No free invite code was found');
  }

  /** Throws 409 `plan_limit` if the person owns the maximum number of organizations. */
  async function checkMayFound(trx: Kysely<Schema>, actor: Actor): Promise<void> {
    const owned = await countOwned(trx, actor.user._id);
    const most = ownedOrganizationsLimit[actor.emailVerified ? 'proven' : 'unproven'];
    if (owned < most) return;
    const more = actor.emailVerified ? '' : '. Verify your email to own more';
    throw new AppError('plan_limit', `You own ${owned} organizations, which is the limit${more}`, {
      details: { limit: most, used: owned },
    });
  }

  /** Deletes an organization locked by the transaction. */
  async function erase(
    trx: Kysely<Schema>,
    row: OrganizationRow,
    by: { actor?: Actor | undefined; actorRole: string; origin?: Origin | undefined },
  ): Promise<void> {
    const at = changedAt(row);
    await subscriptions.close(trx, row.id, { by, reason: 'The organization was deleted' });
    const revoked = await deleteOpenInvitations(trx, { organizationId: row.id });
    await endedOrganizations.run(trx, row.id);
    await deleteMembers(trx, row.id);
    await updateOrganization(trx, row.id, { deleted_at: at, updated_at: at });
    await audit.record(trx, {
      ...by,
      organizationId: row.id,
      action: 'organization.deleted',
      subject: { type: 'organization', id: row.id },
      before: { name: row.name },
      after: { revokedInvitations: revoked },
    });
  }

  /** A new invite code; the one before stops working. */
  async function replaceCode(trx: Kysely<Schema>, organizationId: string): Promise<string> {
    const code = await freeCode(trx);
    await updateOrganization(trx, organizationId, { invite_code: code });
    return code;
  }

  return {
    erase,
    replaceCode,
    /** The caller's organizations with the people in them. */
    async list(actor: Actor, page: { page: number; limit: number }) {
      const { rows, total } = await readMemberships(kysely, actor.user._id, page);
      const organizations = await views.many(kysely, viewerOf(actor), rows);
      const users = new Map(
        organizations
          .flatMap((organization) => organization.members)
          .flatMap(({ userId, name, surname, email }) =>
            userId === null ? [] : [[userId, { _id: userId, name, surname, email }] as const],
          ),
      );
      return {
        data: { organizations, users: [...users.values()] },
        total,
        page: page.page,
        limit: page.limit,
      };
    },

    /** A new organization on the free plan; the caller owns it. */
    async create(
      { actor, origin }: { actor: Actor; origin: Origin },
      input: CallInput<typeof organizationEndpoints.createOrganization>['body'],
    ): Promise<Organization> {
      const at = new Date(now());
      const id = randomUUID();
      const email = input.email === undefined || input.email === '' ? actor.user.email : input.email;
      const row: Omit<OrganizationRow, 'invite_code'> = {
        id,
        name: input.name,
        description: input.description ?? '',
        email,
        owner_id: actor.user._id,
        allowed_domains: [],
        allow_csam: false,
        risk_score_threshold: organizationDefaults.riskScoreThreshold,
        transaction_threshold: toMinor(organizationDefaults.transactionThreshold),
        require_second_factor: false,
        min_password_length: passwordMinLength,
        max_session_hours: null,
        approval_over_threshold: true,
        approval_score: null,
        approval_cents: null,
        auto_assign: 'off',
        auto_assign_since: null,
        invitations_since: null,
        invitations_sent: 0,
        created_at: at,
        updated_at: at,
        deleted_at: null,
      };
      return kysely.transaction().execute(async (trx) => {
        await checkMayFound(trx, actor);
        await insert(trx, row);
        await insertMember(trx, {
          id: randomUUID(),
          organization_id: id,
          user_id: actor.user._id,
          role: 'admin',
          invited_by: null,
          joined_at: at,
        });
        const by = { actor, actorRole: 'owner', origin };
        await subscriptions.open(trx, id, { by });
        const made = await view(trx, actor, id);
        await audit.record(trx, {
          ...by,
          organizationId: id,
          action: 'organization.created',
          subject: { type: 'organization', id },
          after: { name: row.name, description: row.description, email },
        });
        return made;
      });
    },

    async get({ actor, member }: ByMember): Promise<Organization> {
      return view(kysely, actor, member.organizationId);
    },

    /** Changes the given fields. Throws 409 `changed_meanwhile` if it has changed since `expectedUpdatedAt`. */
    async update(by: ByMember, change: Change): Promise<Organization> {
      if (change.settings?.requireSecondFactor === true && !by.actor.secondFactor) {
        throw new AppError(
          'second_factor_missing',
          'Set up your own second factor in Security Settings and sign in with it first',
        );
      }
      const { minPasswordLength = 0 } = change.settings ?? {};
      if (by.actor.passwordLength !== null && by.actor.passwordLength < minPasswordLength) {
        throw new AppError(
          'password_too_short',
          `Your own password is shorter. Change it in Security Settings to one with at least ${minPasswordLength} characters first.`,
        );
      }
      return kysely.transaction().execute(async (trx) => {
        const locked = await lockOrganizationFor(trx, by, 'organization.update');
        const { row: before } = locked;
        const expected = change.expectedUpdatedAt;
        if (expected !== undefined && new Date(expected).getTime() !== before.updated_at.getTime()) {
          throw new AppError(
            'changed_meanwhile',
            'Someone else changed the organization. Reload the page and try again.',
          );
        }
        const columns = columnsOf(change);
        if (Object.keys(columns).length > 0) {
          const after = await updateOrganization(trx, before.id, {
            ...columns,
            // Transactions from before it was turned on aren't assigned.
            ...(before.auto_assign === 'off' &&
              columns.auto_assign !== undefined &&
              columns.auto_assign !== 'off' && { auto_assign_since: new Date(now()) }),
            updated_at: changedAt(before),
          });
          await audit.record(trx, {
            ...recordOf(by, locked),
            action: 'organization.changed',
            subject: { type: 'organization', id: before.id },
            before: auditView(before),
            after: auditView(after),
          });
        }
        return view(trx, by.actor, before.id);
      });
    },

    /**
     * Throws 403 without recent proof of identity. Members lose access immediately, open invitations end, and the
     * subscription is canceled.
     */
    async remove(by: ByMember, proof: Proof): Promise<void> {
      await proofs.require(by.actor, proof);
      await kysely.transaction().execute(async (trx) => {
        const locked = await lockOrganizationFor(trx, by, 'organization.delete');
        await erase(trx, locked.row, recordOf(by, locked));
      });
    },

    /** A new invite code; the one before stops working. */
    async renewCode(by: ByMember): Promise<string> {
      return kysely.transaction().execute(async (trx) => {
        const locked = await lockOrganizationFor(trx, by, 'code.renew');
        const code = await replaceCode(trx, locked.row.id);
        await audit.record(trx, {
          ...recordOf(by, locked),
          action: 'invite_code.renewed',
          subject: { type: 'organization', id: locked.row.id },
        });
        return code;
      });
    },
  };
}

async function freeCode(trx: Kysely<Schema>): Promise<string> {
  for (let attempt = 0; attempt < codeAttempts; attempt += 1) {
    const code = makeInviteCode(randomInt);
    if (!(await isCodeTaken(trx, code))) return code;
  }
  throw new Error('No free invite code was found');
}

export type Organizations = ReturnType<typeof createOrganizations>;
