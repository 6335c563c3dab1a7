import { riskBands } from '@hopscope/domain';
import { z } from 'zod';
import { endpoint, inOrganization } from '../endpoint.ts';

const ok = z.literal(true);
const tag = 'compliance';
const day = z.iso.date();
const count = z.int().nonnegative();
/** Whole seconds; null: nothing was measured. */
const seconds = count.nullable();

export const teamLimits = { days: 371, weeks: 12, rules: 100, cells: 10_000 } as const;

/** How long open transactions have been known, by their upper ends in hours; the last has none. */
export const ageBands = ['under_4h', 'under_24h', 'under_3d', 'under_7d', 'older'] as const;
export type AgeBand = (typeof ageBands)[number];

const times = z.object({ count, median: seconds, p90: seconds });

/** Share of valid decisions without a report; `rate` from 0 to 1, null if there are none. */
const falsePositives = z.object({ reviewed: count, falsePositives: count, rate: z.number().nullable() });
export type FalsePositives = z.infer<typeof falsePositives>;

/** Figures of a period; see docs/guide/team.md for what each one counts. */
const figures = z.object({
  decided: z.object({ APPROVED: count, CLOSED_WITH_NOTE: count, CLOSED_WITH_SAR: count }),
  reopened: count,
  firstReview: times,
  decision: times,
  overThreshold: falsePositives,
});
export type TeamFigures = z.infer<typeof figures>;

const person = z.object({ _id: z.string(), name: z.string(), email: z.string() });

const teamReport = z.object({
  /** Whole weeks (ISO 8601, UTC): from a Monday to a Sunday. */
  from: day,
  to: day,
  /** Time of the figures, including the backlog. */
  at: z.iso.datetime(),
  /** `own`: only those of the caller. */
  scope: z.enum(['everybody', 'own']),
  total: figures,
  /** Ascending, those in which nothing was done too. */
  weeks: z.array(figures.extend({ week: z.string(), from: day })),
  /** Most decisions first. */
  people: z.array(figures.extend({ person, former: z.boolean() })),
  /** Of each person and week with anything done; newest weeks first. */
  cells: z.array(figures.extend({ week: z.string(), personId: z.string() })),
  /** Some cells are left out. */
  cellsCut: z.boolean(),
  /** Most decisions first. */
  rules: z.array(
    falsePositives.extend({
      ruleId: z.string(),
      /** Null: the rule is not there any more. */
      name: z.string().nullable(),
      deleted: z.boolean(),
    }),
  ),
  rulesInAll: count,
  backlog: z.object({
    total: count,
    ages: z.record(z.enum(ageBands), count),
    /** Null where no clock runs: low and unknown risk. */
    risks: z.array(z.object({ band: z.enum(riskBands), open: count, overdue: count.nullable() })),
  }),
});
export type TeamReport = z.infer<typeof teamReport>;

const range = {
  /** Days (UTC); whole weeks are counted. */
  from: day.optional(),
  to: day.optional(),
};
const description =
  'ISO 8601 weeks in UTC; the range is extended to whole weeks. Managers and above get the figures of all members, team members only their own. Without a range: the last twelve weeks. At most 53 weeks.';

const getComplianceTeam = endpoint({
  id: 'getComplianceTeam',
  method: 'GET',
  path: '/compliance/team',
  access: inOrganization('compliance.read', 'header'),
  tag,
  summary: 'Times and outcomes of decisions by week, person, and alert rule, and the backlog',
  description,
  query: z.object(range),
  response: z.object({ success: ok, data: teamReport }),
});

const exportComplianceTeam = endpoint({
  id: 'exportComplianceTeam',
  method: 'GET',
  path: '/compliance/team/export',
  access: inOrganization('compliance.read', 'header'),
  tag,
  atOnce: 3,
  summary: 'The same figures as a file',
  description,
  answers: ['text/csv', 'application/json'],
  query: z.object({ ...range, format: z.enum(['csv', 'json']).default('csv') }),
  response: z.string(),
});

const countComplianceDays = endpoint({
  id: 'countComplianceDays',
  method: 'GET',
  path: '/compliance/transactions/days',
  access: inOrganization('compliance.read', 'header'),
  scope: 'read',
  tag,
  summary: 'Number of listed transactions by day (UTC) and risk level',
  description: 'At most 371 days (53 weeks); days without transactions are omitted.',
  query: z.object({ from: day, to: day }),
  response: z.object({
    success: ok,
    data: z.array(
      z.object({
        date: day,
        high: z.int().nonnegative(),
        medium: z.int().nonnegative(),
        low: z.int().nonnegative(),
        /** Without a score. */
        unknown: z.int().nonnegative(),
      }),
    ),
  }),
});

/** Newest transactions and clients that `listComplianceClients` counts. */
export const clientCategoryLimits = { transactions: 20_000, clients: 20 } as const;

const listComplianceClients = endpoint({
  id: 'listComplianceClients',
  method: 'GET',
  path: '/compliance/transactions/clients',
  access: inOrganization('compliance.read', 'header'),
  scope: 'read',
  tag,
  summary: 'Listed transactions by client and category of their direct counterparties',
  description: `Of days in UTC, at most 371: the newest ${String(clientCategoryLimits.transactions)} transactions, and the ${String(clientCategoryLimits.clients)} clients with most of them. A transaction counts once, for the most severe category of its counterparties by the active risk profile.`,
  query: z.object({ from: day, to: day }),
  response: z.object({
    success: ok,
    data: z.object({
      clients: z.array(
        z.object({
          /** Null: without client. */
          clientId: z.string().nullable(),
          transactions: z.int().positive(),
          /** Most severe first; they add up to `transactions`. */
          categories: z.array(
            z.object({
              /** Null: no counterparty is known. */
              category: z.string().nullable(),
              categoryName: z.string(),
              /** 0 to 100; null: unknown. */
              severity: z.int().min(0).max(100).nullable(),
              transactions: z.int().positive(),
            }),
          ),
        }),
      ),
      clientsInAll: count,
      read: count,
      /** False: older transactions of these days were not counted. */
      complete: z.boolean(),
    }),
  }),
});

export const complianceTeamEndpoints = {
  getComplianceTeam,
  exportComplianceTeam,
  countComplianceDays,
  listComplianceClients,
} as const;
