import { z } from 'zod';
import { complianceTransaction } from './compliance.ts';
import { endpoint, inOrganization } from '../endpoint.ts';
import { multilineText } from '../account/organizations.ts';

const ok = z.literal(true);
const tag = 'compliance';

export const findingLimits = { pageSizes: [10, 20, 50, 100], pageSize: 10, bulk: 500, note: 5_000 } as const;

/** What a transaction was screened to be at a block and a release of the directory. */
const state = z.object({
  screening: complianceTransaction.shape.screening,
  /** 0 to 100; null: no score. */
  riskScore: z.int().min(0).max(100).nullable(),
  overThreshold: z.boolean(),
  height: z.int().nullable(),
  directoryVersion: z.int().nullable(),
});

/** Null: not in the directory. */
const owner = z.object({ entityId: z.string().nullable(), name: z.string() }).nullable();

/** What a release of the directory changed of what a past transaction was screened to be. */
export const complianceFinding = z.object({
  _id: z.string(),
  /** As it is now. */
  transaction: complianceTransaction,
  release: z.object({
    number: z.int(),
    /** The list that was brought in; null: it is not there any more. */
    source: z.string().nullable(),
    at: z.iso.datetime().nullable(),
  }),
  /** Status of the transaction at the time; null: not recorded. */
  statusThen: complianceTransaction.shape.status.nullable(),
  foundAt: z.iso.datetime(),
  before: state,
  /** `failed`: it could not be screened again; the transaction is as it was. */
  after: state,
  /** Counterparties with a different owner than before. */
  counterparties: z.array(z.object({ address: z.string(), before: owner, after: owner })),
  /** Null: not reviewed yet. */
  seen: z
    .object({
      by: z.object({ _id: z.string(), name: z.string(), email: z.string() }),
      at: z.iso.datetime(),
      note: z.string().nullable(),
    })
    .nullable(),
});
export type ComplianceFinding = z.infer<typeof complianceFinding>;

const listComplianceFindings = endpoint({
  id: 'listComplianceFindings',
  method: 'GET',
  path: '/compliance/findings',
  access: inOrganization('compliance.read', 'header'),
  scope: 'read',
  tag,
  summary: 'Changes to past screening results after label and list updates, newest first',
  description:
    'After a directory release, affected transactions are screened again. A different result is recorded as a finding, regardless of the status of the transaction; decisions do not change.',
  query: z.object({
    status: z.enum(['new', 'seen', 'all']).default('new'),
    transactionId: z.uuid().optional(),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(findingLimits.pageSize),
  }),
  response: z.object({
    success: ok,
    data: z.object({ findings: z.array(complianceFinding) }),
    total: z.int(),
    page: z.int(),
    limit: z.int(),
  }),
});

const markComplianceFindings = endpoint({
  id: 'markComplianceFindings',
  method: 'POST',
  path: '/compliance/findings/seen',
  access: inOrganization('compliance.review', 'header'),
  scope: 'review',
  tag,
  summary: 'Mark findings as reviewed',
  description:
    'Findings that someone else reviewed keep their reviewer. 404 if the organization does not have one of them.',
  body: z.object({
    findingIds: z.array(z.uuid()).min(1).max(findingLimits.bulk),
    note: multilineText.trim().min(1).max(findingLimits.note).optional(),
  }),
  response: z.object({ success: ok, data: z.object({ marked: z.int() }) }),
});

export const complianceFindingEndpoints = { listComplianceFindings, markComplianceFindings } as const;
