import type { endpoints, SarStatus } from '@hopscope/contract';
import { defaultProfile } from '@hopscope/risk';
import { type Input, password, person } from './api-client.ts';
import type { Someone } from './teams-api.ts';
import { peopleRows } from './tenancy-people-rows.ts';
import { programRows } from './tenancy-program-rows.ts';
import { travelRows } from './tenancy-travel-rows.ts';
import type { CasePart, Insider, Persona, World } from './tenancy-world.ts';
import { insiders, personas } from './tenancy-world.ts';

/** How every persona makes a call. */
export interface Row {
  /** Returns a valid input about the first organization and its owner's data, as `who` would send it. */
  ask(world: World, who: { name: Insider | 'owner'; someone: Someone }): Promise<Input> | Input;
  /** Status by persona where it doesn't follow from the call's permissions. */
  status?: Partial<Record<Persona, number>>;
  /** For calls open to any signed-in person: their status; otherwise that of the declaration. */
  signedIn?: number;
  /** For public calls: the status for everybody; otherwise that of the declaration. */
  everybody?: number;
  /** Personas that may see the name of the organization: invited ones, and the operator. */
  knows?: readonly Persona[];
  /** Removes data that later calls need, of the caller or of everybody: the call gets worlds of its own. */
  consumes?: 'own' | 'shared';
}

const nobody = '00000000-0000-4000-8000-000000000000';
const token = 'A'.repeat(43);
const ofOrganization = (world: World): Input => ({ params: { id: world.organizationId } });
const oneself: Row['ask'] = () => ({});
const plain: Row = { ask: oneself };
const organization: Row = { ask: ofOrganization };
const chain = (params: Record<string, unknown>): Row => ({ ask: () => ({ params }), signedIn: 404 });
const txid = 'ab'.repeat(32);
const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const otherAddress = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';
const forOperator = (ask: Row['ask']): Row => ({ ask, knows: ['operator'] });
const choice = { tierId: 'team', billingPeriod: 'yearly' };
const alertRule = {
  targetType: 'entity',
  target: 'Greywater Mixer',
  blockchain: 'bitcoin',
  direction: 'both',
  amount: null,
  severity: 'high',
  counterpartyRelation: null,
  counterpartyEntity: null,
  category: null,
  summary: '',
};
/** A valid URL that is never requested. */
const newsFeed = {
  name: 'News',
  url: 'http://127.0.0.1:9/feed',
  format: 'xml',
  contents: 'news',
  enabled: false,
};

function ofWebhook(more: Input = {}): Row {
  return { ask: async (world) => ({ params: { id: await world.newWebhook() }, ...more }) };
}

/** Returns the row of a call about a document that the caller has created; others use the owner's document. */
function trace(
  more: () => Input,
  params: Record<string, unknown> | ((world: World) => Record<string, unknown>) = {},
  signedIn?: number,
): Row {
  return {
    ask: async (world, { someone }) => ({
      ...more(),
      params: {
        id: world.organizationId,
        ...(await world.newTrace(someone)),
        ...(typeof params === 'function' ? params(world) : params),
      },
    }),
    ...(signedIn !== undefined && { status: Object.fromEntries(insiders.map((name) => [name, signedIn])) }),
  };
}

/** Returns the row of a call about a case that the caller has created and is assigned to; others use the owner's case. */
function ofCase(more: Input = {}, part?: CasePart): Row {
  return {
    ask: async (world, { someone }) => ({ ...more, params: { ...(await world.newCase(someone, part)) } }),
  };
}

/** Returns the row of a call about a new report in a status. */
function ofSar(more: (sar: { hash: string }) => Input = () => ({}), status: SarStatus = 'DRAFT'): Row {
  return {
    ask: async (world) => {
      const { id, hash } = await world.newSar(status);
      return { ...more({ hash }), params: { id } };
    },
  };
}

/** Every call of the API; a call without a row doesn't compile. */
export const rows: Record<keyof typeof endpoints, Row> = {
  // Sign-in: public, and answers contain nothing of other people.
  signup: { ask: (world) => ({ body: person(`${world.another()}@example.net`) }), everybody: 201 },
  login: { ask: () => ({ body: { email: 'owner@zanzibar.example', password: 'wrong' } }), everybody: 401 },
  signInWithSecondFactor: {
    ask: () => ({ body: { challenge: token, method: 'totp', code: '123456' } }),
    everybody: 401,
  },
  refreshSession: { ask: () => ({ body: { refreshToken: token } }), everybody: 401 },
  forgetPassword: { ask: (world) => ({ body: { email: `${world.another()}@example.net` } }) },
  resetPassword: {
    ask: (world) => ({
      body: { id: world.people.owner.id, token, password, confirmPassword: password },
    }),
    everybody: 400,
  },
  verifyEmail: { ask: () => ({ body: { token } }), everybody: 400 },
  startProviderSignIn: { ask: oneself, everybody: 302 },
  finishProviderSignIn: { ask: () => ({ query: { state: token, code: 'x' } }), everybody: 302 },
  exchangeTicket: { ask: () => ({ body: { ticket: token } }), everybody: 401 },
  getSignInProviders: plain,
  passkeySignInOptions: { ask: () => ({ body: {} }) },
  signInWithPasskey: {
    ask: () => ({
      body: {
        handle: token,
        response: {
          id: token,
          rawId: token,
          type: 'public-key',
          clientExtensionResults: {},
          response: { clientDataJSON: token, authenticatorData: token, signature: token },
        },
      },
    }),
    everybody: 401,
  },
  getHealth: plain,
  getLiveness: plain,
  getReadiness: plain,
  // A person with the token of the mail may read its content.
  lookUpInvitation: {
    ask: (world) => ({ body: { token: world.invitation.token } }),
    knows: personas,
  },
  stripeWebhook: { ask: () => ({ body: { type: 'invoice.paid' } }), everybody: 404 },

  // Own account: sessions and factors of others are out of reach, even by their real IDs.
  getSession: plain,
  logout: { ask: oneself, consumes: 'own' },
  changePassword: {
    ask: () => ({ body: { currentPassword: password, newPassword: `${password} 2` } }),
    consumes: 'own',
  },
  sendVerification: plain,
  removeAccount: {
    ask: (world) => ({ params: { id: world.people.team_member.id }, body: { password } }),
    signedIn: 404,
    status: { team_member: 200, operator: 200 },
    consumes: 'shared',
  },
  becomeOperator: { ask: () => ({ body: { setupToken: token } }), signedIn: 400 },
  listSessions: plain,
  endSession: {
    ask: (world) => ({ params: { id: world.sessionId } }),
    signedIn: 404,
    status: { owner: 200 },
    consumes: 'shared',
  },
  endOtherSessions: plain,
  getSecurity: plain,
  setUpTotp: { ask: () => ({ body: { password } }) },
  confirmTotp: { ask: () => ({ body: { code: 'abcdef' } }), signedIn: 400 },
  removeTotp: { ask: () => ({ body: { password } }) },
  renewRecoveryCodes: { ask: () => ({ body: { password } }), signedIn: 409 },
  passkeyRegistrationOptions: { ask: () => ({ body: { password } }) },
  addPasskey: {
    ask: () => ({
      body: {
        handle: token,
        name: 'Key',
        response: {
          id: token,
          rawId: token,
          type: 'public-key',
          clientExtensionResults: {},
          response: { clientDataJSON: token, attestationObject: token },
        },
      },
    }),
    signedIn: 400,
  },
  renamePasskey: { ask: () => ({ params: { id: nobody }, body: { name: 'Mine' } }), signedIn: 404 },
  removePasskey: { ask: () => ({ params: { id: nobody }, body: { password } }), signedIn: 404 },
  listTiers: plain,
  submitContactRequest: {
    ask: () => ({
      body: { email: 'a@example.org', company: 'Engines', companySize: '1-10', message: 'Hello' },
    }),
  },

  // The chain is the same for everybody; this one is empty.
  getBlock: chain({ height: 0 }),
  listBlockTransactions: chain({ height: 0 }),
  getTransaction: chain({ hash: txid }),
  getTransactionProof: chain({ hash: txid }),
  getRawTransaction: chain({ hash: txid }),
  getTransactionContext: chain({ hash: txid }),
  getBlockFees: chain({ height: 0 }),
  getAddress: chain({ addr: address }),
  getAddressSummary: chain({ addr: address }),
  listAddressTransactions: chain({ addr: address }),
  getAddressActivity: chain({ addr: address }),
  getAddressActivityDay: chain({ addr: address, date: '2024-02-29' }),
  getAddressBalanceHistory: chain({ addr: address }),
  exportAddressTransactions: chain({ addr: address }),
  listAddressUnconfirmed: { ask: () => ({ params: { addr: address } }) },
  listUnconfirmed: plain,
  listAddressAssets: chain({ addr: `0x${'ab'.repeat(20)}` }),
  getAddressCluster: { ask: () => ({ params: { addr: address } }) },
  getProbableOwner: { ask: () => ({ params: { addr: address } }) },
  listAddressUtxos: chain({ addr: address }),
  listAddressCounterparties: {
    ask: () => ({ params: { addr: address }, query: { direction: 'in' } }),
    signedIn: 404,
  },
  expandFlow: { ask: () => ({ body: { address } }), signedIn: 200 },
  listFlowProfiles: { ask: () => ({ body: { addresses: [address] } }), signedIn: 200 },
  autoTrace: { ask: () => ({ body: { starts: [{ address }] } }), signedIn: 200 },
  findFlowPath: { ask: () => ({ body: { from: address, to: otherAddress } }), signedIn: 200 },
  findSameOwners: { ask: () => ({ body: { addresses: [address, otherAddress] } }), signedIn: 200 },
  taintFlow: { ask: () => ({ body: { source: { address }, drawn: [], method: 'fifo' } }), signedIn: 200 },
  calculateRisk: { ask: () => ({ body: { identifier: address, type: 'address' } }), signedIn: 200 },
  recordRisk: { ask: () => ({ body: { identifier: address } }), signedIn: 200 },
  recountRisk: { ask: () => ({ body: { identifier: address, without: [] } }), signedIn: 200 },
  calculateRisks: { ask: () => ({ body: { items: [{ identifier: address }] } }), signedIn: 200 },
  compareRiskMethods: { ask: () => ({ body: { identifier: address } }), signedIn: 200 },
  listRiskHistory: { ask: () => ({ query: { identifier: address } }), signedIn: 200 },
  getRescoring: plain,
  makeReport: { ask: () => ({ body: { address } }), signedIn: 200 },
  makeReportFile: { ask: () => ({ body: { address } }), signedIn: 200 },
  getRiskEvaluation: plain,
  listRiskProfiles: organization,
  draftRiskProfile: {
    ask: (world) => ({
      ...ofOrganization(world),
      body: { settings: { ...defaultProfile }, reason: 'A trial' },
    }),
  },
  tryRiskProfile: {
    ask: async (world) => {
      await world.draftProfile();
      return { ...ofOrganization(world), body: { addresses: [address] } };
    },
  },
  activateRiskProfile: {
    ask: async (world) => ({
      ...ofOrganization(world),
      body: { version: await world.draftProfile() },
    }),
  },
  compareAddresses: { ask: () => ({ query: { a: address, b: otherAddress } }), signedIn: 404 },
  getBlockStats: chain({ id: address }),
  getStatus: plain,
  // An opened stream stays open, so the request is invalid and refused after the permission check.
  openStream: { ask: () => ({ query: { cursor: 'x' } }), signedIn: 400 },
  getLedgerStatus: plain,
  search: { ask: () => ({ query: { q: txid } }) },

  ...programRows,
  ...peopleRows,
  ...travelRows,

  // Only for the operator.
  listOutbox: forOperator(oneself),
  listProblems: forOperator(() => ({})),
  getOutboxMail: forOperator((world) => ({ params: { id: world.mailId } })),
  retryOutboxMail: forOperator((world) => ({ params: { id: world.mailId } })),
  listInstallationAuditLog: forOperator(oneself),
  verifyInstallationAuditLog: forOperator(oneself),
  exportInstallationAuditLog: forOperator(oneself),
  erasePerson: {
    ask: () => ({ body: { email: 'nobody@example.net', reason: 'Asked for' } }),
    knows: ['operator'],
  },
  listPlans: forOperator(oneself),
  changePlan: forOperator(() => ({
    params: { planId: 'team' },
    body: {
      name: 'Team',
      description: 'For teams',
      sortOrder: 2,
      prices: [
        { billingPeriod: 'monthly', amount: 90, currency: 'USD' },
        { billingPeriod: 'yearly', amount: 900, currency: 'USD' },
      ],
      features: {
        maxMembers: 20,
        maxTransactionsPerMonth: 1000,
        dataRetentionMonths: 24,
        support: 'Email',
        apiAccess: true,
        maxApiCallsPerDay: 20_000,
      },
    },
  })),
  listSubscriptions: forOperator(oneself),
  assignPlan: forOperator((world) => ({
    params: { organizationId: world.organizationId },
    body: { ...choice, reason: 'As agreed' },
  })),
  listAllInvoices: forOperator(oneself),
  confirmInvoice: {
    ask: (world) => ({ params: { invoiceId: world.openInvoiceId } }),
    knows: ['operator'],
    consumes: 'shared',
  },
  listContactRequests: forOperator(oneself),
  endPersonSessions: { ...forOperator(() => ({ body: { email: null } })), consumes: 'shared' },
  closeContactRequest: forOperator((world) => ({ params: { requestId: world.contactRequestId } })),

  // Organizations: the person's own list, and all data of one organization.
  listOrganizations: plain,
  createOrganization: { ask: (world) => ({ body: { name: world.another().replace('zanzibar', 'New') } }) },
  getOrganization: organization,
  updateOrganization: {
    ask: (world) => ({ ...ofOrganization(world), body: { settings: { riskScoreThreshold: 50 } } }),
  },
  deleteOrganization: {
    ask: (world) => ({ ...ofOrganization(world), body: { password } }),
    consumes: 'shared',
  },
  renewInviteCode: { ask: ofOrganization, consumes: 'shared' },
  transferOwnership: {
    ask: (world) => ({ ...ofOrganization(world), body: { memberId: world.memberIds.admin, password } }),
    consumes: 'shared',
  },
  leaveOrganization: { ask: ofOrganization, status: { owner: 409 }, consumes: 'own' },
  joinOrganization: {
    ask: (world) => ({ body: { code: world.inviteCode, email: '' } }),
    // A person with the code has been invited.
    knows: ['another organization', 'pending member', 'operator'],
    consumes: 'own',
  },
  listMembers: organization,
  changeMemberRole: {
    ask: async (world) => ({
      params: { id: world.organizationId, memberId: (await world.newMember()).memberId },
      body: { role: 'manager' },
    }),
  },
  removeMember: {
    ask: async (world) => ({
      params: { id: world.organizationId, memberId: (await world.newMember()).memberId },
    }),
  },
  inviteMembers: {
    ask: (world) => ({
      ...ofOrganization(world),
      body: { emails: [`${world.another()}@example.org`], role: 'team_member' },
    }),
  },
  listInvitations: organization,
  resendInvitation: {
    ask: async (world, { someone }) => ({
      params: { id: world.organizationId, invId: await world.newInvitation(someone) },
    }),
  },
  revokeInvitation: {
    ask: async (world, { someone }) => ({
      params: { id: world.organizationId, invId: await world.newInvitation(someone) },
    }),
  },
  listOwnInvitations: { ask: oneself, knows: ['pending member'] },
  respondInvitation: {
    ask: (world) => ({
      params: { id: world.organizationId, invId: world.invitation.id },
      body: { action: 'accept' },
    }),
    signedIn: 404,
    status: { 'pending member': 200 },
    knows: ['pending member'],
    consumes: 'shared',
  },
  acceptInvitation: {
    ask: (world) => ({ body: { token: world.invitation.token } }),
    signedIn: 403,
    status: { 'pending member': 200 },
    knows: ['pending member'],
    consumes: 'shared',
  },
  listNotes: organization,
  listTransactionNotes: { ask: (world) => ({ params: { id: world.organizationId, txId: txid } }) },
  listAddressNotes: { ask: (world) => ({ params: { id: world.organizationId, addr: address } }) },
  createNote: {
    ask: (world) => ({ ...ofOrganization(world), body: { type: 'general', content: 'A note' } }),
  },
  changeNote: {
    ask: async (world, { someone }) => ({
      params: { id: world.organizationId, noteId: await world.newNote(someone) },
      body: { content: 'Another note' },
    }),
  },
  deleteNote: {
    ask: async (world, { someone }) => ({
      params: { id: world.organizationId, noteId: await world.newNote(someone) },
    }),
  },
  listMonitoredAddresses: { ask: () => ({}) },
  filterMonitoredAddresses: { ask: () => ({ query: { status: 'active' } }) },
  addMonitoredAddress: { ask: (world) => ({ body: world.newAddress() }) },
  addMonitoredAddressOf: { ask: (world) => ({ ...ofOrganization(world), body: world.newAddress() }) },
  addMonitoredAddresses: { ask: (world) => ({ body: { addresses: [world.newAddress()] } }) },
  changeMonitoredAddress: {
    ask: async (world, { someone }) => ({
      params: { id: await world.newMonitored(someone) },
      body: { statusChangeReason: 'A trial', updateData: { isActive: false } },
    }),
  },
  screenMonitoredPast: {
    ask: async (world, { someone }) => ({
      params: { id: await world.newMonitored(someone) },
      body: { from: '2026-01-01T00:00:00.000Z' },
    }),
  },
  deleteMonitoredAddress: {
    ask: async (world, { someone }) => ({ params: { id: await world.newMonitored(someone) } }),
  },
  getMonitoredAddress: {
    ask: async (world, { someone }) => ({ params: { id: await world.newMonitored(someone) } }),
  },
  getMonitoredAddressHistory: {
    ask: async (world, { someone }) => ({ params: { id: await world.newMonitored(someone) } }),
  },
  listComplianceTransactions: plain,
  countComplianceTransactions: plain,
  listComplianceFindings: plain,
  getComplianceTeam: plain,
  exportComplianceTeam: plain,
  markComplianceFindings: {
    ask: async (world) => ({ body: { findingIds: [await world.newFinding()] } }),
  },
  getComplianceTransaction: { ask: async (world) => ({ params: { id: await world.newTransaction() } }) },
  changeComplianceStatus: {
    ask: async (world, { someone }) => ({
      params: { id: await world.newTransaction(someone) },
      body: { status: 'HOLD' },
    }),
  },
  assignComplianceTransaction: {
    ask: async (world, { someone }) => ({
      params: { id: await world.newTransaction() },
      body: { assigneeId: someone.id },
    }),
  },
  assignComplianceTransactions: {
    ask: async (world, { someone }) => ({
      body: { transactionIds: [await world.newTransaction()], assigneeId: someone.id },
    }),
  },
  takeNextComplianceTransaction: {
    ask: async (world) => {
      await world.newTransaction();
      return {};
    },
  },
  answerComplianceProposal: {
    ask: async (world) => ({ params: { id: await world.newProposal() }, body: { confirm: true } }),
  },
  listComplianceReviewers: plain,
  setComplianceReviewer: {
    ask: async (world) => {
      const { someone } = await world.newMember();
      return { params: { userId: someone.id }, body: { autoAssign: true } };
    },
  },
  listComplianceFilters: plain,
  saveComplianceFilter: { ask: (world) => ({ body: { name: world.another(), search: { risk: 'high' } } }) },
  changeComplianceFilter: {
    ask: async (world, { someone }) => ({
      params: { id: await world.newFilter(someone) },
      body: { name: world.another() },
    }),
  },
  deleteComplianceFilter: {
    ask: async (world, { someone }) => ({ params: { id: await world.newFilter(someone) } }),
  },
  snoozeComplianceTransaction: {
    ask: async (world, { someone }) => ({
      params: { id: await world.newTransaction(someone) },
      body: { until: world.inAnHour(), reason: 'Waits' },
    }),
  },
  wakeComplianceTransaction: {
    ask: async (world, { someone }) => ({ params: { id: await world.newSnoozed(someone) } }),
  },
  listAlertRules: plain,
  createAlertRule: { ask: () => ({ body: alertRule }) },
  changeAlertRule: {
    ask: async (world) => ({
      params: { id: await world.newAlertRule() },
      body: { version: 1, isActive: false },
    }),
  },
  deleteAlertRule: { ask: async (world) => ({ params: { id: await world.newAlertRule() } }) },
  dryRunAlertRule: { ask: () => ({ body: alertRule }) },
  listAlerts: plain,
  listAlertGroups: plain,
  acknowledgeAlert: {
    ask: async (world) => ({ params: { id: await world.newAlert() }, body: { version: 1 } }),
    // Not assigned to them.
    status: { team_member: 403 },
  },
  acknowledgeAlerts: {
    ask: async (world) => ({ body: { alerts: [{ id: await world.newAlert(), version: 1 }] } }),
    status: { team_member: 403 },
  },
  assignAlert: {
    ask: async (world, { someone }) => ({
      params: { id: await world.newAlert() },
      body: { assigneeId: someone.id, version: 1 },
    }),
  },
  getAlertMail: plain,
  setAlertMail: { ask: () => ({ body: { frequency: 'daily' } }) },
  listAlertEvents: plain,
  listWebhooks: plain,
  createWebhook: {
    async ask(world) {
      await world.newWebhook();
      return { body: { url: 'https://8.8.8.8/hook' } };
    },
  },
  changeWebhook: ofWebhook({ body: { version: 1, isActive: false } }),
  deleteWebhook: ofWebhook(),
  rotateWebhookSecret: ofWebhook(),
  testWebhook: ofWebhook(),
  listWebhookDeliveries: ofWebhook(),
  resendWebhookDeliveries: ofWebhook({ body: { dead: true } }),
  listSars: plain,
  createSar: { ask: async (world) => ({ body: { transactionIds: [await world.newTransaction()] } }) },
  getSar: ofSar(),
  getSarHistory: ofSar(),
  saveSar: ofSar(() => ({ body: { title: 'Report', content: {}, version: 2 } })),
  askForSarSignatures: ofSar(() => ({ body: { version: 2 } })),
  signSar: ofSar(({ hash }) => ({ body: { hash, password } }), 'READY'),
  returnSar: ofSar(() => ({ body: { reason: 'A mistake', version: 2 } }), 'READY'),
  submitSar: ofSar(
    () => ({ body: { authority: 'FinCEN', reference: '31000000000001', on: '2020-01-01', version: 2 } }),
    'SIGNED',
  ),
  withdrawSar: ofSar(() => ({ body: { reason: 'Unfounded', version: 2 } })),
  exportSar: ofSar(() => ({ query: { format: 'fincen' } }), 'SIGNED'),
  exportSarBatch: {
    // Insiders get an error that the institution is missing.
    ask: async (world) => ({ body: { ids: [(await world.newSar('SIGNED')).id] } }),
    status: Object.fromEntries(insiders.map((name) => [name, 409])),
  },
  getSarInstitution: plain,
  putSarInstitution: {
    ask: async (world) => ({
      body: { institution: { legalName: world.another() }, version: await world.sarInstitution() },
    }),
  },
  listCases: plain,
  createCase: { ask: (world) => ({ body: { title: world.another() } }) },
  getCase: ofCase(),
  getCaseTimeline: ofCase(),
  updateCase: ofCase({ body: { priority: 'HIGH' } }),
  changeCaseStatus: ofCase({ body: { status: 'INVESTIGATION' } }),
  assignCase: ofCase({ body: { assigneeId: null } }),
  decideCase: ofCase({ body: { outcome: 'NO_SUSPICION', reason: 'As expected' } }),
  reopenCase: {
    async ask(world, { someone }) {
      const { id } = await world.newCase(someone);
      await world.api.rows(
        `update compliance_case set status = 'CLOSED', outcome = 'REPORTED', decision_reason = 'x',
           decided_by = created_by, decided_at = created_at where id = $1`,
        [id],
      );
      return { params: { id }, body: { reason: 'More came to light' } };
    },
    status: { team_member: 403 },
  },
  changeCaseHold: { ...ofCase({ body: { hold: true, reason: 'Order' } }), status: { team_member: 403 } },
  addCaseTransactions: {
    ask: async (world, { someone }) => ({
      params: { id: (await world.newCase(someone)).id },
      body: { transactionIds: [await world.newTransaction()] },
    }),
  },
  removeCaseTransaction: ofCase(),
  addCaseAddresses: ofCase({ body: { addresses: [{ address, blockchain: 'bitcoin' }] } }),
  removeCaseAddress: ofCase({}, 'addresses'),
  addCaseDocument: {
    ask: async (world, { someone }) => ({
      params: { id: (await world.newCase(someone)).id },
      body: { documentId: (await world.newTrace(someone)).documentId },
    }),
  },
  removeCaseDocument: ofCase({}, 'documents'),
  addCaseNote: ofCase({ body: { text: 'A note' } }),
  addCaseTask: ofCase({ body: { text: 'Call them' } }),
  changeCaseTask: ofCase({ body: { done: true } }, 'tasks'),
  removeCaseTask: ofCase({}, 'tasks'),
  addCaseEvidence: ofCase({ query: { name: 'statement.json' }, body: { a: 1 } }),
  getCaseEvidence: ofCase({}, 'evidence?name=found.json'),
  getCaseReport: ofCase(),
  getCaseData: ofCase(),
  removeCaseEvidence: ofCase({ body: { reason: 'The wrong one' } }, 'evidence?name=found.json'),
  listFlowDocuments: organization,
  createFlowDocument: { ask: (world) => ({ ...ofOrganization(world), body: { title: 'A trace' } }) },
  getFlowDocument: trace(() => ({})),
  changeFlowDocument: trace(() => ({ body: { title: 'Another title' } })),
  deleteFlowDocument: trace(() => ({})),
  appendFlowSteps: trace(() => ({ body: { base: 0, steps: [] } })),
  listFlowSteps: trace(() => ({})),
  getFlowVersion: trace(() => ({}), { sequence: 0 }),
  describeFlowDocument: trace(() => ({})),
  getFlowRecords: trace(() => ({}), { sequence: 0 }),
  createFlowSnapshot: trace(() => ({ body: { name: 'A version', sequence: 0 } })),
  deleteFlowSnapshot: trace(() => ({})),
  shareFlowDocument: trace(
    () => ({ body: { role: 'view' } }),
    (world) => ({ userId: world.people.admin.id }),
  ),
  createFlowLink: trace(() => ({ body: { days: 7 } })),
  revokeFlowLink: trace(() => ({})),
  openFlowDocument: trace(() => ({ query: { after: -1, client: 'x' } }), {}, 400),
  replayFlowDocument: trace(() => ({ body: {} })),
  bundleFlowDocument: trace(() => ({ body: {} })),
  sendFlowCursor: trace(() => ({ body: { client: 'x', x: 1, y: 2, selected: [] } })),
  getNoteHistory: { ask: (world) => ({ params: { id: world.organizationId, noteId: world.noteId } }) },
  listAuditLog: organization,
  verifyAuditLog: organization,
  exportAuditLog: organization,
  getSubscription: organization,
  createSubscription: {
    ask: (world) => ({ body: { ...choice, organizationId: world.organizationId } }),
    status: { owner: 409, admin: 409 },
  },
  changeSubscription: { ask: (world) => ({ ...ofOrganization(world), body: choice }), consumes: 'shared' },
  cancelSubscription: {
    ask: (world) => ({ ...ofOrganization(world), body: { cancelImmediately: true } }),
    consumes: 'shared',
  },
  previewSubscription: { ask: (world) => ({ ...ofOrganization(world), body: choice }) },
  openBillingPortal: { ask: ofOrganization, status: { owner: 409, admin: 409 } },
  listInvoices: organization,
  getUsage: organization,
  // This server runs no demo network.
  demoSignIn: { ask: () => ({ body: { role: 'owner' } }), everybody: 404 },
  getDemoStories: { ask: oneself, signedIn: 404 },

  // The directory is the same for everybody; the operator decides who may edit it.
  listEntities: plain,
  getEntity: { ask: () => ({ params: { id: 'nobody' } }), signedIn: 404 },
  getEntityHistory: { ask: () => ({ params: { id: 'nobody' } }), signedIn: 404 },
  listEntityClusters: { ask: () => ({ params: { id: 'nobody' } }), signedIn: 404 },
  listEntityAddresses: { ask: () => ({ params: { id: 'nobody' } }), signedIn: 404 },
  getDirectoryUpdate: plain,
  listDirectorySources: plain,
  listDirectoryReleases: plain,
  getUniqueValues: { ask: () => ({ params: { id: 'nobody' } }), signedIn: 404 },
  attributeAddresses: { ask: () => ({ body: { addresses: [address] } }) },
  attributeByAddress: { ask: () => ({ body: { addresses: [address] } }) },
  getBitcoinAttribution: chain({ address }),
  getEntityBalanceSheet: { ask: () => ({ params: { id: 'nobody' } }), signedIn: 404 },
  editEntity: {
    ask: () => ({ params: { id: 'nobody' }, body: { baseVersion: 0, ceo: 'Ada' } }),
    signedIn: 403,
  },
  createEntity: { ask: () => ({ body: { proper_name: 'Ada', entity_type: 'exchange' } }), signedIn: 403 },
  deleteEntity: {
    ask: () => ({ params: { id: 'nobody' }, body: { baseVersion: 0, reason: 'Gone' } }),
    signedIn: 403,
  },
  suggestCorrection: {
    ask: () => ({ params: { id: 'nobody' }, body: { baseVersion: 0, reason: 'Wrong' } }),
    signedIn: 404,
  },
  changeAttribution: {
    ask: () => ({
      params: { id: 'nobody' },
      body: { action: 'add', blockchain: 'bitcoin', address, confidence: 90, ref: 'https://example.org' },
    }),
    signedIn: 403,
  },
  mergeEntities: {
    ask: () => ({ params: { id: 'nobody' }, body: { into: 'other', baseVersion: 0, reason: 'Same' } }),
    signedIn: 403,
  },
  unmergeEntity: {
    ask: () => ({ params: { id: 'nobody' }, body: { reason: 'Not the same' } }),
    signedIn: 403,
  },
  listDirectoryChanges: plain,
  approveChange: { ask: () => ({ params: { changeId: nobody }, body: {} }), signedIn: 404 },
  rejectChange: { ask: () => ({ params: { changeId: nobody }, body: { reason: 'No' } }), signedIn: 404 },
  withdrawChange: { ask: () => ({ params: { changeId: nobody } }), signedIn: 404 },
  listDirectoryEditors: forOperator(oneself),
  addDirectoryEditor: {
    ask: (world) => ({ body: { email: world.people['another organization'].email } }),
    knows: ['operator'],
  },
  removeDirectoryEditor: {
    ask: () => ({ params: { userId: nobody } }),
    status: { operator: 404 },
    knows: ['operator'],
  },
  updateDirectory: forOperator(oneself),
  startDirectoryJob: { ask: () => ({ body: {} }), knows: ['operator'] },
  listDirectoryJobs: forOperator(oneself),
  getDirectoryJob: { ask: () => ({ params: { jobId: nobody } }), status: { operator: 404 } },
  cancelDirectoryJob: { ask: () => ({ params: { jobId: nobody }, body: {} }), status: { operator: 404 } },
  listDirectoryFeeds: forOperator(oneself),
  putDirectoryFeed: {
    ask: () => ({
      params: { id: 'own' },
      body: {
        name: 'Own',
        importer: 'own-list',
        location: 'own.csv',
        license: null,
        acknowledgment: null,
        rank: 10,
        enabled: false,
      },
    }),
    knows: ['operator'],
  },
  getEntityLogo: { ask: () => ({ params: { entityId: 'nobody' } }), signedIn: 404 },
  removeDirectoryFeed: { ask: () => ({ params: { id: 'nobody' } }), status: { operator: 404 } },
  // Prices and news are the same for everybody; the operator manages feeds.
  getCryptoPrices: plain,
  getPriceHistory: { ask: () => ({ query: { symbol: 'BTC', from: '2026-01-01', to: '2026-01-02' } }) },
  getSocialFeed: { ask: () => ({ params: { addr: address } }) },
  getSocialMentions: { ask: () => ({ params: { addr: address } }) },
  listNewsFeeds: forOperator(oneself),
  addNewsFeed: forOperator((world) => ({
    body: { ...newsFeed, url: `https://news.example/${world.another()}` },
  })),
  changeNewsFeed: {
    ask: () => ({ params: { feedId: nobody }, body: newsFeed }),
    status: { operator: 404 },
  },
  removeNewsFeed: { ask: () => ({ params: { feedId: nobody } }), status: { operator: 404 } },
  testNewsFeed: forOperator(() => ({ body: newsFeed })),
  runNewsFeed: { ask: () => ({ params: { feedId: nobody }, body: {} }), status: { operator: 404 } },
};
