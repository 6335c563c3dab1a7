import { blockchains } from '@hopscope/domain';
import { z } from 'zod';
import { isPlainText } from './plain-text.ts';

/** Record ids: `bitcoin:<address>`, `ethereum:<address>`, `<transfer key>` or what the client made up (UUIDs). */
const id = z.string().min(1).max(200);
/** Whole pixels of the world at zoom 1; y grows downward. */
const coordinate = z.int().min(-10_000_000).max(10_000_000);
const size = z.int().min(0).max(10_000_000);
/** Smallest units (satoshis, wei, units of a token) in decimal digits, in their one form: without zeros in front. */
const units = z.string().regex(/^(0|[1-9]\d{0,77})$/);
/** `#rrggbb`. */
const color = z.string().regex(/^#[0-9a-f]{6}$/);
/** Text that people write: no control characters but line ends and tabs. */
const words = (most: number) => z.string().max(most).refine(isPlainText, 'contains control characters');

const chain = z.enum(blockchains);

/** What amounts are of. `contract` null: the chain's own coin. */
export const asset = z.object({
  chain,
  symbol: words(40),
  contract: z.string().max(100).nullable(),
  decimals: z.int().min(0).max(255),
});
export type Asset = z.infer<typeof asset>;

/** What the directory, the ledger and the score said of an address when it came onto the canvas. */
export const profile = z.object({
  entityId: z.string().max(200).nullable(),
  entityType: words(100).nullable(),
  /** The entity's name. */
  name: words(300).nullable(),
  beneficialOwner: words(300).nullable(),
  custodian: words(300).nullable(),
  logoUrl: z.string().max(500).nullable(),
  /** 0 to 100; null: nothing is known, which is not 0. */
  risk: z.int().min(0).max(100).nullable(),
  /** Of the chain's own coin. */
  balance: units.nullable(),
  received: units.nullable(),
  spent: units.nullable(),
  transactions: z.int().min(0).nullable(),
  /** Cents of US dollars that the balance was worth. */
  usdCents: z
    .string()
    .regex(/^(0|[1-9]\d{0,39})$/)
    .nullable(),
  coinJoin: z.boolean(),
});
export type Profile = z.infer<typeof profile>;

/** An address (`wallet`) or anything else that somebody put there (`custom`). */
export const node = z.object({
  kind: z.literal('node'),
  id,
  type: z.enum(['wallet', 'custom']),
  /** Both null on custom nodes. */
  chain: chain.nullable(),
  address: z.string().max(200).nullable(),
  /** Shown name; empty: the profile's name, else the address. */
  label: words(300),
  x: coordinate,
  y: coordinate,
  color: color.nullable(),
  /** A trace started here. */
  traced: z.boolean(),
  /** Why tracing went no further here, in the words of `stopReasons`; null: it did, or was never asked to. */
  stop: z.string().max(40).nullable(),
  /** Id of the group it belongs to. */
  group: id.nullable(),
  profile: profile.nullable(),
});
export type CanvasNode = z.infer<typeof node>;

/**
 * One transfer between two nodes: of Bitcoin one output (or the part of it that an input's address paid for, in proportion
 * to the inputs, the largest remainders rounded up, so that parts add up to the output), of Ethereum one movement.
 */
export const connection = z.object({
  kind: z.literal('connection'),
  /** `<utxoKey>|<from>|<to>`. */
  id: z.string().min(1).max(600),
  from: id,
  to: id,
  amount: units,
  /** The whole output where `amount` is a part of it; else the same. */
  whole: units,
  asset,
  /** Seconds since 1970; null: not in a block yet. */
  time: z.int().nullable(),
  height: z.int().nullable(),
  /** txid, or transaction hash. */
  transaction: z.string().max(100),
  /** `<txid>:<output>`, or `<hash>:<number of the movement>`. */
  utxoKey: z.string().max(120),
  /** Fee of the whole transaction in the chain's own coin; null: unknown. */
  fee: units.nullable(),
  color: color.nullable(),
});
export type Connection = z.infer<typeof connection>;

const drawn = { kind: z.literal('drawing'), id, color, x: coordinate, y: coordinate };

/** The shapes of. */
export const drawing = z.discriminatedUnion('shape', [
  z.object({ ...drawn, shape: z.literal('line'), x2: coordinate, y2: coordinate }),
  z.object({ ...drawn, shape: z.literal('rectangle'), width: size, height: size }),
  z.object({ ...drawn, shape: z.literal('circle'), radius: size }),
  z.object({ ...drawn, shape: z.literal('text'), text: words(2000) }),
]);
export type Drawing = z.infer<typeof drawing>;

/** What somebody wrote about a record of the canvas other than a note, or about the whole (`on` null). */
export const note = z.object({
  kind: z.literal('note'),
  id,
  on: id.nullable(),
  text: words(5000),
  author: words(200),
  /** Seconds since 1970. */
  time: z.int(),
});
export type Note = z.infer<typeof note>;

/** Nodes that belong together: `peel_chain` are folded into one symbol while `folded`. */
export const group = z.object({
  kind: z.literal('group'),
  id,
  purpose: z.enum(['peel_chain', 'cluster', 'custom']),
  label: words(300),
  folded: z.boolean(),
  color: color.nullable(),
});
export type Group = z.infer<typeof group>;

export const record = z.union([node, connection, drawing, note, group]);
export type CanvasRecord = z.infer<typeof record>;
export type RecordKind = CanvasRecord['kind'];
