import { riskLevels } from '@hopscope/domain';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { riskIdentifierTypes, riskMethods } from './risk.ts';

const ok = z.literal(true);
const tag = 'risk';
const state = z.enum(['scored', 'not_enough_seen', 'nothing_known', 'not_covered', 'failed']);
const points = z.int().min(0).max(100);
const factor = z.object({ id: z.string(), name: z.string(), points: z.int() });
const count = z.int().min(0);

const historyRow = z.object({
  at: z.iso.datetime(),
  /** Cause: a request, or a directory release. */
  cause: z.enum(['asked', 'release']),
  release: z.int().nullable(),
  height: z.int().nullable(),
  blockHash: z.string().nullable(),
  directoryVersion: z.int(),
  profileVersion: z.string(),
  method: z.enum(riskMethods),
  state,
  overallRisk: z.number().min(0).max(1).nullable(),
  score: points.nullable(),
  level: z.enum(riskLevels),
  /** Hash of the score record. */
  hash: z.string(),
  factors: z.array(factor),
  /** Differences from the previous score with the same profile; null: none. */
  difference: z
    .object({
      state: z.object({ before: state, after: state }),
      score: z.object({ before: points.nullable(), after: points.nullable() }),
      came: z.array(factor),
      went: z.array(factor),
      changed: z.array(z.object({ id: z.string(), name: z.string(), before: z.int(), after: z.int() })),
    })
    .nullable(),
});

export const listRiskHistory = endpoint({
  id: 'listRiskHistory',
  method: 'GET',
  path: '/risk-scoring/history',
  access: 'user',
  scope: 'read',
  tag,
  summary: 'Score history, newest first, with the differences from the previous score',
  description:
    'One row per change in state, score, or points. With the header `x-organization-id`, the history of that organization; without it, of requests without an organization.',
  query: z.object({
    identifier: z.string().min(1).max(200),
    type: z.enum(riskIdentifierTypes).default('address'),
    /** Of Ethereum: a token by its contract; without it ether. */
    asset: z.string().max(80).optional(),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  response: z.object({
    success: ok,
    data: z.array(historyRow),
    total: count,
    page: z.int(),
    limit: z.int(),
  }),
});

export const getRescoring = endpoint({
  id: 'getRescoring',
  method: 'GET',
  path: '/risk-scoring/rescore',
  access: 'operator',
  tag,
  summary: 'Progress of rescoring after directory releases',
  response: z.object({
    success: ok,
    data: z.object({
      queued: count,
      /** Since the queue was last empty: scores recalculated, changed, and failed. */
      done: count,
      differed: count,
      failed: count,
      /** Last processed release, and the newest one. */
      release: count,
      directoryVersion: count,
      beganAt: z.iso.datetime().nullable(),
      endedAt: z.iso.datetime().nullable(),
      seconds: count.nullable(),
    }),
  }),
});

export const riskHistoryEndpoints = { listRiskHistory, getRescoring } as const;
