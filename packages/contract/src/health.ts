import { z } from 'zod';
import { coverage } from './chain-shapes.ts';
import { endpoint } from './endpoint.ts';

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
      network: z.string().nullable(),
      height: z.int().nullable(),
      coverage,
    }),
    ethereum: z.object({ source: z.string(), height: z.int().nullable() }),
  }),
});
