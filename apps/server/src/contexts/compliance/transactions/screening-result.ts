import { z } from 'zod';

/** Counterparties as found by the screening. Hidden names are removed on display. */
const parties = z.object({
  /** Null: not all of them are known. */
  total: z.int().nullable(),
  items: z.array(
    z.object({
      address: z.string(),
      entity: z.object({ id: z.string(), name: z.string(), hidden: z.boolean() }).nullable(),
      amount: z.string().nullable(),
    }),
  ),
});
export type Parties = z.infer<typeof parties>;

/** Indirect exposure of an incoming payment at two or more hops, as found by the score, largest first. */
const indirect = z.object({
  /** False: there may be others within the limits of the profile. */
  isComplete: z.boolean(),
  items: z.array(
    z.object({
      /** Null: a CoinJoin. */
      entity: z.object({ id: z.string(), name: z.string(), hidden: z.boolean() }).nullable(),
      category: z.string(),
      /** The fewest. */
      hops: z.int(),
      /** How much of the transaction, in the smallest unit, and in parts per million. */
      amount: z.string(),
      share: z.int(),
    }),
  ),
});
export type IndirectExposure = z.infer<typeof indirect>;

/** All assets that a transaction moved if there are several, starting with that of its row. */
const assets = z.array(
  z.object({
    /** Null: ether. */
    contract: z.string().nullable(),
    symbol: z.string(),
    decimals: z.int(),
    direction: z.enum(['in', 'out']),
    amount: z.string(),
    /** In dollars' cents; null where no price is known. */
    cents: z.string().nullable(),
  }),
);
export type Assets = z.infer<typeof assets>;

/** What a score rests on. */
const basis = z.object({
  height: z.int().nullable(),
  directoryVersion: z.int(),
  of: z.enum(['transaction', 'senders', 'sides']),
  /** Asset of the score if there are several: a contract, or `ETH`. */
  asset: z.string().optional(),
  hash: z.string().nullable(),
});
export type Basis = z.infer<typeof basis>;

export function readParties(text: string): Parties {
  return parties.parse(JSON.parse(text));
}

export function readIndirectExposure(text: string): IndirectExposure {
  return indirect.parse(JSON.parse(text));
}

export function readAssetTexts(text: string): Assets {
  return assets.parse(JSON.parse(text));
}

export function readBasis(text: string): Basis {
  return basis.parse(JSON.parse(text));
}
