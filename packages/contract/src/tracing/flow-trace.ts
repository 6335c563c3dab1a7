import { connection, profile } from './flow-document/index.ts';
import { z } from 'zod';
import { blockchain, coverage } from '../explorer/chain-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { ethereumCoverage, units } from '../explorer/ethereum-shapes.ts';
import { riskMethods } from '../risk/risk.ts';

const ok = z.literal(true);
const tag = 'flow-trace';
const address = z.string().trim().min(1).max(200);
const day = z.iso.date();
const height = z.int().min(0);
const anyCoverage = z.union([coverage, ethereumCoverage]);
/** `ether`, or a token by its contract. Of Bitcoin to be left out. */
const asset = z.string().trim().min(1).max(80);

/** Limits of the questions; what they mean is in docs/concepts/tracing.md. */
export const flowTraceLimits = {
  /** Transfers of one answer of an expansion. */
  transfers: 100,
  /** Newest transactions (movements) of an address that an expansion by amount, or with filters, looks through. */
  scanned: 10_000,
  profiles: 500,
  starts: 20,
  hops: 12,
  nodes: 2000,
  /** Parcels (auto-trace) or addresses (paths) that are looked up. */
  reads: 20_000,
  /** Addresses that are compared with each other for a common owner. */
  owners: 50,
  /** Connections of a document that taint is asked on. */
  drawn: 20_000,
} as const;

/** What an answer rests on: asked again with the same height and directory, the same comes out. */
const basis = z.object({
  blockchain,
  /** Newest block that was looked at; null: the ledger has none. */
  height: z.int().nullable(),
  blockHash: z.string().nullable(),
  directoryVersion: z.int(),
  /** Day (UTC) whose words of the directory hold. */
  directoryDay: day,
});
export type FlowTraceBasis = z.infer<typeof basis>;

/** The state that a question is asked of; without it, of now. Both are in every answer's `basis`. */
const state = {
  height: height.optional(),
  directory: z.object({ version: z.int().min(0), day }).optional(),
};

/** A transfer as the canvas draws it: a record of kind `connection` without a color. */
const transfer = connection;
export type FlowTransfer = z.infer<typeof transfer>;

/** An address that answers speak of, with what is known of it at the answer's basis. `risk` is null where it was not asked. */
const party = z.object({
  /** `<blockchain>:<address>`. */
  id: z.string(),
  address: z.string(),
  /** Gravest category of its entity (docs/concepts/risk.md); null: the directory says nothing. */
  category: z.string().nullable(),
  /** Its money mixes with that of many: tracing stops here. */
  service: z.boolean(),
  profile,
});
export type FlowParty = z.infer<typeof party>;

const totalsOf = z.object({
  /** Of one asset. */
  asset: connection.shape.asset,
  /** Transfers that the question asks for, all pages together. */
  transfers: z.int(),
  in: units,
  out: units,
});

export const expandFlow = endpoint({
  id: 'expandFlow',
  method: 'POST',
  path: '/flow-trace/expand',
  access: 'user',
  tag,
  summary: 'Transfers of an address, from whom and to whom, a page at a time',
  description:
    'Of Bitcoin, outputs are split over the addresses that paid in proportion to what they paid, and parts add up to the output exactly. Without filters and ordered by time, pages are read from the index however many transactions there are. By amount, and with filters, the newest 10,000 transactions are looked through: `scanned` says of how many. An output that goes back to the address that paid for it is no transfer, unless `change` is asked.',
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
    /** Categories of the other side; `none`: the directory says nothing of it. */
    categories: z.array(z.string().max(40)).max(40).optional(),
    /** Of each asset only the largest so many of what the filters leave. */
    top: z.int().min(1).max(1000).optional(),
    order: z.enum(['time', 'amount']).default('time'),
    /** Also outputs that go back to the address. */
    change: z.boolean().default(false),
    /** `pagination.next` of the page before. */
    after: z.string().max(80).optional(),
    limit: z.int().min(1).max(flowTraceLimits.transfers).default(flowTraceLimits.transfers),
  }),
  response: z.object({
    success: ok,
    basis,
    party,
    /** Newest first, or the largest first (assets apart, in the order of `totals`). */
    transfers: z.array(transfer),
    /** Transactions of which `transfers` has a part only (the rest is on other pages): what all of it comes to that is asked for. */
    partly: z.array(
      z.object({
        transaction: z.string(),
        asset: connection.shape.asset,
        /** From the address that was asked for; `self`: back to it. */
        side: z.enum(['in', 'out', 'self']),
        transfers: z.int(),
        amount: units,
      }),
    ),
    /** The other sides of `transfers`, each once. */
    parties: z.array(party),
    /** Null where pages are read from the index and nobody has counted: see `scanned`. */
    totals: z.array(totalsOf).nullable(),
    /** Transactions of `transfers` that are CoinJoins: who paid whom in them is not known. */
    coinJoins: z.array(z.string()),
    /** What came from or went to nobody with an address, in the transactions that were looked through; smallest units of the chain's coin. */
    apart: z.object({
      /** New coins, rewards, withdrawals. */
      mined: units,
      /** Outputs without an address. */
      withoutAddress: units,
      /** Received, but the ledger does not hold all inputs, so from whom (or how much from each) is not known. */
      unknown: units,
      /** Too many inputs and outputs to be split. */
      tooLarge: z.int(),
    }),
    scanned: z.object({
      /** Transactions (movements) that were looked through, newest first. */
      transactions: z.int(),
      of: z.int(),
      /** All there are (up to the height): `totals` are exact. */
      whole: z.boolean(),
    }),
    pagination: z.object({
      limit: z.int(),
      /** Transfers in all; null where nobody has counted. */
      total: z.int().nullable(),
      /** To be asked as `after` for the next page; null: this is the last one. */
      next: z.string().nullable(),
    }),
    coverage: anyCoverage,
  }),
});

export const listFlowProfiles = endpoint({
  id: 'listFlowProfiles',
  method: 'POST',
  path: '/flow-trace/profiles',
  access: 'user',
  tag,
  summary: 'What directory, ledger and score say of up to 500 addresses',
  description:
    'Answers in the order asked. Risk is that of the score of each of the first `scores` addresses, at the state of the answer; null where it is not known or was not calculated.',
  body: z.object({
    ...state,
    addresses: z.array(address).min(1).max(flowTraceLimits.profiles),
    /** Of so many of the addresses, the first ones, the score is calculated. */
    scores: z.int().min(0).max(100).default(20),
  }),
  response: z.object({
    success: ok,
    /** One of each chain that was asked. */
    basis: z.array(basis),
    parties: z.array(
      z.object({
        /** As it was asked. */
        asked: z.string(),
        party: party.nullable(),
        /** Why there is none. */
        error: z.string().nullable(),
        /** Whether the score is known, is not, or was not calculated. */
        riskState: z.enum(['scored', 'unknown', 'not_calculated']),
      }),
    ),
  }),
});

/** Why money was not followed further. */
export const flowStopReasons = [
  /** It came to an entity whose money mixes with that of many. */
  'service',
  'mixer',
  'coinjoin',
  'bridge',
  /** Changed into another asset in the same transaction. */
  'swap',
  /** Lies there: an unspent output, ether or tokens that are still held. */
  'unspent',
  /** Came back to the start, whose money is followed from there already. */
  'returned',
  'fee',
  'burnt',
  /** Backward: new coins. */
  'mined',
  'no_address',
  /** More transactions than are read of one address. */
  'hub',
  'not_in_ledger',
  'hops',
  'nodes',
  'reads',
  /** Less than the amount, or share, that was to be followed. */
  'minimum',
  /** Beyond the largest so many of one address. */
  'top',
  /** Outside of the days asked. */
  'dates',
  /** On a document: it goes where nothing is drawn. */
  'not_drawn',
] as const;
export type FlowStopReason = (typeof flowStopReasons)[number];

const stop = z.object({
  /** Where it stopped: id of the node; null where that is no address (fee, destroyed, no address). */
  node: z.string().nullable(),
  reason: z.enum(flowStopReasons),
  /** Of the asset of the trace. With poison, amounts of stops do not add up. */
  amount: units,
  asset: connection.shape.asset,
  hops: z.int(),
  /** The last transaction on the way. */
  transaction: z.string(),
  /** Number of the start in the question, from 0. */
  start: z.int(),
  entity: z.object({ id: z.string(), name: z.string() }).nullable(),
  category: z.string().nullable(),
});
export type FlowStop = z.infer<typeof stop>;

const followedTransfer = z.object({
  transfer,
  /** How much of the money that is followed went by it, so far: a later line with the same id replaces it. */
  followed: units,
  /** From the start; steps of a peel chain count as one. */
  hops: z.int(),
  /** What is left after a small part was cut off: the next step of a peel chain, which can be folded. */
  peel: z.boolean(),
  /** Numbers of the starts whose money it is. */
  starts: z.array(z.int()),
});
export type FollowedTransfer = z.infer<typeof followedTransfer>;

const hop = z.object({
  kind: z.literal('swap'),
  node: z.string(),
  /** What went in and what came out, each of its own asset. */
  gave: z.object({ asset: connection.shape.asset, amount: units, transaction: z.string() }),
  got: z.object({ asset: connection.shape.asset, amount: units, transaction: z.string() }),
  /** The service that did it, where the directory knows it. */
  entity: z.object({ id: z.string(), name: z.string() }).nullable(),
});

/** Sums of one asset: `followed` = all stops of it, exactly (but for poison). */
const account = z.object({
  asset: connection.shape.asset,
  followed: units,
  stops: z.array(z.object({ reason: z.enum(flowStopReasons), amount: units, count: z.int() })),
});

const progress = z.object({
  line: z.literal('progress'),
  reads: z.int(),
  nodes: z.int(),
  /** Times that the ledger was asked. */
  rounds: z.int(),
  /** Parcels (addresses) that wait. */
  waiting: z.int(),
});
const problem = z.object({
  line: z.literal('error'),
  code: z.string(),
  message: z.string(),
});
const begin = z.object({ line: z.literal('begin'), basis, coverage: anyCoverage });
const startOf = z.object({
  node: z.string(),
  /** What came to it from others, as far as it is followed, and in how many parts. */
  followed: units,
  parcels: z.int(),
  /** Transactions (movements) that were looked through for it, newest first, of how many. */
  scanned: z.object({ transactions: z.int(), of: z.int() }),
});

/** Lines of an auto-trace, in the order they come: `begin`, then anything, then `end` or `error`. */
export const autoTraceLine = z.discriminatedUnion('line', [
  begin,
  z.object({ line: z.literal('parties'), parties: z.array(party) }),
  z.object({ line: z.literal('starts'), asset: connection.shape.asset, starts: z.array(startOf) }),
  z.object({ line: z.literal('transfers'), transfers: z.array(followedTransfer) }),
  z.object({ line: z.literal('stops'), stops: z.array(stop) }),
  z.object({ line: z.literal('hops'), hops: z.array(hop) }),
  progress,
  z.object({
    line: z.literal('end'),
    /** `done`: everything came to an end of its own. Else the bound that cut it short (more may have: see `accounts`). */
    reason: z.enum(['done', 'hops', 'nodes', 'reads', 'rounds']),
    accounts: z.array(account),
    /** Nodes that money of several starts came to, with how much of each. */
    convergence: z.array(
      z.object({
        node: z.string(),
        asset: connection.shape.asset,
        starts: z.array(z.object({ start: z.int(), amount: units })),
      }),
    ),
    reads: z.int(),
    nodes: z.int(),
    rounds: z.int(),
  }),
  problem,
]);
export type AutoTraceLine = z.infer<typeof autoTraceLine>;

export const autoTrace = endpoint({
  id: 'autoTrace',
  method: 'POST',
  path: '/flow-trace/auto',
  access: 'user',
  tag,
  atOnce: 3,
  summary: 'Follows money until services, mixers, unspent outputs or a budget, each stop with its reason',
  description:
    'JSON Lines while it goes on (`autoTraceLine`); closing the connection ends the reading. What stops add up to is what was followed, exactly. Answers of the same question on the same basis are the same bytes.',
  answers: 'application/x-ndjson',
  body: z.object({
    ...state,
    /** All of one chain. */
    starts: z
      .array(
        z.object({
          address,
          /** Only what came to it in these transactions; without it everything that came to it from others. */
          transactions: z.array(z.string().max(80)).max(100).optional(),
        }),
      )
      .min(1)
      .max(flowTraceLimits.starts),
    blockchain: blockchain.optional(),
    direction: z.enum(['forward', 'backward']).default('forward'),
    method: z.enum(riskMethods).default('haircut'),
    /** Of Ethereum: `ether` without it. */
    asset: asset.optional(),
    from: day.optional(),
    to: day.optional(),
    hops: z.int().min(1).max(flowTraceLimits.hops).default(flowTraceLimits.hops),
    nodes: z.int().min(1).max(flowTraceLimits.nodes).default(500),
    reads: z.int().min(1).max(flowTraceLimits.reads).default(5000),
    /** Smallest units; less is not followed. */
    minAmount: units.optional(),
    /** Parts per million of a start's money; less is not followed. */
    minShare: z.int().min(0).max(1_000_000).default(1000),
    /** Of what leaves an address in one step only the largest so many are followed. */
    top: z.int().min(1).max(1000).optional(),
    /** Of Ethereum: goes on with the other asset where money was changed in one transaction. */
    swaps: z.boolean().default(true),
  }),
  response: z.string(),
});

const path = z.object({
  /** From the first to the last address. */
  transfers: z.array(transfer).min(1),
  /** The smallest of its transfers. */
  width: units,
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
    /** One for each direction asked. `none`: there is no path within the hops, among all that was to be searched. */
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
  tag,
  atOnce: 3,
  summary: 'The way of money from one address to another: fewest transfers, or the largest',
  description:
    'JSON Lines (`flowPathLine`). A path is a row of transfers, each not before the one before it. Services, mixers and CoinJoins are not walked through unless `through` says so: what goes into an exchange’s wallet and what comes out of it have nothing to do with each other.',
  answers: 'application/x-ndjson',
  body: z.object({
    ...state,
    from: address,
    to: address,
    blockchain: blockchain.optional(),
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
  }),
  response: z.string(),
});

const ownerEvidence = z.discriminatedUnion('kind', [
  /** One co-spend cluster. */
  z.object({ kind: z.literal('cluster'), cluster: z.string(), addresses: z.int() }),
  /** Both paid in these transactions (at most 20 are named), which are no CoinJoins. */
  z.object({ kind: z.literal('co_spend'), transactions: z.array(z.string()), count: z.int() }),
  /** Both pass on what they get to the same address, as deposit addresses of one wallet do. */
  z.object({ kind: z.literal('deposit'), wallet: z.string(), certainty: z.number() }),
  /** The directory says so. */
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
  tag,
  atOnce: 3,
  summary: 'Which of some addresses have one owner, and what says so',
  body: z.object({ ...state, addresses: z.array(address).min(2).max(flowTraceLimits.owners) }),
  response: z.object({
    success: ok,
    basis: z.array(basis),
    /** Pairs with evidence, by the order asked. Others have none: that says nothing about their owners. */
    pairs: z.array(z.object({ a: z.string(), b: z.string(), evidence: z.array(ownerEvidence).min(1) })),
    /** Addresses of which only the newest transactions were looked through for common spending. */
    partly: z.array(z.string()),
  }),
});

export const taintFlow = endpoint({
  id: 'taintFlow',
  method: 'POST',
  path: '/flow-trace/taint',
  access: 'user',
  tag,
  atOnce: 3,
  summary: 'How much of some traced money went by each drawn connection, by one of four methods',
  description:
    'Follows the money of the source along the drawn connections alone; what leaves them is told as `not_drawn`. Of all methods but poison, `followed` of the source is what the stops add up to.',
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
    /** A bound was met: not everything has been looked at. */
    cut: z.boolean(),
    coverage: anyCoverage,
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
