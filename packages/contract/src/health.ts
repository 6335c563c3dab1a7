import { z } from 'zod';
import { coverage } from './chain-shapes.ts';
import { endpoint } from './endpoint.ts';

/** What a source of blocks does; `target` is the height at which loading ends. */
export const sourceStatus = z.discriminatedUnion('phase', [
  z.object({ phase: z.literal('starting') }),
  z.object({ phase: z.literal('loading'), height: z.int(), target: z.int() }),
  z.object({ phase: z.literal('following'), height: z.int() }),
  /** Something passing is in the way; the source tries again. `height` is the newest block held, null where unknown. */
  z.object({ phase: z.literal('retrying'), reason: z.string(), height: z.int().nullable() }),
  z.object({ phase: z.literal('failed'), reason: z.string() }),
]);
export type SourceStatus = z.infer<typeof sourceStatus>;

/** What an Ethereum node said of itself. */
export const ethereumNode = z.object({
  /** Name and version; null where it does not say them. */
  client: z.string().nullable(),
  receipts: z.enum(['block', 'transaction']),
  /** null: no traces, internal transfers stay unknown. */
  traces: z.enum(['trace_block', 'callTracer']).nullable(),
  /** Whether it knows balances of the past. */
  archive: z.boolean(),
  /** Heights of the beacon chain's tags; null where the node does not know them. */
  safe: z.int().nullable(),
  finalized: z.int().nullable(),
});
export type EthereumNode = z.infer<typeof ethereumNode>;

/** For load balancers and people: 200 while the process can answer and its database does. */
export const getHealth = endpoint({
  id: 'getHealth',
  method: 'GET',
  path: '/health',
  access: 'public',
  tag: 'health',
  summary: 'Liveness, readiness and what the ledger holds',
  response: z.object({
    success: z.literal(true),
    status: z.enum(['ok', 'degraded']),
    version: z.string(),
    uptimeSeconds: z.int(),
    database: z.object({ engine: z.enum(['pglite', 'postgres']), ok: z.boolean() }),
    bitcoin: z.object({
      source: z.string(),
      /** null where blocks come from nowhere while the server runs. */
      status: sourceStatus.nullable(),
      network: z.string().nullable(),
      height: z.int().nullable(),
      coverage,
    }),
    ethereum: z.object({
      source: z.string(),
      status: sourceStatus.nullable(),
      network: z.string().nullable(),
      height: z.int().nullable(),
      coverage,
      /** null where no node is asked, or none has answered yet. */
      node: ethereumNode.nullable(),
    }),
  }),
});
