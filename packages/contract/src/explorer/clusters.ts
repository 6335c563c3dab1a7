import { z } from 'zod';
import { coverage, pagination } from './chain-shapes.ts';
import { explorerPageSize, maxPageSize } from '../constants.ts';
import { endpoint } from '../endpoint.ts';

/** The transaction in which an address was first spent together with another. */
const evidence = z.object({ txid: z.string(), block: z.int() });

export const getAddressCluster = endpoint({
  id: 'getAddressCluster',
  method: 'GET',
  path: '/blockchain/bitcoin/address/:addr/cluster',
  access: 'user',
  tag: 'blockchain',
  summary: 'The addresses that were spent together with a Bitcoin address, directly or over others',
  description:
    'Who signs for all inputs of a transaction owns them all, so their addresses belong together, but not where the transaction is a CoinJoin, may be one, or looks like a PayJoin. Pages of members keep their order while the cluster is not joined to another. `cospend_id` and `size` are null while clusters are being made.',
  params: z.object({ addr: z.string().max(120) }),
  query: z.object({
    page: z.coerce.number().int().min(1).max(1_000_000_000).default(1),
    limit: z.coerce.number().int().min(1).max(maxPageSize).default(explorerPageSize),
  }),
  response: z.object({
    success: z.literal(true),
    blockchain: z.literal('bitcoin'),
    data: z.object({
      address: z.string(),
      /** Names the cluster: one of its addresses, that of the largest part that was joined; the address itself where it is alone. */
      cospend_id: z.string().nullable(),
      /** Addresses in the cluster; 1 where the address was never spent together with another. */
      size: z.int().nullable(),
      /** Clusters go up to this block; null: none yet. */
      up_to: z.int().nullable(),
      /** null where the address was never spent together with another. */
      evidence: evidence.nullable(),
    }),
    /** Addresses of the cluster, that of `cospend_id` first; empty where the address is alone. */
    members: z.array(z.object({ addr: z.string(), evidence })),
    pagination,
    coverage,
  }),
});

/** The call about clusters by its id. */
export const clusterEndpoints = { getAddressCluster } as const;
