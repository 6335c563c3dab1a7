import { z } from 'zod';
import { coverage } from './chain-shapes.ts';
import { endpoint } from './endpoint.ts';

/** What a source of blocks does; `target` is the height at which loading ends. */
export const sourceStatus = z.discriminatedUnion('phase', [
  z.object({ phase: z.literal('starting') }),
  z.object({ phase: z.literal('loading'), height: z.int(), target: z.int() }),
  z.object({ phase: z.literal('following'), height: z.int() }),
  z.object({ phase: z.literal('failed'), reason: z.string() }),
]);
export type SourceStatus = z.infer<typeof sourceStatus>;

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
    ethereum: z.object({ source: z.string(), height: z.int().nullable() }),
  }),
});
