import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { blockchain, coverage } from '../explorer/chain-shapes.ts';
import { units } from '../explorer/ethereum-shapes.ts';
import { riskMethods } from '../risk/risk.ts';
import { connection } from './flow-document/index.ts';
import {
  address,
  asset,
  basis,
  day,
  flowTraceLimits,
  ok,
  party,
  state,
  stop,
  tag,
  totalsOf,
  transfer,
} from './flow-trace-shapes.ts';
import { autoTrace } from './auto-trace.ts';
import { findFlowPath } from './find-path.ts';

export const expandFlow = endpoint({
  id: 'expandFlow',
  method: 'POST',
  path: '/flow-trace/expand',
  access: 'user',
  scope: 'read',
  tag,
  summary: 'Transfers of an address with counterparties, in pages',
  description:
    'Bitcoin outputs are split among the paying addresses in proportion to their inputs; the parts add up exactly to the output. Ordered by time without filters, any number of transactions can be paged. Ordered by amount or with filters, the newest 10,000 transactions are searched; `scanned` has the total. An output back to a paying address is not a transfer unless `change` is set.',
  body: z.object({
    ...state,
    address,
    blockchain: blockchain.optional(),
    direction: z.enum(['in', 'out', 'both']).default('both'),
    /** Without it Ethereum answers with all assets that are not marked as spam. */
    asset: asset.optional(),
    /** First and last day (UTC), both included. */
    from: day.optional(),
    to: day.optional(),
    /** Smallest units of the asset (of the chain's coin where none is named), both included. */
    minAmount: units.optional(),
    maxAmount: units.optional(),
    /** Counterparty categories; `none`: not in the directory. */
    categories: z.array(z.string().max(40)).max(40).optional(),
    /** Only the largest transfers of each asset, after filters. */
    top: z.int().min(1).max(1000).optional(),
    order: z.enum(['time', 'amount']).default('time'),
    /** Also outputs that go back to the address. */
    change: z.boolean().default(false),
    /** `pagination.next` of the page before. */
    after: z.string().max(80).optional(),
    limit: z.int().min(1).max(flowTraceLimits.transfers).default(flowTraceLimits.transfers),
    /** What `limit` counts. With `transactions`, a page has all matching transfers of that many transactions. */
    count: z.enum(['transfers', 'transactions']).default('transfers'),
  }),
  response: z.object({
    success: ok,
    basis,
    party,
    /** Newest first, or the largest first (assets apart, in the order of `totals`). */
    transfers: z.array(transfer),
    /** Transactions that are only partly in `transfers` (the rest is on other pages), with their matching total. */
    partly: z.array(
      z.object({
        transaction: z.string(),
        asset: connection.shape.asset,
        /** From the address in question; `self`: back to it. */
        side: z.enum(['in', 'out', 'self']),
        transfers: z.int(),
        amount: units,
      }),
    ),
    /** The other sides of `transfers`, each once. */
    parties: z.array(party),
    /** Null if pages are read from the index without a count: see `scanned`. */
    totals: z.array(totalsOf).nullable(),
    /** CoinJoins among the transactions of `transfers`: who paid whom is unknown. */
    coinJoins: z.array(z.string()),
    /** Amounts from or to outputs without address in the searched transactions; smallest units of the coin. */
    apart: z.object({
      /** New coins, rewards, withdrawals. */
      mined: units,
      /** Outputs without an address. */
      withoutAddress: units,
      /** Received from unknown payers, or in unknown parts, because inputs are not in the ledger. */
      unknown: units,
      /** Too many inputs and outputs to be split. */
      tooLarge: z.int(),
    }),
    scanned: z.object({
      /** Searched transactions (movements), newest first. */
      transactions: z.int(),
      of: z.int(),
      /** All there are (up to the height): `totals` are exact. */
      complete: z.boolean(),
    }),
    pagination: z.object({
      limit: z.int(),
      /** Total number of transfers; null if not counted. */
      total: z.int().nullable(),
      /** Value of `after` for the next page; null: last page. */
      next: z.string().nullable(),
    }),
    coverage,
  }),
});

export const listFlowProfiles = endpoint({
  id: 'listFlowProfiles',
  method: 'POST',
  path: '/flow-trace/profiles',
  access: 'user',
  scope: 'read',
  tag,
  summary: 'Profiles of up to 500 addresses from directory, ledger, and score',
  description:
    'Returned in request order. `risk` is the score of each of the first `scores` addresses at the state of the answer; null if unknown or not calculated.',
  body: z.object({
    ...state,
    addresses: z.array(address).min(1).max(flowTraceLimits.profiles),
    /** Number of addresses, from the first, to score. */
    scores: z.int().min(0).max(100).default(20),
  }),
  response: z.object({
    success: ok,
    /** One per requested chain. */
    basis: z.array(basis),
    parties: z.array(
      z.object({
        /** Address as requested. */
        asked: z.string(),
        party: party.nullable(),
        /** Why there is no profile. */
        error: z.string().nullable(),
        /** Whether the score is known, is not, or was not calculated. */
        riskState: z.enum(['scored', 'unknown', 'not_calculated']),
      }),
    ),
  }),
});

const ownerEvidence = z.discriminatedUnion('kind', [
  /** One co-spend cluster. */
  z.object({ kind: z.literal('cluster'), cluster: z.string(), addresses: z.int() }),
  /** Both paid in these transactions (at most 20 are named), which are no CoinJoins. */
  z.object({ kind: z.literal('co_spend'), transactions: z.array(z.string()), count: z.int() }),
  /** Both pass on what they get to the same address, as deposit addresses of one wallet do. */
  z.object({ kind: z.literal('deposit'), wallet: z.string(), certainty: z.number() }),
  /** Attributed to the same entity in the directory. */
  z.object({
    kind: z.literal('entity'),
    entity: z.object({ id: z.string(), name: z.string() }),
    confidence: z.int(),
    sources: z.array(z.string()),
  }),
]);
export type OwnerEvidence = z.infer<typeof ownerEvidence>;

export const findSameOwners = endpoint({
  id: 'findSameOwners',
  method: 'POST',
  path: '/flow-trace/same-owner',
  access: 'user',
  scope: 'read',
  tag,
  atOnce: 3,
  summary: 'Evidence that addresses have a common owner',
  body: z.object({ ...state, addresses: z.array(address).min(2).max(flowTraceLimits.owners) }),
  response: z.object({
    success: ok,
    basis: z.array(basis),
    /** Pairs with evidence, in request order. No evidence doesn't rule out a common owner. */
    pairs: z.array(z.object({ a: z.string(), b: z.string(), evidence: z.array(ownerEvidence).min(1) })),
    /** Addresses of which only the newest transactions were searched for co-spending. */
    partly: z.array(z.string()),
  }),
});

export const taintFlow = endpoint({
  id: 'taintFlow',
  method: 'POST',
  path: '/flow-trace/taint',
  access: 'user',
  scope: 'read',
  tag,
  atOnce: 3,
  summary: 'Share of traced funds on each drawn connection by one of four taint methods',
  description:
    'Traces the funds of the source only along the drawn connections; funds that leave them end at `not_drawn`. With all methods except poison, endpoints add up to `followed`.',
  body: z.object({
    ...state,
    source: z.object({ address, transactions: z.array(z.string().max(80)).max(100).optional() }),
    blockchain: blockchain.optional(),
    asset: asset.optional(),
    /** `utxoKey` of the drawn connections. */
    drawn: z.array(z.string().max(120)).max(flowTraceLimits.drawn),
    method: z.enum(riskMethods),
  }),
  response: z.object({
    success: ok,
    basis,
    method: z.enum(riskMethods),
    asset: connection.shape.asset,
    /** What the source received. */
    followed: units,
    connections: z.array(
      z.object({
        /** As the connection's. */
        id: z.string(),
        amount: units,
        /** Parts per million of `followed`. */
        share: z.int(),
      }),
    ),
    stops: z.array(stop),
    /** A limit was reached: the result is incomplete. */
    cut: z.boolean(),
    coverage,
  }),
});

export const flowTraceEndpoints = {
  expandFlow,
  listFlowProfiles,
  autoTrace,
  findFlowPath,
  findSameOwners,
  taintFlow,
} as const;
