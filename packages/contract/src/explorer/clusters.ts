import { z } from 'zod';
import { coverage, pagination } from './chain-shapes.ts';
import { explorerPageSize, maxPageSize } from '../constants.ts';
import { endpoint } from '../endpoint.ts';

/** What speaks for an output being the change. */
const changeSignals = [
  'address_reuse',
  'script_type',
  'uneven_amount',
  'fresh_address',
  'optimal_change',
  'same_software',
  'other_software',
] as const;

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

const probability = z.number().min(0).max(1);

/** A payment whose change is probably of the payer. */
const ownerLink = z.object({
  txid: z.string(),
  block: z.int(),
  /** Address that paid, and the one that received the change. */
  payer: z.string(),
  change: z.string(),
  output: z.int(),
  probability,
  signals: z.array(z.enum(changeSignals)),
});
export type OwnerLinkView = z.infer<typeof ownerLink>;

export const getProbableOwner = endpoint({
  id: 'getProbableOwner',
  method: 'GET',
  path: '/blockchain/bitcoin/address/:addr/probable-owner',
  access: 'user',
  scope: 'read',
  tag: 'blockchain',
  summary: 'Addresses that probably have the same owner as a Bitcoin address',
  description:
    'Connects co-spend clusters where one paid and the other one probably received the change, each by the way whose weakest link is strongest. Inferred, unlike the clusters, which stay separate. Reads at most 500 transactions, the newest 100 of each address, and 100 addresses of a cluster; `complete` is false where there may be more.',
  atOnce: 2,
  params: z.object({ addr: z.string().max(120) }),
  query: z.object({
    /** Probability that each link needs. */
    odds: z.coerce.number().min(0.5).max(0.9999).default(0.99),
  }),
  response: z.object({
    success: z.literal(true),
    blockchain: z.literal('bitcoin'),
    data: z.object({
      address: z.string(),
      odds: probability,
      /** Addresses of all parts; null without clusters. */
      addresses: z.int().nullable(),
      /** Transactions that were read. */
      transactions: z.int(),
      complete: z.boolean(),
      /** Clusters go up to this block; null: none yet, and no parts. */
      up_to: z.int().nullable(),
    }),
    /** Clusters and single addresses: first the one of the address itself, then others by their weakest link, the surest first. */
    parts: z.array(
      z.object({
        /** `cospend_id` of the cluster, or the single address. */
        addr: z.string(),
        size: z.int(),
        /** Probability of the weakest link on the way to it, rounded down; 1 for the first part. */
        weakest: probability,
        /** How it was found; null for the first part. */
        link: ownerLink.nullable(),
      }),
    ),
    coverage,
  }),
});
export type ProbableOwnerPart = z.infer<typeof getProbableOwner.response>['parts'][number];

/** The calls about clusters by their ids. */
export const clusterEndpoints = { getAddressCluster, getProbableOwner } as const;
