import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { blockchain } from '../explorer/chain-shapes.ts';
import { conversionBases, units } from '../explorer/ethereum-shapes.ts';
import { riskMethods } from '../risk/risk.ts';
import { connection, conversion } from './flow-document/index.ts';
import {
  address,
  begin,
  progress,
  problem,
  flowStopReasons,
  asset,
  day,
  flowTraceLimits,
  height,
  party,
  state,
  stop,
  tag,
  transfer,
} from './flow-trace-shapes.ts';

const followedTransfer = z.object({
  transfer,
  /** Traced amount of the transfer so far; a later line with the same ID replaces it. */
  followed: units,
  /** From the start; steps of a peel chain count as one. */
  hops: z.int(),
  /** What is left after a small part was cut off: the next step of a peel chain, which can be folded. */
  peel: z.boolean(),
  /** Indexes of the start addresses. */
  starts: z.array(z.int()),
});
export type FollowedTransfer = z.infer<typeof followedTransfer>;

const convertedAmount = z.object({ asset: connection.shape.asset, amount: units });

/** Part of the funds that became another asset within one transaction, or crossed to the other chain. */
const hop = z.object({
  kind: z.enum(['conversion', 'crossing']),
  /** How it is known who gave what for what. */
  basis: z.enum(conversionBases),
  /** Of a crossing, that of the chain from which the trace came. */
  transaction: z.string(),
  /** Who gave, and who received; usually the same. Of a crossing, the address at which the bridge received. */
  node: z.string(),
  to: z.string(),
  /** Given and received amounts, each in its own asset. */
  gave: convertedAmount,
  got: convertedAmount,
  /** The service that did it, where the directory knows it. */
  entity: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The whole conversion, as the canvas draws it; null: its parts are not those of two accounts. */
  record: conversion.nullable(),
});
export type FollowedHopView = z.infer<typeof hop>;

/** Sums of one asset: `followed` = all stops of it, exactly (but for poison). */
const account = z.object({
  asset: connection.shape.asset,
  followed: units,
  stops: z.array(
    z.object({
      reason: z.enum(flowStopReasons),
      amount: units,
      /** How many stops of the stream it is the sum of. */
      count: z.int(),
    }),
  ),
});

const startOf = z.object({
  node: z.string(),
  /** Amounts received from others, as far as traced, and in how many parts. */
  followed: units,
  lots: z.int(),
  /** Transactions (movements) searched, newest first, and their total. */
  scanned: z.object({ transactions: z.int(), of: z.int() }),
});

/** Lines of an auto-trace in order: `begin`, any others, then `end` or `error`. */
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
    /**
     * `done`: every part reached an endpoint. Otherwise the limit that stopped the trace (there can be more: see `accounts`).
     */
    reason: z.enum(['done', 'hops', 'nodes', 'reads', 'rounds']),
    accounts: z.array(account),
    /** Nodes reached by funds of several start addresses, with the amount of each. */
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
  scope: 'read',
  tag,
  atOnce: 3,
  summary: 'Trace funds to services, mixers, unspent outputs, or limits, each endpoint with its reason',
  description:
    'Streams JSON Lines (`autoTraceLine`); closing the connection stops the trace. Endpoints add up exactly to the traced amount, except with poison. The same request on the same basis returns the same bytes.',
  answers: 'application/x-ndjson',
  body: z.object({
    ...state,
    /** All of one chain. */
    starts: z
      .array(
        z.object({
          address,
          /** Only amounts received in these transactions; otherwise all amounts received from others. */
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
    /** Maximum number of transfers followed per address and step, largest first. */
    top: z.int().min(1).max(1000).optional(),
    /** Ethereum: continues with the other asset where funds were converted within a transaction. */
    swaps: z.boolean().default(true),
    /** Continues on the other chain where both sides of a crossing are in the ledgers and agree. */
    crossings: z.boolean().default(true),
    /** Height of the other chain's ledger; defaults to its newest block. */
    otherHeight: height.optional(),
  }),
  response: z.string(),
});
