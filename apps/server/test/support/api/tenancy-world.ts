import { randomUUID } from 'node:crypto';
import { apiBase, type CaseDetails, type Endpoint, endpoints, type SarStatus } from '@hopscope/contract';
import { defaultProfile } from '@hopscope/risk';
import { decodeJwt } from 'jose';
import type { LightMyRequestResponse } from 'fastify';
import type { SqlDatabase } from '../../../src/db/session.ts';
import { completeReport } from '../../../src/contexts/compliance/sars/xml/complete-report.fixture.ts';
import { createTokens } from '../../../src/contexts/identity/auth/tokens.ts';
import { headersOf, type Input, tokenSecret, urlOf } from './api-client.ts';
import { insertFinding, insertTransaction } from './compliance-rows.ts';
import { createKeys, keyPersonas } from './tenancy-keys.ts';
import { createTeamsApi, type Someone, type TeamsApi } from './teams-api.ts';

/** Members of the organization, by role. */
export const insiders = ['owner', 'admin', 'manager', 'team_member'] as const;
/** Signed in, but not a member. */
export const outsiders = ['another organization', 'pending member', 'operator'] as const;
/** Not signed in. */
export const strangers = ['no token', 'expired token', 'malformed token'] as const;
export const personas = [...strangers, ...outsiders, ...insiders, ...keyPersonas] as const;
export type Insider = (typeof insiders)[number];
export type Persona = (typeof personas)[number];
/** A word in every text of the organization, which reveals any leak. */
const mark = 'zanzibar';

/** Two organizations, all personas, and one of everything that belongs to the first organization. */
export interface World {
  readonly api: TeamsApi;
  readonly organizationId: string;
  readonly people: Record<Insider | (typeof outsiders)[number], Someone>;
  readonly memberIds: Record<Insider, string>;
  readonly inviteCode: string;
  readonly invitation: { id: string; token: string };
  readonly noteId: string;
  readonly sessionId: string;
  readonly invoiceId: string;
  /** Invoice of the other organization, not paid yet. */
  readonly openInvoiceId: string;
  readonly contactRequestId: string;
  readonly mailId: string;
  /** Returns a new unique name. */
  another(): string;
  /** Creates a member with a role; returns the person and the member's ID. */
  newMember(): Promise<{ someone: Someone; memberId: string }>;
  /** Creates an open invitation sent by `who`; returns its ID. */
  newInvitation(who: Someone): Promise<string>;
  newNote(who: Someone): Promise<string>;
  /** Creates a FlowTrace document of `who` with a named version and a link; returns their IDs. */
  newTrace(who: Someone): Promise<{ documentId: string; snapshotId: string; linkId: string }>;
  /** Returns the request body of an address that isn't monitored yet. */
  newAddress(): { address: string; blockchain: 'ethereum' };
  /** Adds a monitored address; returns its ID. */
  newMonitored(who: Someone): Promise<string>;
  /** Creates a compliance transaction of the organization, in review if it has a reviewer; returns its ID. */
  newTransaction(reviewer?: Someone): Promise<string>;
  /** Creates a transaction with a decision by another person that waits for a second one; returns its ID. */
  newProposal(): Promise<string>;
  /** Creates a transaction snoozed by its reviewer; returns its ID. */
  newSnoozed(reviewer: Someone): Promise<string>;
  inAnHour(): string;
  /** Creates a saved filter of a person; returns its ID. */
  newFilter(who: Someone): Promise<string>;
  /** Creates a finding of the organization about a transaction; returns its ID. */
  newFinding(): Promise<string>;
  /** Creates an alert rule; returns its ID. */
  newAlertRule(): Promise<string>;
  /** Creates an alert of the organization; returns its ID. */
  newAlert(): Promise<string>;
  /** Creates a webhook whose URL is never requested; returns its ID. */
  newWebhook(): Promise<string>;
  /** Creates a case of `who`, also its assignee, with a transaction and a part; returns their IDs. */
  newCase(who: Someone, part?: CasePart): Promise<CaseIds>;
  /** Creates a report of a transaction by the owner and sets its status directly; returns its ID and the hash of its content. */
  newSar(status?: SarStatus): Promise<{ id: string; hash: string }>;
  /** Returns the version of the filing institution. */
  sarInstitution(): Promise<number>;
  /** Creates a draft of the organization's risk profile; returns its version. */
  draftProfile(): Promise<string>;
  /** Makes a call as a persona. */
  call(persona: Persona, declaration: Endpoint, input: Input): Promise<LightMyRequestResponse>;
  /** Returns data of the organization in an answer to a person who doesn't belong to it; empty if there is none. */
  leaks(answer: LightMyRequestResponse, asked: string): string[];
  /** Returns a digest of all rows except the last use of sessions and keys, to check that nothing has changed. */
  fingerprint(): Promise<string>;
}

export type CasePart = 'documents' | 'addresses' | 'tasks' | 'evidence?name=found.json';

/** IDs of a case and its parts, named as the parameters of its calls. */
export interface CaseIds {
  readonly id: string;
  readonly transactionId: string;
  readonly addressId: string;
  readonly documentId: string;
  readonly taskId: string;
  readonly evidenceId: string;
}

const sessionOf = (token: string): string => String(decodeJwt(token)['sid']);

/** Creates the world over an empty database. */
export async function createWorld(db: SqlDatabase): Promise<World> {
  const api = await createTeamsApi(db, {
    env: { OIDC_CLIENT_ID: 'unused', OIDC_CLIENT_SECRET: 'unused', OIDC_ISSUER: 'http://127.0.0.1:9' },
  });
  let count = 0;
  const another = (): string => `${mark}-${++count}`;
  const insider = (name: string): Promise<Someone> => api.someone(`${name}@${mark}.example`);
  const [owner, admin, manager, teamMember] = [
    await insider('owner'),
    await insider('admin'),
    await insider('manager'),
    await insider('team'),
  ];
  const id = await api.found(owner, `Org ${mark}`);
  await api.assign(id, 'business');
  const memberIds = {
    owner: (await api.people(owner, id))[0]?._id ?? '',
    admin: await api.enlist(owner, id, admin, 'admin'),
    manager: await api.enlist(owner, id, manager, 'manager'),
    team_member: await api.enlist(owner, id, teamMember, 'team_member'),
  };
  const outsider = await api.someone('outsider@example.org');
  const elsewhere = await api.found(outsider, 'Elsewhere');
  const pending = await api.someone('pending@example.org');
  const operator = await api.operator();
  await api.as(owner, endpoints.updateOrganization, {
    params: { id },
    body: { description: `${mark} description`, email: `office@${mark}.example` },
  });
  const newInvitation = async (who: Someone, email = `${another()}@example.org`): Promise<string> => {
    const { data } = await api.as(who, endpoints.inviteMembers, {
      params: { id },
      body: { emails: [email] },
    });
    return data.invited[0]?.id ?? '';
  };
  const newNote = async (who: Someone): Promise<string> => {
    const body = { type: 'general' as const, content: `${another()} note` };
    return (await api.as(who, endpoints.createNote, { params: { id }, body })).data._id;
  };
  const newAddress = () => {
    count += 1;
    return { address: `0x${String(count).padStart(40, '0')}`, blockchain: 'ethereum' as const };
  };
  const newMonitored = async (who: Someone): Promise<string> => {
    const added = await api.as(who, endpoints.addMonitoredAddressOf, { params: { id }, body: newAddress() });
    return added.data._id;
  };
  const newTransaction = async (reviewer?: Someone): Promise<string> => {
    const transaction = { clientId: another(), ...(reviewer && { reviewerId: reviewer.id }) };
    return insertTransaction(api, { organizationId: id, status: reviewer && 'IN_REVIEW', ...transaction });
  };
  const newProposal = async (): Promise<string> => {
    const proposed = await newTransaction(owner);
    await api.rows(
      `update compliance_transaction set proposed_status = 'APPROVED', proposed_by = $2, proposed_at = $3 where id = $1`,
      [proposed, randomUUID(), new Date(api.clock)],
    );
    return proposed;
  };
  const inAnHour = (): string => new Date(api.clock + 3_600_000).toISOString();
  const newSnoozed = async (reviewer: Someone): Promise<string> => {
    const snoozed = await newTransaction(reviewer);
    await api.rows(
      `update compliance_transaction set snoozed_until = $2, snoozed_by = $3, snooze_reason = 'x' where id = $1`,
      [snoozed, inAnHour(), reviewer.id],
    );
    return snoozed;
  };
  const newFilter = async (who: Someone): Promise<string> => {
    const filterId = randomUUID();
    await api.rows(
      `insert into compliance_filter (id, organization_id, owner_id, shared, name, search, created_at)
       values ($1, $2, $3, false, $4, '{}', $5)`,
      [filterId, id, who.id, another(), new Date(api.clock)],
    );
    return filterId;
  };
  const newFinding = (): Promise<string> => newTransaction().then((of) => insertFinding(api, id, of));
  const newAlertRule = async (): Promise<string> => {
    const ruleId = randomUUID();
    await api.rows(
      `insert into alert_rule (id, organization_id, target_type, target, chain, conditions, severity, summary, is_active,
         version, created_at, updated_at) values ($1, $2, 'entity', $3, 'bitcoin', '{"direction":"in","amount":null,"counterpartyRelation":null,"counterpartyEntity":null,"category":null}', 'high', $3, true, 1, $4, $4)`,
      [ruleId, id, another(), new Date(api.clock)],
    );
    return ruleId;
  };
  const newAlert = async (): Promise<string> => {
    const alertId = randomUUID();
    await api.rows(
      `insert into alert (group_id, id, organization_id, rule_id, transaction_id, type, severity, message, summary, raised_at, status,
         version) values ($1, $1, $2, $3, $4, 'entity', 'high', $5, $5, $6, 'new', 1)`,
      [alertId, id, await newAlertRule(), await newTransaction(), another(), new Date(api.clock)],
    );
    return alertId;
  };
  const newWebhook = async (): Promise<string> => {
    await api.rows('delete from webhook where organization_id = $1', [id]);
    const body = { url: 'https://8.8.8.8/hook', description: another() };
    const headers = { 'x-organization-id': id };
    const asked = { method: 'POST' as const, token: owner.accessToken, headers, payload: body };
    const made = (await api.ask('/webhooks', asked)).json<{ data: { _id: string } }>();
    return made.data._id;
  };
  const newTrace = async (who: Someone) => {
    const made = await api.as(who, endpoints.createFlowDocument, {
      params: { id },
      body: { title: `${another()} trace` },
    });
    const params = { id, documentId: made.data._id };
    const snapshot = await api.as(who, endpoints.createFlowSnapshot, {
      params,
      body: { name: `${another()} version`, sequence: 0 },
    });
    const link = await api.as(who, endpoints.createFlowLink, { params, body: { days: 1 } });
    return { documentId: made.data._id, snapshotId: snapshot.data._id, linkId: link.data._id };
  };
  const newCase = async (who: Someone, part?: CasePart): Promise<CaseIds> => {
    const add = async (path: string, payload: object): Promise<CaseDetails> => {
      const headers = { 'x-organization-id': id };
      const given = await api.post(`/compliance/cases${path}`, payload, { token: who.accessToken, headers });
      return endpoints.getCase.response.parse(given.json()).data;
    };
    const title = `${another()} case`;
    const made = await add('', { title, assignedTo: who.id, transactionIds: [await newTransaction()] });
    const documentId = part === 'documents' ? (await newTrace(who)).documentId : '';
    const payloads = {
      documents: { documentId },
      addresses: { addresses: [newAddress()] },
      tasks: { text: another() },
      'evidence?name=found.json': { found: another() },
    };
    const all = part ? await add(`/${made._id}/${part}`, payloads[part]) : made;
    return {
      id: made._id,
      transactionId: all.transactions[0]?._id ?? '',
      documentId,
      addressId: all.addresses[0]?._id ?? '',
      taskId: all.tasks[0]?._id ?? '',
      evidenceId: all.evidence[0]?._id ?? '',
    };
  };
  const newSar = async (status: SarStatus = 'DRAFT'): Promise<{ id: string; hash: string }> => {
    const content = { ...completeReport(), attachTransactions: false };
    const headers = { 'x-organization-id': id };
    const asOwner = { token: owner.accessToken, headers };
    const begun = await api.post('/compliance/sars', { transactionIds: [await newTransaction()] }, asOwner);
    const { data } = endpoints.getSar.response.parse(begun.json());
    const saved = await api.ask(`/compliance/sars/${data._id}/content`, {
      ...asOwner,
      method: 'PUT',
      payload: { title: `${another()} report`, version: data.version, content },
    });
    await api.rows('update sar_report set status = $2 where id = $1', [data._id, status]);
    return { id: data._id, hash: endpoints.getSar.response.parse(saved.json()).data.hash };
  };
  const invitationId = await newInvitation(owner, pending.email);
  const noteId = await newNote(owner);
  // The trial first, then an invoice; the organization itself keeps the plan assigned by the operator.
  const subscribeTwice = async (who: Someone, organizationId: string): Promise<void> => {
    const params = { id: organizationId };
    const choice = { tierId: 'team', billingPeriod: 'monthly' as const };
    for (let round = 0; round < 2; round++) {
      await api.as(who, endpoints.cancelSubscription, { params, body: { cancelImmediately: true } });
      await api.as(who, endpoints.createSubscription, { body: { ...choice, organizationId } });
    }
  };
  await subscribeTwice(owner, id);
  await api.assign(id, 'business');
  await api.assign(elsewhere, 'team');
  await subscribeTwice(outsider, elsewhere);
  const bearerOfKey = await createKeys(api, { who: owner, id });
  await api.as(owner, endpoints.submitContactRequest, {
    body: {
      email: `sales@${mark}.example`,
      company: mark,
      companySize: '11-50',
      message: `${mark} message`,
    },
  });
  const { settings } = (await api.as(owner, endpoints.getOrganization, { params: { id } })).data;
  const first = async (sql: string): Promise<string> => (await api.rows<{ id: string }>(sql))[0]?.id ?? '';
  const people = {
    owner,
    admin,
    manager,
    team_member: teamMember,
    'another organization': outsider,
    'pending member': pending,
    operator,
  };
  const early = createTokens({ secret: tokenSecret, now: () => api.clock - 3_600_000 });
  const expired = await early.signAccess({ userId: owner.id, sessionId: sessionOf(owner.accessToken) });

  const world: World = {
    api,
    organizationId: id,
    people,
    memberIds,
    inviteCode: settings.inviteCode ?? '',
    invitation: { id: invitationId, token: await api.invitationToken(pending.email) },
    noteId,
    sessionId: sessionOf(owner.accessToken),
    invoiceId: await first(`select id from invoice where organization_id = '${id}'`),
    openInvoiceId: await first(
      `select id from invoice where organization_id = '${elsewhere}' and status = 'open'`,
    ),
    contactRequestId: await first('select id from contact_request'),
    mailId: await first(`select id from outbox_mail where template = 'invitation' limit 1`),
    another,
    async newMember() {
      const someone = await api.someone(`${another()}@example.org`);
      return { someone, memberId: await api.enlist(owner, id, someone) };
    },
    newInvitation,
    newNote,
    newTrace,
    newAddress,
    newMonitored,
    newTransaction,
    newProposal,
    newSnoozed,
    inAnHour,
    newFilter,
    newFinding,
    newCase,
    newSar,
    async sarInstitution() {
      const rows = await api.rows<{ version: number }>(
        'select version from sar_institution where organization_id = $1',
        [id],
      );
      return rows[0]?.version ?? 0;
    },
    newAlertRule,
    newAlert,
    newWebhook,
    async draftProfile() {
      const body = { settings: { ...defaultProfile }, reason: 'A trial' };
      const { data } = await api.as(owner, endpoints.draftRiskProfile, { params: { id }, body });
      return data.version;
    },
    async call(persona, declaration, { body, ...place }) {
      const tokens: Record<string, string | undefined> = {
        'expired token': `Bearer ${expired}`,
        'malformed token': `Bearer ${owner.accessToken.slice(0, -3)}`,
      };
      const authorization = tokens[persona] ?? bearerOfKey(persona, declaration) ?? bearerOf(people, persona);
      return api.app.inject({
        method: declaration.method,
        url: `${apiBase}${urlOf(declaration, place)}`,
        remoteAddress: `10.0.${count % 250}.${(count += 1) % 250}`,
        headers: {
          ...(authorization !== undefined && { authorization }),
          ...headersOf(declaration, id),
        },
        ...(body === undefined ? {} : { payload: body as object }),
      });
    },
    leaks(answer, asked) {
      const secrets = [
        mark,
        id,
        noteId,
        world.inviteCode,
        world.invitation.id,
        world.invoiceId,
        ...Object.values(memberIds),
        ...[owner, admin, manager, teamMember].map((each) => each.id),
      ];
      const given = `${JSON.stringify(answer.headers)}${answer.body}`.toLowerCase();
      return secrets.filter(
        (secret) =>
          given.includes(secret.toLowerCase()) && !asked.toLowerCase().includes(secret.toLowerCase()),
      );
    },
    async fingerprint() {
      const tables = await api.rows<{ name: string }>(
        `select tablename as name from pg_tables
         where schemaname = 'public' and tablename not in ('app_session', 'api_key_use') order by 1`,
      );
      const sums = tables.map(
        ({ name }) =>
          `select '${name} ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), 'empty') as sum from ${name} t`,
      );
      return (await api.rows<{ sum: string }>(sums.join(' union all ')))
        .map(({ sum }) => sum)
        .toSorted()
        .join('\n');
    },
  };
  return world;
}

function bearerOf(people: World['people'], persona: Persona): string | undefined {
  const found = Object.entries(people).find(([name]) => name === persona);
  return found && `Bearer ${found[1].accessToken}`;
}
