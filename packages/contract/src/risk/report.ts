import { riskLevels } from '@hopscope/domain';
import { z } from 'zod';
import { blockchain } from '../explorer/chain-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { units } from '../explorer/ethereum-shapes.ts';
import { convertedAsset } from './risk.ts';

const tag = 'risk';
const list = <T extends z.ZodType>(item: T) => z.array(item).readonly();
/** Whole numbers of parts per million of 1. */
const millionths = z.int();
const level = z.enum(riskLevels);
const direction = z.enum(['in', 'out']);

const label = z.object({
  entity: z.string(),
  source: z.string(),
  date: z.string().nullable(),
  confidence: z.int(),
});

const factor = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  severity: level,
  contribution: millionths,
  hops: z.int().nullable(),
  evidence: list(z.object({ transaction: z.string(), amount: units, hops: z.int().nullable() })),
  transactions: z.int(),
  labels: list(label),
});

const exposure = z.object({
  direction,
  category: z.string(),
  entity: z.string().nullable(),
  amount: units,
  share: millionths,
  hops: z.int(),
  path: list(
    z.object({
      transaction: z.string(),
      address: z.string().nullable(),
      owner: z.string().nullable(),
      amount: units,
      converted: convertedAsset.nullable().optional(),
      odds: z.number().min(0).max(1).nullable().optional(),
    }),
  ),
});

const group = z.object({
  name: z.string(),
  score: millionths.nullable(),
  weight: millionths,
  weighted: millionths,
  raised: millionths,
});

/** A risk report with its hash; see docs/guide/report.md. */
const riskReport = z.object({
  version: z.literal(1),
  generatedAt: z.iso.datetime(),
  address: z.string(),
  blockchain,
  network: z.string(),
  fictional: z.boolean(),
  owner: z
    .object({
      name: z.string(),
      entityId: z.string(),
      type: z.string().nullable(),
      labels: list(label),
    })
    .nullable(),
  score: z.object({
    state: z.enum(['scored', 'not_enough_seen', 'nothing_known', 'not_covered', 'failed']),
    reason: z.string().nullable(),
    overall: millionths.nullable(),
    level,
    groups: list(group),
  }),
  factors: list(factor),
  exposures: list(exposure),
  coverage: list(
    z.object({ direction, total: units, known: millionths, unknown: millionths, notWalked: millionths }),
  ),
  notAssessed: list(z.string()),
  asset: z.object({ symbol: z.string(), decimals: z.int() }),
  price: z.object({ micros: z.string(), at: z.iso.datetime(), source: z.string() }).nullable(),
  method: z.object({ taint: z.string(), description: z.string(), hops: z.int(), budget: z.int() }),
  versions: z.object({
    ledger: z.object({ height: z.int(), hash: z.string() }).nullable(),
    other: z.object({ height: z.int(), hash: z.string() }).nullable(),
    directory: z.object({ version: z.int(), asOf: z.string() }),
    profile: z.object({ name: z.string(), version: z.string() }),
    application: z.string(),
  }),
  sources: list(z.object({ name: z.string(), date: z.string().nullable(), license: z.string().nullable() })),
  signatureHash: z.string(),
});

/** Subject of the report: an address, and on Ethereum a token contract (default: ether). */
const body = z.object({ address: z.string().min(1).max(200), asset: z.string().max(80).optional() });
const state = z.object({
  /** The ledger as it was at the end of this block. */
  height: z.coerce.number().int().min(0).optional(),
  /** The directory as it was at the end of this day. */
  asOf: z.iso.date().optional(),
});

export const makeReport = endpoint({
  id: 'makeReport',
  method: 'POST',
  path: '/report',
  access: 'user',
  scope: 'read',
  tag,
  summary: 'Risk report of an address, sealed with its hash',
  description:
    'Uses the profile and the names of the organization in the header `x-organization-id`. If the score is unknown or not covered, the report states it.',
  query: state,
  body,
  response: z.object({ success: z.literal(true), data: riskReport }),
});

export const makeReportFile = endpoint({
  id: 'makeReportFile',
  method: 'POST',
  path: '/report/pdf',
  access: 'user',
  scope: 'read',
  tag,
  atOnce: 3,
  summary: 'The same report as a PDF',
  query: state,
  body,
  answers: 'application/pdf',
  response: z.unknown(),
});

export const reportEndpoints = { makeReport, makeReportFile } as const;
