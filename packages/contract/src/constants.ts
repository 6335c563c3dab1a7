/** Base path of every call. */
export const apiBase = '/api/v1';

/** lists of the block explorer show 20 a page. */
export const explorerPageSize = 20;
/** Largest `limit` of a transaction list. */
export const maxPageSize = 1000;
/** A transaction inside a list carries at most this many inputs and this many outputs; the rest is flagged. */
export const listIoLimit = 100;
/** inputs and outputs show 5 rows before Show All. */
export const collapsedRows = 5;
/** passwords have at least 8 characters. */
export const passwordMinLength = 8;
/** Upper limit against hashing of huge inputs. */
export const passwordMaxLength = 256;
/** toasts last 4 seconds. */
export const toastSeconds = 4;
/** request timeout in milliseconds. */
export const requestTimeoutMs = 60_000;
/** Local storage keys; fixes that of the theme. */
export const storageKeys = {
  accessToken: 'accessToken',
  refreshToken: 'refreshToken',
  user: 'user',
  theme: 'bs-theme',
  sidebar: 'sidebar',
} as const;
/** Names of people: at most this many characters. */
export const nameMaxLength = 100;
/** a changed name or surname has at least 2 characters. */
export const profileNameMinLength = 2;
/** display currencies. */
export const currencies = ['USD', 'GBP', 'MXN'] as const;
export type Currency = (typeof currencies)[number];
export { type NumberFormat, numberFormats } from '@hopscope/domain';
export const themes = ['dark', 'light'] as const;
export type Theme = (typeof themes)[number];
/** Events that people are notified of, in the app and by mail. */
export const notificationEvents = [
  'transaction_assigned',
  'high_risk_transaction',
  'case_comment',
  'alert_triggered',
  'invitation_received',
  'member_joined',
  'subscription_changed',
  'security_notice',
] as const;
export type NotificationEvent = (typeof notificationEvents)[number];
export type Notifications = Record<NotificationEvent, { app: boolean; mail: boolean }>;
/** Number of recovery codes; each replaces the second factor once. */
export const recoveryCodeCount = 10;
/** names of organizations. */
export const organizationNameMinLength = 2;
export const organizationNameMaxLength = 50;
export const organizationEmailMaxLength = 128;
/** Members that an organization's own record carries; the members call pages through all. */
export const membersShown = 100;
/** Most allowed domains of an organization. */
export const maxAllowedDomains = 50;
/** defaults of a new organization. */
export const organizationDefaults = { riskScoreThreshold: 70, transactionThreshold: 30 } as const;
/** Characters of new invite codes: capitals and digits without 0/O, 1/I/L, 2/Z, 5/S, 8/B, U/V. */
/** Bytes of evidence files and FlowTrace documents of one organization. */
export const storageLimits = { free: 1024 ** 3, paid: 20 * 1024 ** 3 } as const;
/** Records of one organization that its members create without another limit. */
export const recordLimits = { notes: 200_000, cases: 100_000, canvases: 20_000 } as const;
/** Organizations that one person owns at most; while the email is not proven, fewer. */
export const ownedOrganizationsLimit = { proven: 20, unproven: 3 } as const;
export const inviteCodeAlphabet = 'ACDEFGHJKMNPQRTWXY34679';
export const inviteCodeLength = 10;
/** invitations expire after 7 days. */
export const invitationDays = 7;
export const maxEmailsPerInvite = 50;
/** Invitation mails of one organization in 24 hours, against mass mail. */
export const invitationsPerDay = 200;
/** Longest text of a note. */
export const noteMaxLength = 10_000;
/** Trial of the first paid plan of an organization. */
export const trialDays = 14;
/** Days to pay an invoice. */
export const invoiceDays = 14;
/** timeout for the whole directory, 20 seconds. */
export const directoryListTimeoutMs = 20_000;
/** search of entities: pause after typing, after an address bar that names a search, most matches. */
export const entitySearchDebounceMs = 300;
export const entitySearchUrlDelayMs = 100;
export const entitySearchLimit = 50;
/** the quick view cuts descriptions. */
export const quickViewDescriptionLength = 300;
/** Recent Job History shows 5 entries. */
export const jobHistoryLength = 5;

/** What is shown in place of an entity that an organization does not see. */
export const csamEntityName = 'CSAM Related Entity';
