import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { blockchain } from '../explorer/chain-shapes.ts';
import { units } from '../explorer/ethereum-shapes.ts';
import { connection, conversion } from './flow-document/index.ts';
import {
  address,
  begin,
  progress,
  problem,
  asset,
  day,
  flowTraceLimits,
  height,
  party,
  state,
  tag,
  transfer,
} from './flow-trace-shapes.ts';

const path = z.object({
  /** From the first to the last address. */
  transfers: z.array(transfer),
  /** Where funds became another asset within a transaction, or crossed to the other chain. */
  conversions: z.array(conversion),
  /** IDs of transfers and conversions, in order. */
  steps: z.array(z.string()).min(1),
  /**
   * The most that can have gone along the path, of the asset that arrives: the smallest of its transfers, in proportion where funds
   * became another asset.
   */
  width: units,
  widthAsset: connection.shape.asset,
});
export type FlowPath = z.infer<typeof path>;

/** Lines of a path search: `begin`, then `progress`, `parties` and `path`, then `end` or `error`. */
export const flowPathLine = z.discriminatedUnion('line', [
  begin,
  progress,
  z.object({ line: z.literal('parties'), parties: z.array(party) }),
  z.object({ line: z.literal('path'), direction: z.enum(['forward', 'backward']), path }),
  z.object({
    line: z.literal('end'),
    /** One per direction. `none`: no path exists within the hop limit in the searched part. */
    results: z.array(
      z.object({
        direction: z.enum(['forward', 'backward']),
        outcome: z.enum(['found', 'none', 'none_within_bounds']),
        /** No shorter (larger) one was missed for want of reading. */
        proven: z.boolean(),
      }),
    ),
    /** What was not walked through, and how many addresses (transactions, of CoinJoins). */
    notWalked: z.object({ services: z.int(), hubs: z.int(), coinJoins: z.int(), tooLarge: z.int() }),
    /** All bounds in sentences. */
    bounds: z.array(z.string()),
    reads: z.int(),
    nodes: z.int(),
    rounds: z.int(),
  }),
  problem,
]);
export type FlowPathLine = z.infer<typeof flowPathLine>;

export const findFlowPath = endpoint({
  id: 'findFlowPath',
  method: 'POST',
  path: '/flow-trace/path',
  access: 'user',
  scope: 'read',
  tag,
  atOnce: 3,
  summary: 'Path of transfers from one address to another: shortest or largest',
  description:
    'Streams JSON Lines (`flowPathLine`). A path is a sequence of transfers in chronological order, with conversions to other assets within a transaction, and crossings between Bitcoin and Ethereum where both ledgers agree. Services, mixers, and CoinJoins are not searched through unless `through` is set, because deposits to and withdrawals from an exchange are unrelated.',
  answers: 'application/x-ndjson',
  body: z.object({
    ...state,
    from: address,
    to: address,
    /** Of the first address. */
    blockchain: blockchain.optional(),
    /** In which the path begins on Ethereum: `ether` without it. */
    asset: asset.optional(),
    mode: z.enum(['shortest', 'largest']).default('shortest'),
    /** `both`: also from the second to the first. */
    directions: z.enum(['forward', 'backward', 'both']).default('forward'),
    maxHops: z.int().min(1).max(flowTraceLimits.hops).default(flowTraceLimits.hops),
    /** First and last day (UTC) of transfers. */
    fromDay: day.optional(),
    toDay: day.optional(),
    reads: z.int().min(1).max(flowTraceLimits.reads).default(5000),
    /** Walk through services, mixers and CoinJoins as well. */
    through: z.boolean().default(false),
    /** Ethereum: continues with the other asset where funds were converted within a transaction. */
    swaps: z.boolean().default(true),
    /** Continues on the other chain where both sides of a crossing are in the ledgers and agree. */
    crossings: z.boolean().default(true),
    /** Height of the other chain's ledger; defaults to its newest block. */
    otherHeight: height.optional(),
  }),
  response: z.string(),
});
