import { riskLevels } from '@hopscope/domain';
import { z } from 'zod';
import { blockchain, coverage } from '../explorer/chain-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { units } from '../explorer/ethereum-shapes.ts';

const ok = z.literal(true);
const tag = 'risk';
/** Scores, shares and contributions: fractions of 1 with at most six decimals. */
const fraction = z.number().min(0).max(1);
const points = z.int().min(0).max(100);
const day = z.iso.date();

/** Types of subjects that have a score. */
export const riskIdentifierTypes = ['address', 'cluster', 'entity', 'transaction'] as const;
/** Taint methods. */
export const riskMethods = ['haircut', 'fifo', 'lifo', 'poison'] as const;
export type RiskMethod = (typeof riskMethods)[number];

const direction = z.enum(['backward', 'forward']);
const level = z.enum(riskLevels);

const label = z.object({
  entity: z.string(),
  name: z.string(),
  categories: z.array(z.string()),
  address: z.string(),
  kind: z.enum(['direct', 'derived', 'inherited']),
  confidence: z.int(),
  source: z.string(),
  since: z.string().nullable(),
});

/** Asset behind a conversion; a token without a symbol has only its contract. */
export const convertedAsset = z.object({ symbol: z.string().nullable(), contract: z.string().nullable() });

/** Steps from the address in question outwards. */
const pathStep = z.object({
  transaction: z.string(),
  address: z.string().nullable(),
  /** In the asset of the score. */
  amount: units,
  /**
   * Asset that it became in this step (received: that it was before), if it was converted. On another chain than the step before:
   * it crossed a bridge.
   */
  converted: convertedAsset.nullable(),
  /** Odds that it is this step, where the path goes on by a link through a mixer; null: it is. */
  odds: fraction.nullable(),
});
export type RiskPathStep = z.infer<typeof pathStep>;

/** `amount`: 0 if the transaction says something about an account, but moved nothing of the asset. */
const evidence = z.object({ transaction: z.string(), amount: units, hops: z.int().nullable() });

const rest = z.object({
  reason: z.enum(['not_in_ledger', 'hops', 'budget', 'rounds', 'dust', 'hub', 'not_listed']),
  amount: units,
  share: fraction,
});

/** Exposure to entities of a category. */
export const riskExposure = z.object({
  direction,
  category: z.string(),
  categoryName: z.string(),
  severity: points,
  entity: z.object({ id: z.string(), name: z.string() }).nullable(),
  amount: units,
  /** Share of the total in this direction; shares of exposures and rests add up to 1. */
  share: fraction,
  hops: z.int(),
  byHops: z.array(z.object({ hops: z.int(), amount: units })),
  path: z.array(pathStep),
  evidence: z.array(evidence),
  /** How many transactions there are; the largest are in `evidence`. */
  transactions: z.int(),
  labels: z.array(label),
});
export type RiskExposure = z.infer<typeof riskExposure>;

const walk = z.object({
  direction,
  total: units,
  exposures: z.array(riskExposure),
  /** What has no answer, and why. */
  rests: z.array(rest),
  reads: z.int(),
  /** Why there is no result; null if there is one. */
  failed: z.string().nullable(),
});
export type RiskWalk = z.infer<typeof walk>;

const factorEntity = z.object({
  id: z.string().nullable(),
  name: z.string(),
  amount: units,
  share: fraction,
  hops: z.int(),
  path: z.array(pathStep),
});

const factor = z.object({
  id: z.string(),
  name: z.string(),
  severity: level,
  /** How grave by itself, 0 to 1. */
  score: fraction,
  description: z.string(),
  group: z.enum(['entity', 'transaction', 'jurisdiction']),
  /** What it adds to the overall score; all of them add up to it exactly. */
  contribution: fraction,
  /** The same in whole points of 0 to 100. */
  points: z.int(),
  /** The overall score without it. */
  without: fraction,
  category: z.string().nullable(),
  direction: direction.nullable(),
  amount: units.nullable(),
  share: fraction.nullable(),
  hops: z.int().nullable(),
  entities: z.array(factorEntity),
  evidence: z.array(evidence),
  transactions: z.int(),
  labels: z.array(label),
});
export type RiskFactor = z.infer<typeof factor>;

const group = z.object({
  /** null: nothing is known that it could be of. */
  aggregateScore: fraction.nullable(),
  level,
  /** What it counts in the overall score. */
  weight: fraction,
  factors: z.array(factor),
});
export type RiskGroup = z.infer<typeof group>;

/** State that a score depends on: the same values give the same bytes. */
export const riskScoreBasis = z.object({
  blockchain,
  /** Newest block of the state; null: the ledger is empty. */
  height: z.int().nullable(),
  blockHash: z.string().nullable(),
  /** Newest block of the other chain that counts, because funds are followed over bridges; null: none does. */
  other: z.object({ height: z.int(), blockHash: z.string() }).nullable(),
  directoryVersion: z.int(),
  /** null: the directory of now. */
  asOf: z.string().nullable(),
  /** `levels`: minimum score of each level. */
  profile: z.object({
    name: z.string(),
    version: z.string(),
    levels: z.object({ high: points, medium: points, low: points }),
  }),
  method: z.enum(riskMethods),
  asset: z.object({ symbol: z.string(), contract: z.string().nullable(), decimals: z.int() }),
});

const riskScore = z.object({
  identifier: z.string(),
  type: z.enum(riskIdentifierTypes),
  /** `scored`, or why there is no number. */
  state: z.enum(['scored', 'not_enough_seen', 'nothing_known', 'not_covered', 'failed']),
  reason: z.string().nullable(),
  /** 0 to 1; null is unknown, which is not 0. */
  overallRisk: fraction.nullable(),
  score: points.nullable(),
  level,
  /**
   * Share traced to a known endpoint, in the direction with less; null: nothing moved. Below 0.8, a score below 50 is
   * `not_enough_seen`.
   */
  seen: fraction.nullable(),
  /**
   * Calculation of the score: the weighted sum of the parts, and the increase because the score is at least the `dominance`
   * share of the part `raisedBy`.
   */
  sum: z.object({
    weighted: fraction,
    raised: fraction,
    raisedBy: z.enum(['entity', 'transaction', 'jurisdiction']).nullable(),
    dominance: fraction.nullable(),
  }),
  transactionRisk: group,
  entityRisk: group,
  jurisdictionRisk: group,
  walks: z.array(walk),
  /** Parts that were not assessed, as sentences. */
  notAssessed: z.array(z.string()),
  coverage,
  basis: riskScoreBasis,
  /** SHA-256 of the canonical JSON of everything above. */
  hash: z.string(),
});
export type RiskScore = z.infer<typeof riskScore>;

const identifier = z.string().min(1).max(200);
const question = z.object({
  identifier,
  type: z.enum(riskIdentifierTypes).default('address'),
  blockchain: blockchain.optional(),
  /** Instead of the profile's. */
  method: z.enum(riskMethods).optional(),
  /** Of Ethereum: a token by its contract; without it ether. */
  asset: z.string().max(80).optional(),
});

const state = z.object({
  /** The ledger as it was at the end of this block. */
  height: z.coerce.number().int().min(0).optional(),
  /** The directory as it was at the end of this day. */
  asOf: day.optional(),
});

export const calculateRisk = endpoint({
  id: 'calculateRisk',
  method: 'POST',
  path: '/risk-scoring/calculate',
  access: 'user',
  scope: 'read',
  tag,
  summary: 'Risk score of an address, cluster, entity, or transaction with its basis',
  description:
    'Contributions of all factors add up exactly to the overall score; shares of exposures and rests add up to 1. Null means unknown, never 0. `height` and `asOf` replay an earlier state. With the header `x-organization-id`, uses the profile of that organization.',
  query: state,
  body: question,
  response: z.object({ success: ok, data: riskScore }),
});

export const recordRisk = endpoint({
  id: 'recordRisk',
  method: 'POST',
  path: '/risk-scoring/record',
  access: 'user',
  scope: 'read',
  tag,
  summary:
    'Record of a score: basis, complete profile, and answer as canonical text, which determines its hash',
  description:
    '`npm run verify-score -- file.json` recomputes it. 403 if it names an entity that the caller has no access to.',
  query: state,
  body: question,
  answers: 'application/json',
  response: z.string(),
});

export const recountRisk = endpoint({
  id: 'recountRisk',
  method: 'POST',
  path: '/risk-scoring/recount',
  access: 'user',
  scope: 'read',
  tag,
  summary: 'Risk score without some of its factors',
  description:
    'Adds up the remaining factors by the rules of the score; their points add up to the new one. IDs that are not in the score are ignored.',
  query: state,
  body: question.extend({ without: z.array(z.string().max(200)).max(200) }),
  response: z.object({
    success: ok,
    data: z.object({
      state: riskScore.shape.state,
      reason: z.string().nullable(),
      overallRisk: fraction.nullable(),
      score: points.nullable(),
      level,
      /** The remaining factors, the largest contribution first. */
      factors: z.array(z.object({ id: z.string(), contribution: fraction, points: z.int() })),
    }),
  }),
});

/** Maximum number of identifiers per bulk call. */
export const riskBulkLimit = 1000;
/** The same with `height`: each is computed anew from the ledger of then. */
export const riskBulkAtHeightLimit = 100;

const bulkRow = z.object({
  identifier: z.string(),
  type: z.enum(riskIdentifierTypes),
  state: z.enum(['scored', 'not_enough_seen', 'nothing_known', 'not_covered', 'failed', 'invalid']),
  reason: z.string().nullable(),
  overallRisk: fraction.nullable(),
  score: points.nullable(),
  level,
  /** The strongest factors, at most three. */
  factors: z.array(z.object({ id: z.string(), name: z.string(), points: z.int() })),
  hash: z.string().nullable(),
});

export const calculateRisks = endpoint({
  id: 'calculateRisks',
  method: 'POST',
  path: '/risk-scoring/bulk',
  access: 'user',
  scope: 'read',
  tag,
  atOnce: 3,
  summary: 'Risk scores of up to 1000 subjects in request order, each with its own result',
  description: `With \`height\`, at most ${String(riskBulkAtHeightLimit)}.`,
  query: state,
  body: z.object({ items: z.array(question).min(1).max(riskBulkLimit) }),
  response: z.object({ success: ok, data: z.array(bulkRow) }),
});

export const compareRiskMethods = endpoint({
  id: 'compareRiskMethods',
  method: 'POST',
  path: '/risk-scoring/methods',
  access: 'user',
  scope: 'read',
  tag,
  atOnce: 4,
  summary: 'Score by each of the four taint methods',
  query: state,
  body: question.omit({ method: true }),
  response: z.object({
    success: ok,
    data: z.array(
      z.object({
        method: z.enum(riskMethods),
        state: riskScore.shape.state,
        overallRisk: fraction.nullable(),
        score: points.nullable(),
        level,
        categories: z.array(
          z.object({
            direction,
            category: z.string(),
            categoryName: z.string(),
            severity: points,
            amount: units,
            share: fraction,
          }),
        ),
      }),
    ),
  }),
});

export const riskEndpoints = {
  calculateRisk,
  recountRisk,
  recordRisk,
  calculateRisks,
  compareRiskMethods,
} as const;
