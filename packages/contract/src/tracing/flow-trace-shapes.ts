import { z } from 'zod';
import { blockchain, coverage, otherChain } from '../explorer/chain-shapes.ts';
import { units } from '../explorer/ethereum-shapes.ts';
import { connection, profile } from './flow-document/index.ts';

export const ok = z.literal(true);
export const tag = 'flow-trace';
export const address = z.string().trim().min(1).max(200);
export const day = z.iso.date();
export const height = z.int().min(0);
/** `ether`, or a token by its contract. Of Bitcoin to be left out. */
export const asset = z.string().trim().min(1).max(80);

/** Limits of the questions; what they mean is in docs/concepts/tracing.md. */
export const flowTraceLimits = {
  /** Transfers of one answer of an expansion. */
  transfers: 100,
  /** Newest transactions (movements) of an address that are searched by amount or with filters. */
  scanned: 10_000,
  profiles: 500,
  starts: 20,
  hops: 12,
  nodes: 2000,
  /** Lots (auto-trace) or addresses (paths) to look up. */
  reads: 20_000,
  /** Addresses that are compared with each other for a common owner. */
  owners: 50,
  /** Maximum number of connections for taint. */
  drawn: 20_000,
} as const;

/** State of a response: the same height and directory give the same response. */
export const basis = z.object({
  blockchain,
  /** Newest block of the state; null: the ledger is empty. */
  height: z.int().nullable(),
  blockHash: z.string().nullable(),
  directoryVersion: z.int(),
  /** Day (UTC) at which the directory is evaluated. */
  directoryDay: day,
  /** Auto-traces and paths with `crossings`: the newest block of the other chain; without it, that chain has no blocks. */
  other: z.object({ blockchain, height: z.int(), blockHash: z.string() }).optional(),
});
export type FlowTraceBasis = z.infer<typeof basis>;

/** Requested state; defaults to the current one. Every response has both in `basis`. */
export const state = {
  height: height.optional(),
  directory: z.object({ version: z.int().min(0), day }).optional(),
};

/** A transfer as the canvas draws it: a record of kind `connection` without a color. */
export const transfer = connection;
export type FlowTransfer = z.infer<typeof transfer>;

/** An address in responses, with its facts at the basis. `risk` is null if not requested. */
export const party = z.object({
  /** `<blockchain>:<address>`. */
  id: z.string(),
  address: z.string(),
  /** Most severe category of its entity (docs/concepts/risk.md); null: not in the directory. */
  category: z.string().nullable(),
  /** Its money mixes with that of many: tracing stops here. */
  service: z.boolean(),
  profile,
});
export type FlowParty = z.infer<typeof party>;

export const totalsOf = z.object({
  /** Of one asset. */
  asset: connection.shape.asset,
  /** Matching transfers on all pages. */
  transfers: z.int(),
  in: units,
  out: units,
});

/** Why money was not followed further. */
export const flowStopReasons = [
  /** Reached an entity that commingles funds of many customers. */
  'service',
  'mixer',
  'coinjoin',
  'bridge',
  /** Became another asset in the same transaction (backward: was another one before). */
  'swap',
  /** Unspent output, or unspent ether or tokens. */
  'unspent',
  /** Returned to the start address, whose funds are already traced. */
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
  /** Not among the largest transfers of an address. */
  'top',
  /** Outside the date range. */
  'dates',
  /** On a document: continues where nothing is drawn. */
  'not_drawn',
] as const;
export type FlowStopReason = (typeof flowStopReasons)[number];

/** Why money was not followed further, in words. */
export const flowStopTexts: Readonly<Record<FlowStopReason, string>> = {
  service: 'Reached a service',
  mixer: 'Reached a mixer',
  coinjoin: 'Entered a CoinJoin',
  bridge: 'Crossed a bridge',
  swap: 'Converted into another asset',
  unspent: 'Unspent',
  returned: 'Returned to the start',
  fee: 'Paid as a fee',
  burnt: 'Burned',
  mined: 'Newly created coins',
  no_address: 'Sent to a script without address',
  hub: 'Too many transactions to trace',
  not_in_ledger: 'Not in the ledger',
  hops: 'Hop limit',
  nodes: 'Address limit',
  reads: 'Lookup limit',
  minimum: 'Below the minimum amount',
  top: 'Not among the largest transfers',
  dates: 'Outside the date range',
  not_drawn: 'Not on the canvas',
};

/** Returns a reason in words; an unknown one as it is. */
export const flowStopText = (reason: string): string =>
  Object.entries(flowStopTexts).find(([known]) => known === reason)?.[1] ?? reason;

export const stop = z.object({
  /** Where it stopped: id of the node; null where that is no address (fee, destroyed, no address). */
  node: z.string().nullable(),
  reason: z.enum(flowStopReasons),
  /** In the asset of the trace. With poison, amounts of stops don't add up. */
  amount: units,
  asset: connection.shape.asset,
  hops: z.int(),
  /** The last transaction on the way. */
  transaction: z.string(),
  /** Number of the start in the question, from 0. */
  start: z.int(),
  entity: z.object({ id: z.string(), name: z.string() }).nullable(),
  category: z.string().nullable(),
  /** Where it went, if it left for another chain through a known bridge. */
  crossing: z
    .object({
      protocol: z.string(),
      chain: otherChain.nullable(),
      /** The recipient there; null: not stated. */
      account: z.string().nullable(),
    })
    .nullable(),
});
export type FlowStop = z.infer<typeof stop>;

export const progress = z.object({
  line: z.literal('progress'),
  reads: z.int(),
  nodes: z.int(),
  /** Number of rounds of ledger lookups. */
  rounds: z.int(),
  /** Parcels (addresses) that wait. */
  waiting: z.int(),
});
export const problem = z.object({
  line: z.literal('error'),
  code: z.string(),
  message: z.string(),
});
export const begin = z.object({ line: z.literal('begin'), basis, coverage });
