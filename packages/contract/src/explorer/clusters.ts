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
  scope: 'read',
  tag: 'blockchain',
  summary: 'Co-spend cluster of a Bitcoin address',
  description:
    'Addresses that are inputs of one transaction have a common owner, except in confirmed or possible CoinJoins and possible PayJoins. Pages keep their order until the cluster is merged with another. `cospend_id` and `size` are null while clusters are being computed.',
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
      /**
       * One of the addresses of the cluster, from its largest merged part, which names it; the address itself if not in a
       * cluster.
       */
      cospend_id: z.string().nullable(),
      /** Addresses in the cluster; 1 where the address was never spent together with another. */
      size: z.int().nullable(),
      /** Clusters go up to this block; null: none yet. */
      up_to: z.int().nullable(),
      /** null where the address was never spent together with another. */
      evidence: evidence.nullable(),
    }),
    /** Addresses of the cluster, starting with `cospend_id`; empty if not in a cluster. */
    members: z.array(z.object({ addr: z.string(), evidence })),
    pagination,
    coverage,
  }),
});

/** The call about clusters by its id. */
export const clusterEndpoints = { getAddressCluster } as const;
