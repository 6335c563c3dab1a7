import { riskBands } from '@hopscope/domain';
import { z } from 'zod';
import { blockchain } from '../explorer/chain-shapes.ts';
import { decidedStatuses } from './compliance-approval.ts';
import { complianceStatuses, statusGroupNames } from './compliance-status.ts';
import { endpoint, inOrganization } from '../endpoint.ts';
import { units } from '../explorer/ethereum-shapes.ts';
import { multilineText } from '../account/organizations.ts';
import { sarStatuses } from '../cases/sars-status.ts';

const ok = z.literal(true);
const tag = 'compliance';
const reading = inOrganization('compliance.read', 'header');
const reviewing = inOrganization('compliance.review', 'header');
const idParams = z.object({ id: z.uuid() });
const status = z.enum(complianceStatuses);
const points = z.int().min(0).max(100);
const person = z.object({ _id: z.string(), name: z.string(), email: z.string() });
const version = z.int().min(1);

export const complianceLimits = {
  pageSizes: [10, 20, 50, 100],
  pageSize: 10,
  bulk: 500,
  note: 5_000,
} as const;

/** A report of the organization; its status is that of now. */
const report = z.object({
  _id: z.string(),
  number: z.int(),
  title: z.string(),
  status: z.enum(sarStatuses),
});

const counterparty = z.object({
  address: z.string(),
  /** Entity ID in the directory; null: unknown. */
  entityId: z.string().nullable(),
  name: z.string().nullable(),
  /** Part of the transaction's amount, in the same unit; null if it can't be split. */
  amount: units.nullable(),
});

const movedAsset = z.object({
  symbol: z.string(),
  contract: z.string().nullable(),
  decimals: z.int(),
  direction: z.enum(['in', 'out']),
  amount: units,
  usdAmount: z.string().nullable(),
});

/** Maximum number of assets stored per transaction; there can be more. */
export const mostAssets = 21;

/**
 * A compliance transaction: one for each transaction, monitored address and organization. `amount`
 * of Bitcoin: satoshis; of Ethereum the smallest unit of the asset.
 */
export const complianceTransaction = z.object({
  _id: z.string(),
  txId: z.string(),
  organizationId: z.string(),
  monitoredAddressId: z.string(),
  /** The monitored address. */
  address: z.string(),
  clientId: z.string().nullable(),
  blockchain,
  direction: z.enum(['in', 'out']),
  asset: z.object({ symbol: z.string(), contract: z.string().nullable(), decimals: z.int() }),
  amount: units,
  /** All assets that it moved, that of the row first, at most `mostAssets`. Empty: not more than one, or not screened yet. */
  assets: z.array(movedAsset).max(mostAssets),
  /** Worth then in US dollars with two decimals, of all assets that moved the same way; null: of one of them no price is known. */
  usdAmount: z.string().nullable(),
  /** Of its block; before that when it was first seen. */
  timestamp: z.iso.datetime(),
  /** In the chain, unconfirmed, or withdrawn: replaced, evicted, conflicted, or reorganized away. */
  presence: z.enum(['unconfirmed', 'confirmed', 'withdrawn']),
  withdrawnBecause: z.enum(['replaced', 'evicted', 'conflict', 'reorganized']).nullable(),
  replacedBy: z.string().nullable(),
  block: z.int().nullable(),
  /** Addresses or IDs of entities it came from or went to; at most 50. */
  counterpartyEntities: z.array(z.string()),
  counterparties: z.array(counterparty),
  counterpartiesInAll: z.int().nullable(),
  /** 0 to 100; empty: unknown, which is not 0. */
  riskScores: z.array(points),
  /** Risk level when the score was calculated; the risk filter, counts, and team figures use it. */
  riskLevel: z.enum(riskBands),
  /** `pending`: is being screened. */
  screening: z.enum(['pending', 'scored', 'not_enough_seen', 'nothing_known', 'not_covered', 'failed']),
  /** What the score rests on; null before it is there. */
  basis: z
    .object({
      height: z.int().nullable(),
      directoryVersion: z.int(),
      profile: z.string(),
      /**
       * `senders`: an unconfirmed transaction, scored by its input addresses. `sides`: reported by a remote provider, scored
       * by its direct counterparties only.
       */
      of: z.enum(['transaction', 'senders', 'sides']),
      /** Asset with the highest score if there are several: a contract, or `ETH`. */
      asset: z.string().optional(),
      hash: z.string().nullable(),
    })
    .nullable(),
  screenedAt: z.iso.datetime().nullable(),
  /** At or above the risk threshold of the address, or of the organization. */
  overThreshold: z.boolean(),
  status,
  reviewerId: z.string().nullable(),
  reviewer: person.nullable(),
  reviewTimestamp: z.iso.datetime().nullable(),
  approvedBy: person.nullable(),
  approvedAt: z.iso.datetime().nullable(),
  notes: z.string().nullable(),
  /** A report about it was handed in. */
  sarSubmitted: z.boolean(),
  /** Number or reference of the report. */
  sarReport: z.string().nullable(),
  /** Report it was closed with, or that was filed about it; null: none, or filed elsewhere. */
  sar: report.nullable(),
  /** Review deadline: critical immediately, high within 4 hours, medium within 24. */
  dueAt: z.iso.datetime().nullable(),
  /** A decision that waits for a second person; the status stays until then. */
  proposal: z
    .object({
      status: z.enum(decidedStatuses),
      by: person,
      at: z.iso.datetime(),
      note: z.string().nullable(),
      sar: report.nullable(),
    })
    .nullable(),
  /** Put aside; null: it is not. */
  snooze: z.object({ until: z.iso.datetime(), by: person, reason: z.string() }).nullable(),
  version,
  createdAt: z.iso.datetime(),
});
export type ComplianceTransaction = z.infer<typeof complianceTransaction>;

/** What happened to one, in the order in which it happened. */
const event = z.object({
  kind: z.enum([
    'seen',
    'confirmed',
    'withdrawn',
    'screened',
    'status',
    'assignee',
    'proposed',
    'rejected',
    'snoozed',
    'woken',
  ]),
  timestamp: z.iso.datetime(),
  /** Null: automatic, by the chain or the screening. */
  by: person.nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  note: z.string().nullable(),
  /** The report that it was closed with. */
  sar: report.nullable(),
});
export type ComplianceEvent = z.infer<typeof event>;

const statusList = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => [given].flat().flatMap((each) => each.split(',')))
  .pipe(z.array(status).min(1));

const filters = {
  /** One of the tabs. */
  group: z.enum(statusGroupNames).optional(),
  /** One, several with commas between them, or the parameter several times. */
  status: statusList.optional(),
  blockchain: blockchain.optional(),
  clientId: z.string().max(200).optional(),
  'timestamp[from]': z.iso.datetime({ offset: true }).optional(),
  'timestamp[to]': z.iso.datetime({ offset: true }).optional(),
  /**
   * In the smallest unit of the coin of `blockchain`, without it in satoshis. Other assets are compared by what both were worth on the day; where
   * that is not known they do not match.
   */
  minAmount: z
    .string()
    .regex(/^\d{1,78}$/)
    .optional(),
  maxAmount: z
    .string()
    .regex(/^\d{1,78}$/)
    .optional(),
  /** High above 70, medium 41 to 70, low up to 40; `unknown` without a score. */
  riskLevel: z.enum(riskBands).optional(),
  reviewerId: z.uuid().optional(),
  monitoredAddressId: z.uuid().optional(),
  /** Only those at or above the risk threshold. */
  overThreshold: z.enum(['true', 'false']).optional(),
  /** What is to be worked on: neither snoozed nor waiting for a second person; or one of these. */
  queue: z.enum(['open', 'approval', 'snoozed']).optional(),
  /** A whole transaction id or address. */
  search: z.string().max(200).optional(),
};

const listComplianceTransactions = endpoint({
  id: 'listComplianceTransactions',
  method: 'GET',
  path: '/compliance/transactions',
  access: reading,
  scope: 'read',
  tag,
  summary: 'Transactions of monitored addresses that match all filters, with their exact total',
  description:
    'Sorting by amount compares amounts if only Bitcoin is listed; otherwise, it compares US dollar values at the time of each transaction. Transactions below the organization’s transaction threshold are omitted and counted in `belowThreshold`; without a price, a transaction is listed.',
  query: z.object({
    ...filters,
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    /** `next` of the last answer: continues behind it instead of with `page`, so rows that were added meanwhile shift nothing. */
    after: z.uuid().optional(),
    limit: z.coerce.number().int().min(1).max(100).default(complianceLimits.pageSize),
    sortBy: z.enum(['timestamp', 'amount', 'riskScores']).default('timestamp'),
    sortOrder: z.enum(['asc', 'desc']).default('desc'),
  }),
  response: z.object({
    success: ok,
    data: z.object({ transactions: z.array(complianceTransaction) }),
    total: z.int(),
    page: z.int(),
    limit: z.int(),
    /** Where the list continues (`after`); null after the last row. */
    next: z.uuid().nullable(),
    /** Matching transactions omitted because they are below the threshold. */
    belowThreshold: z.int(),
  }),
});

const countComplianceTransactions = endpoint({
  id: 'countComplianceTransactions',
  method: 'GET',
  path: '/compliance/transactions/counts',
  access: reading,
  scope: 'read',
  tag,
  summary: 'Number of transactions in each tab, in total and assigned to the caller',
  response: z.object({
    success: ok,
    data: z.object({
      unassigned: z.int(),
      active: z.int(),
      archived: z.int(),
      mine: z.int(),
      /** Decisions that wait for a second person. */
      approvals: z.int(),
      snoozed: z.int(),
      /** Open and past their deadline. */
      overdue: z.int(),
      /** Unreviewed changes of past transactions due to new labels. */
      findings: z.int(),
      /** Not listed: worth less than the threshold. */
      belowThreshold: z.int(),
      /** Being screened now. */
      screening: z.int(),
      addresses: z.int(),
    }),
  }),
});

const getComplianceTransaction = endpoint({
  id: 'getComplianceTransaction',
  method: 'GET',
  path: '/compliance/transactions/:id',
  access: reading,
  scope: 'read',
  tag,
  summary: 'A transaction of a monitored address with its history',
  params: idParams,
  response: z.object({
    success: ok,
    data: complianceTransaction.extend({
      statusHistory: z.array(
        z.object({
          status,
          reviewer: person.nullable(),
          timestamp: z.iso.datetime(),
          note: z.string().nullable(),
        }),
      ),
      events: z.array(event),
    }),
  }),
});

const changed = z.object({ success: ok, data: complianceTransaction });

const changeComplianceStatus = endpoint({
  id: 'changeComplianceStatus',
  method: 'PUT',
  path: '/compliance/transactions/:id/status',
  access: reviewing,
  scope: 'review',
  tag,
  summary: 'Decide on a transaction',
  description:
    'A state machine defines which changes are allowed (otherwise 409 `conflict`) and who can make them (otherwise 403 `forbidden`). Setting the current status changes nothing. `note` is required to close with a note, unassign, reopen, and approve at or above the risk threshold. Closing with a SAR requires `sarId`, a report of the organization that includes the transaction (404 for any other, 409 for a withdrawn one), or `sarReport`, the reference of a report filed elsewhere. If the report is not filed yet, `sarSubmitted` is set when it is. If the organization requires a second person, a decision is a `proposal` until they confirm it. With `version`, 409 `changed_meanwhile` if the transaction has changed since.',
  params: idParams,
  body: z
    .object({
      status,
      note: multilineText.trim().min(1).max(complianceLimits.note).optional(),
      sarId: z.uuid().optional(),
      /** Number or reference of a report that was handed in elsewhere. */
      sarReport: multilineText.trim().min(1).max(complianceLimits.note).optional(),
      version: version.optional(),
    })
    .refine(({ sarId, sarReport }) => sarId === undefined || sarReport === undefined, {
      path: ['sarId'],
      message: 'Please choose a report or give a reference, not both',
    })
    .refine(({ status: to, sarId }) => sarId === undefined || to === 'CLOSED_WITH_SAR', {
      path: ['sarId'],
      message: 'Choose a report only when closing with a SAR',
    }),
  response: changed,
});

const assignComplianceTransaction = endpoint({
  id: 'assignComplianceTransaction',
  method: 'PUT',
  path: '/compliance/transactions/:id/assignee',
  access: reviewing,
  scope: 'review',
  tag,
  summary: 'Assign a transaction to a reviewer and set it in review',
  description:
    'The reviewer must be an active member of the organization. Managers and above can assign anyone; team members can only assign unassigned transactions to themselves.',
  params: idParams,
  body: z.object({ assigneeId: z.uuid(), version: version.optional() }),
  response: changed,
});

const assignComplianceTransactions = endpoint({
  id: 'assignComplianceTransactions',
  method: 'POST',
  path: '/compliance/transactions/bulk/assignee',
  access: reviewing,
  scope: 'review',
  tag,
  summary: 'Assign transactions to a reviewer; each has its own result',
  body: z.object({
    transactionIds: z
      .array(z.uuid())
      .min(1, 'Please select at least one transaction to assign')
      .max(complianceLimits.bulk),
    assigneeId: z.uuid('Please select a reviewer to assign these transactions'),
  }),
  response: z.object({
    success: ok,
    data: z.object({
      results: z.array(
        z.object({ transactionId: z.string(), success: z.boolean(), message: z.string().nullable() }),
      ),
    }),
  }),
});

const takeNextComplianceTransaction = endpoint({
  id: 'takeNextComplianceTransaction',
  method: 'POST',
  path: '/compliance/transactions/next',
  access: reviewing,
  scope: 'review',
  tag,
  summary: 'Take the most urgent unassigned transaction: the highest risk first, then the oldest',
  description:
    'Concurrent calls get different transactions. Returns null if there are no unassigned transactions.',
  response: z.object({ success: ok, data: complianceTransaction.nullable() }),
});

export const complianceEndpoints = {
  listComplianceTransactions,
  countComplianceTransactions,
  getComplianceTransaction,
  changeComplianceStatus,
  assignComplianceTransaction,
  assignComplianceTransactions,
  takeNextComplianceTransaction,
} as const;
