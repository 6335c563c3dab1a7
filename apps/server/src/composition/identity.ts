import { join } from 'node:path';
import { millisecondsOfDay } from '@hopscope/domain';
import type { Kysely } from 'kysely';
import { createApiKeys } from '../contexts/identity/api-keys/api-keys.service.ts';
import { createKeyUse } from '../contexts/identity/api-keys/key-use.service.ts';
import { createAudit } from '../contexts/identity/audit/audit.service.ts';
import { createRemoval } from '../contexts/identity/auth/removal.service.ts';
import { createSignIn } from '../contexts/identity/auth/sign-in.ts';
import { createContactSales } from '../contexts/identity/contact-sales/contact-sales.service.ts';
import { createFolderTransport, createSmtpTransport } from '../contexts/identity/mail/mail-transports.ts';
import { createMail } from '../contexts/identity/mail/mail.service.ts';
import { createNotes } from '../contexts/identity/notes/notes.service.ts';
import type { EndedMembership, ReleasedWork } from '../contexts/identity/organizations/membership-changes.ts';
import { createMemberships } from '../contexts/identity/organizations/membership.service.ts';
import { createTeams } from '../contexts/identity/organizations/teams.ts';
import {
  createPersonalData,
  type PersonalDataOf,
} from '../contexts/identity/people/personal-data.service.ts';
import { createPeople } from '../contexts/identity/people/people.service.ts';
import { createPayment } from '../contexts/identity/subscriptions/payment.ts';
import { createProvisioning } from '../contexts/identity/provisioning/provisioning.service.ts';
import { createScimGroups } from '../contexts/identity/provisioning/scim/scim-groups.service.ts';
import { createScimUsers } from '../contexts/identity/provisioning/scim/scim-users.service.ts';
import type { RetentionSource } from '../contexts/identity/subscriptions/retention.service.ts';
import { createStorage, type StoredBytes } from '../contexts/identity/subscriptions/storage.service.ts';
import type { Schema } from '../db/schema.ts';
import { createHook, type Hook } from '../lib/hook.ts';
import type { Base } from './base.ts';

/** Accounts, sign-in, organizations, plans, mail, notes, and the audit log. */
export function createIdentity(
  base: Base,
  /** What contexts above store for an organization: how it is counted, and how it is deleted in time. */
  above: { stored: readonly StoredBytes[]; retained: readonly RetentionSource[] },
) {
  const { config, jobs, logger } = base;
  const audit = createAudit(base);
  const people = createPeople({ ...base, audit, providerDomain: config.providerDomain });
  const { smtpUrl, from } = config.mail;
  const transport = smtpUrl
    ? createSmtpTransport(smtpUrl)
    : createFolderTransport(join(config.dataDir, 'outbox'));
  const mail = createMail({ ...base, audit, transport, from });
  const signIn = createSignIn({
    ...base,
    audit,
    people,
    mail,
    openid: config.openid,
    sessionMaxDays: config.sessionMaxDays,
    breachedPasswordsFile: config.breachedPasswordsFile,
    registration: config.registration ?? (base.isDemo ? 'open' : 'invite'),
  });
  const notes = createNotes({ ...base, audit, people });
  const payment = createPayment({
    ...base,
    audit,
    people,
    mail,
    directory: base.organizationDirectory,
    sources: [notes.retention, ...above.retained],
    stripe: config.stripe,
  });
  const { subscriptions } = payment;
  const endedMemberships = createHook<[Kysely<Schema>, EndedMembership], ReleasedWork>();
  const endedOrganizations: Hook<[Kysely<Schema>, string]> = createHook();
  const teams = createTeams({
    ...base,
    audit,
    people,
    mail,
    subscriptions,
    rateLimits: signIn.limits,
    proofs: signIn.proofs,
    endedMemberships,
    endedOrganizations,
    sessions: signIn.sessions,
    requireSecondFactor: config.requireSecondFactor,
  });
  const contactSales = createContactSales({ ...base, audit, people, mail, rateLimits: signIn.limits });
  const forgetting: Hook<[Kysely<Schema>, string]> = createHook();
  forgetting.add((trx, userId) => contactSales.forgetPerson(trx, userId));
  const provisioning = createProvisioning({ ...base, audit, people, settle: teams.settle });
  const scimUsers = createScimUsers({
    ...base,
    audit,
    people,
    vouched: signIn.vouched,
    settle: teams.settle,
  });
  const scimGroups = createScimGroups({ ...base, audit, users: scimUsers });
  forgetting.add((trx, userId) => provisioning.forgetPerson(trx, userId));
  endedOrganizations.add((trx, organizationId) => provisioning.forgetOrganization(trx, organizationId));
  signIn.providerGroups.admits.add((trx, person) => provisioning.admits(trx, person));
  signIn.providerGroups.signedIn.add(({ account, groups, origin }) =>
    provisioning.signedIn(account, groups, origin),
  );
  const personalDataAbove: PersonalDataOf = createHook();
  const removal = createRemoval({
    ...base,
    ...signIn,
    audit,
    people,
    mail,
    organizations: teams.members,
    forgetting,
    namesStoredMonths: config.complianceKeepMonths ?? null,
  });
  const apiKeys = createApiKeys({ ...base, audit, people, subscriptions });
  const keyUse = createKeyUse({ ...base, audit, people, subscriptions });
  endedMemberships.add(async (trx, gone) => {
    await apiKeys.release(trx, gone);
    return { transactions: 0, notify: async () => {} };
  });
  jobs.every(3_600_000, 'record use of API keys', () => keyUse.record());
  jobs.every(millisecondsOfDay, 'anchor audit log heads', async () => {
    logger.info(await audit.anchorHeads(), 'audit log head');
  });
  jobs.every(millisecondsOfDay, 'erase expired names', () => removal.eraseOldNames());
  jobs.every(2000, 'deliver email', (signal) => mail.deliverDue(signal), ['outbox_mail']);
  jobs.every(3_600_000, 'delete old email', () => mail.forgetOld());
  return {
    audit,
    apiKeys,
    keyUse,
    people,
    mail,
    notes,
    ...signIn,
    ...payment,
    ...teams,
    removal,
    personalData: createPersonalData({ ...base, audit, proofs: signIn.proofs, above: personalDataAbove }),
    /** What contexts above store about a person, for the person's own file. */
    personalDataAbove,
    /** Run when somebody leaves an organization, in the same transaction. */
    endedMemberships,
    /** Run when an organization is deleted, in the same transaction. */
    endedOrganizations,
    memberships: createMemberships(base),
    storage: createStorage({
      ...base,
      subscriptions,
      dataDir: config.dataDir,
      reserveBytes: config.diskReserveBytes,
      stored: above.stored,
    }),
    contactSales,
    provisioning,
    scimUsers,
    scimGroups,
  };
}

export type Identity = ReturnType<typeof createIdentity>;
