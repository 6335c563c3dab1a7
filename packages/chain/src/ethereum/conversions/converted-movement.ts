import { toHex } from '../../bytes.ts';
import type { Movement } from '../tokens/movements.ts';
import type { Conversion, ConvertedSide } from './conversions.ts';

/** What one movement became within its transaction, or what it was before. */
export interface ConvertedMovement {
  readonly basis: Conversion['basis'];
  /** Sum of the movements of the same asset on the same side of the conversion; the movement is one of them. */
  readonly total: bigint;
  /**
   * Movements of the other side. `amount`: what the total became, or was, of this movement; backward, parts that came back of
   * a given asset are deducted in proportion, rounded down.
   */
  readonly others: readonly { readonly number: number; readonly amount: bigint }[];
}

interface Leg {
  readonly number: number;
  readonly asset: string;
  readonly amount: bigint;
}

interface Legs {
  /** What the accounts that converted gave. */
  readonly gave: readonly Leg[];
  /** What came back to them of the same assets. */
  readonly back: readonly Leg[];
  /** What was received for it, by them or by others. */
  readonly received: readonly Leg[];
}

const sumOf = (legs: readonly Leg[]): bigint => legs.reduce((sum, { amount }) => sum + amount, 0n);
const assetKey = (token: Uint8Array | null, tokenId: bigint | null): string =>
  `${token ? toHex(token) : ''}${tokenId === null ? '' : `:${tokenId}`}`;

/** Returns accounts and assets of one side of a conversion, as one text each. */
function partsOf(sides: readonly ConvertedSide[]): Set<string> {
  return new Set(
    sides.flatMap(({ account, parts }) =>
      parts.map(({ token, tokenId }) => `${toHex(account)} ${assetKey(token, tokenId)}`),
    ),
  );
}

const assetsIn = (sides: readonly ConvertedSide[]): Set<string> =>
  new Set(sides.flatMap(({ parts }) => parts.map(({ token, tokenId }) => assetKey(token, tokenId))));

function legsOf(conversion: Conversion, movements: readonly Movement[]): Legs {
  const [given, taken] = [partsOf(conversion.gave), partsOf(conversion.received)];
  const through = new Set(conversion.through.map(toHex));
  const legs = { gave: [] as Leg[], back: [] as Leg[], received: [] as Leg[] };
  for (const [number, { kind, from, to, token, tokenId, amount, spam }] of movements.entries()) {
    // The contract of a token gives new tokens and takes destroyed ones.
    const [giver, taker] = [from ?? token, to ?? token];
    if (kind === 'fee' || spam !== null || amount === 0n || tokenId !== null || !giver || !taker) continue;
    const asset = assetKey(token, null);
    const leg = { number, asset, amount };
    const [source, target] = [toHex(giver), toHex(taker)];
    if (through.has(target) && given.has(`${source} ${asset}`)) legs.gave.push(leg);
    else if (!through.has(source)) continue;
    else if (given.has(`${target} ${asset}`)) legs.back.push(leg);
    else if (taken.has(`${target} ${asset}`)) legs.received.push(leg);
  }
  return legs;
}

/** Legs of an asset that came out as they went in: to the accounts that gave it, or to others that were paid with it. */
const unchanged = ({ back, received }: Legs, asset: string): Leg[] =>
  [...back, ...received].filter((leg) => leg.asset === asset);

function forwardOf(conversion: Conversion, legs: Legs, asset: string): ConvertedMovement | undefined {
  // Of several given assets, nobody knows the part of each.
  if (assetsIn(conversion.gave).size > 1) return undefined;
  const total = sumOf(legs.gave);
  const others = [...legs.back, ...legs.received];
  const became = others.some((leg) => leg.asset !== asset);
  if (!became || sumOf(unchanged(legs, asset)) >= total) return undefined;
  return { basis: conversion.basis, total, others };
}

function backwardOf(conversion: Conversion, legs: Legs, leg: Leg): ConvertedMovement | undefined {
  const { basis } = conversion;
  const shareOf = (asset: string, part: (gross: bigint, same: bigint) => bigint) => {
    const given = legs.gave.filter((each) => each.asset === asset);
    const [gross, same] = [sumOf(given), sumOf(unchanged(legs, asset))];
    if (same >= gross) return [];
    return given.map(({ number, amount }) => ({ number, amount: (amount * part(gross, same)) / gross }));
  };
  const given = assetsIn(conversion.gave);
  if (given.has(leg.asset)) {
    const others = shareOf(leg.asset, (_gross, same) => same);
    return others.length > 0 ? { basis, total: sumOf(unchanged(legs, leg.asset)), others } : undefined;
  }
  // For several received assets, nobody knows what was given for each.
  if ([...assetsIn(conversion.received)].filter((asset) => !given.has(asset)).length > 1) return undefined;
  const total = sumOf(legs.received.filter((each) => each.asset === leg.asset));
  const others = [...given].flatMap((asset) => shareOf(asset, (gross, same) => gross - same));
  return others.length > 0 ? { basis, total, others } : undefined;
}

/**
 * Returns a function that says what a movement of a transaction became in it (`forward`: it is given), or what it was before
 * (`backward`: it is received), by the conversions of the transaction. Undefined if it is part of none, or if its share is
 * unknown: several assets given together, or received together. Collectibles have no shares and are left out.
 */
export function convertedMovements(
  conversions: readonly Conversion[],
  movements: readonly Movement[],
): (number: number, direction: 'forward' | 'backward') => ConvertedMovement | undefined {
  const all = conversions.map((conversion) => ({ conversion, legs: legsOf(conversion, movements) }));
  return (number, direction) => {
    for (const { conversion, legs } of all) {
      const side = direction === 'forward' ? legs.gave : [...legs.received, ...legs.back];
      const leg = side.find((each) => each.number === number);
      if (!leg) continue;
      const found =
        direction === 'forward' ? forwardOf(conversion, legs, leg.asset) : backwardOf(conversion, legs, leg);
      const others = found?.others.flatMap(({ number: other, amount }) =>
        amount > 0n ? [{ number: other, amount }] : [],
      );
      if (found && others && others.length > 0) return { ...found, others };
    }
    return undefined;
  };
}
