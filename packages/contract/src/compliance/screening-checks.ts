import { riskLevels } from '@hopscope/domain';
import { z } from 'zod';
import { endpoint, inOrganization } from '../endpoint.ts';
import { blockchain } from '../explorer/chain-shapes.ts';
import { riskExposure, riskScoreBasis } from '../risk/risk.ts';
import {
  clientRisks,
  screeningDecisions,
  screeningRule,
  screeningRules,
  transferDirections,
  unscoredStates,
} from './screening-rules.ts';

/** Limits of screening calls. */
export const screeningLimits = {
  addresses: 1_000,
  /** Exposures in an answer, the largest first. */
  exposures: 20,
  /** Milliseconds that a caller waits at most. */
  budgetMs: 30_000,
  idempotencyHours: 24,
  /** Checks that a dry run decides again. */
  tried: 10_000,
} as const;

const tag = 'screening';
const text = (most: number) => z.string().trim().min(1).max(most);
const decision = z.enum(screeningDecisions);
const fired = screeningRule.pick({ id: true, name: true, decision: true });
const budgetMs = z.int().min(0).max(screeningLimits.budgetMs).default(2_000);

/** A planned or completed transfer. */
export const screenedTransfer = z
  .object({
    blockchain,
    /** A token by its contract; without it, the coin of the chain. */
    asset: z.string().max(80).optional(),
    /** In the smallest unit. */
    amount: z.string().regex(/^(0|[1-9]\d{0,77})$/, 'Enter a whole number of the smallest unit'),
    /** Seen from the organization: `in` is a deposit, `out` a withdrawal. */
    direction: z.enum(transferDirections),
    from: text(200).optional(),
    to: text(200).optional(),
    /** Hash of a completed transfer. */
    transaction: text(200).optional(),
    /** Reference of the client, and how risky the organization considers it. */
    client: z.object({ id: text(200), risk: z.enum(clientRisks).optional() }).optional(),
    /** Country of the counterparty (ISO 3166-1), if the caller knows it. */
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .optional(),
    budgetMs,
  })
  .superRefine((body, context) => {
    const missing = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (body.direction === 'out' && body.to === undefined) missing('to', 'Name the receiver');
    if (body.direction === 'in' && body.from === undefined && body.transaction === undefined) {
      missing('transaction', 'Name the transaction or the sender');
    }
  });
export type ScreenedTransfer = z.output<typeof screenedTransfer>;

const verdict = z.object({
  state: z.enum(['scored', ...unscoredStates]),
  /** Why there is no score; null if there is one. */
  reason: z.string().nullable(),
  score: z.int().min(0).max(100).nullable(),
  level: z.enum(riskLevels),
  /** SHA-256 of the record of the score; null: there is no record. */
  hash: z.string().nullable(),
});

/** A check of a transfer. While it is `pending`, decision and score are null. */
export const screeningCheck = z.object({
  _id: z.string(),
  state: z.enum(['pending', 'decided']),
  decision: decision.nullable(),
  createdAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  transfer: z.object({
    blockchain,
    asset: z.string().nullable(),
    amount: z.string(),
    direction: z.enum(transferDirections),
    from: z.string().nullable(),
    to: z.string().nullable(),
    transaction: z.string().nullable(),
    client: z.object({ id: z.string(), risk: z.enum(clientRisks).nullable() }).nullable(),
    country: z.string().nullable(),
  }),
  /** What the score is of: the counterparty's address, or the transaction. */
  subject: z.object({ type: z.enum(['address', 'transaction']), identifier: z.string() }),
  score: verdict.nullable(),
  /** Value in US cents; null: unknown. */
  cents: z.string().nullable(),
  exposures: z.array(riskExposure),
  /** Rules that hold, in their order. */
  rules: z.array(fired),
  /** Number of the version of the rules; 0: the default. */
  rulesVersion: z.int().nullable(),
  /** State that the score depends on. */
  basis: riskScoreBasis.nullable(),
});
export type ScreeningCheck = z.infer<typeof screeningCheck>;

/** Decision about one of several addresses. */
export const screenedAddress = z.object({
  address: z.string(),
  decision: decision.nullable(),
  score: verdict.nullable(),
  rules: z.array(fired),
  /** Why the address was refused; null if it wasn't. */
  problem: z.string().nullable(),
});
export type ScreenedAddress = z.infer<typeof screenedAddress>;

/** A version of the rules of an organization. */
const rulesRow = z.object({
  /** 0: the default. */
  number: z.int(),
  state: z.enum(['draft', 'active', 'replaced']),
  rules: z.array(screeningRule),
  reason: z.string().nullable(),
  writtenBy: z.string().nullable(),
  writtenAt: z.iso.datetime().nullable(),
  activatedBy: z.string().nullable(),
  activatedAt: z.iso.datetime().nullable(),
});
export type ScreeningRulesRow = z.infer<typeof rulesRow>;

const idempotent =
  'With the header `Idempotency-Key`, a repeated request within 24 hours returns the same check instead of a new one; 409 for a different body.';
const one = z.object({ success: z.literal(true), data: screeningCheck });
const access = inOrganization('compliance.review', 'header');
const reading = inOrganization('compliance.read', 'header');
const byId = z.object({ id: z.string() });

const screenTransfer = endpoint({
  id: 'screenTransfer',
  method: 'POST',
  path: '/screening/transfers',
  access,
  scope: 'screen',
  tag,
  summary: 'Screen a planned or completed transfer by the rules of the organization',
  description: `Waits for \`budgetMs\` at most. A check that takes longer, or whose transaction is not in the ledger yet, is answered as \`pending\` and decided later. ${idempotent}`,
  status: 201,
  body: screenedTransfer,
  response: one,
});

const getScreeningCheck = endpoint({
  id: 'getScreeningCheck',
  method: 'GET',
  path: '/screening/transfers/:id',
  access: reading,
  scope: 'screen',
  tag,
  summary: 'A check of a transfer',
  params: byId,
  response: one,
});

const listScreeningChecks = endpoint({
  id: 'listScreeningChecks',
  method: 'GET',
  path: '/screening/transfers',
  access: reading,
  scope: 'screen',
  tag,
  summary: 'Checks of transfers, the newest first',
  description: '`before` is `next` of the previous page.',
  query: z.object({
    decision: decision.optional(),
    client: z.string().max(200).optional(),
    before: z.string().max(100).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.array(screeningCheck.omit({ exposures: true, basis: true })),
    next: z.string().nullable(),
  }),
});

const recordScreeningCheck = endpoint({
  id: 'recordScreeningCheck',
  method: 'GET',
  path: '/screening/transfers/:id/record',
  access: reading,
  scope: 'screen',
  tag,
  summary: 'Record of the score of a check, computed again for the state of the check',
  description:
    '`npm run verify-score -- file.json` verifies it. 409 if it differs from the hash in the check, because blocks or clusters below the state have changed since. 403 if it names an entity that the caller has no access to.',
  params: byId,
  answers: 'application/json',
  response: z.string(),
});

const screenAddresses = endpoint({
  id: 'screenAddresses',
  method: 'POST',
  path: '/screening/addresses',
  access,
  scope: 'screen',
  tag,
  atOnce: 4,
  maxValues: 10_000,
  summary: 'Decide on up to 1,000 addresses by the rules of the organization',
  description: `Rows are in request order. Conditions on value, country, and client never hold. Nothing is stored.`,
  body: z.object({
    direction: z.enum(transferDirections).default('out'),
    addresses: z
      .array(z.object({ address: text(200), blockchain: blockchain.optional() }))
      .min(1)
      .max(screeningLimits.addresses),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.array(screenedAddress),
    rulesVersion: z.int(),
  }),
});

const listScreeningRules = endpoint({
  id: 'listScreeningRules',
  method: 'GET',
  path: '/organizations/:id/screening-rules',
  access: inOrganization('risk.read'),
  scope: 'read',
  tag,
  summary: 'Versions of the screening rules, the newest first; the default is the last',
  params: byId,
  response: z.object({ success: z.literal(true), data: z.array(rulesRow) }),
});

const draftScreeningRules = endpoint({
  id: 'draftScreeningRules',
  method: 'PUT',
  path: '/organizations/:id/screening-rules/draft',
  access: inOrganization('risk.manage'),
  tag,
  summary: 'Write the draft of the next version of the screening rules',
  params: byId,
  body: z.object({ rules: screeningRules, reason: text(500) }),
  response: z.object({ success: z.literal(true), data: rulesRow }),
});

const tryScreeningRules = endpoint({
  id: 'tryScreeningRules',
  method: 'POST',
  path: '/organizations/:id/screening-rules/draft/try',
  access: inOrganization('risk.read'),
  tag,
  atOnce: 1,
  summary: 'Decide on the latest checks by the draft, and compare with the active rules',
  description:
    'Uses the facts that were stored with each check, so that only the rules differ. 404 without a draft.',
  params: byId,
  body: z.object({ checks: z.int().min(1).max(screeningLimits.tried).default(1_000) }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      looked: z.int(),
      changed: z.int(),
      /** Numbers of checks by both decisions, without those that are equal. */
      changes: z.array(z.object({ active: decision, draft: decision, checks: z.int() })),
      /** The latest ones that would change. */
      examples: z.array(z.object({ checkId: z.string(), active: decision, draft: decision })),
    }),
  }),
});

const activateScreeningRules = endpoint({
  id: 'activateScreeningRules',
  method: 'POST',
  path: '/organizations/:id/screening-rules/draft/activate',
  access: inOrganization('risk.manage'),
  tag,
  summary: 'Activate the draft of the screening rules, as a second person',
  description:
    '403 for the person who wrote the draft. 409 if the draft is not version `number` or was written again after `writtenAt`.',
  params: byId,
  body: z.object({ number: z.int(), writtenAt: z.iso.datetime() }),
  response: z.object({ success: z.literal(true), data: rulesRow }),
});

/** Screening of transfers and addresses, and its rules. */
export const screeningEndpoints = {
  screenTransfer,
  getScreeningCheck,
  listScreeningChecks,
  recordScreeningCheck,
  screenAddresses,
  listScreeningRules,
  draftScreeningRules,
  tryScreeningRules,
  activateScreeningRules,
} as const;
