import {
  type Conversion,
  type ConvertedPart,
  type ConvertedSide,
  equalBytes,
  ownersOf,
  toHex,
} from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import type { AssetRow, StoredEthereumTx } from '../../../ledger/ethereum/model.ts';
import { readAssets } from '../../../ledger/ethereum/reader.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import type { FoundMovement } from '../../explorer/ethereum/ethereum-movement.presenter.ts';
import { conversionsOfStored } from '../../explorer/ethereum/ethereum-transaction.presenter.ts';
import { addressOf, hexOf } from '../../explorer/ethereum/ethereum-values.ts';
import { movesSeveral } from '../../risk/scores/ethereum-conversions.ts';
import { conversionRecord } from '../graph/conversion-record.ts';
import { assetOf, feeIn } from '../graph/ethereum-moves.ts';
import { type MovedBy, nodeId } from '../graph/moves.ts';
import { conversionEdge, type Edge } from './path-edges.ts';

const assetKey = ({ token, tokenId }: ConvertedPart): string =>
  `${token ? toHex(token) : ''}:${tokenId ?? ''}`;

/** The parts of an asset on one side, with their accounts. */
const partsOf = (sides: readonly ConvertedSide[]) =>
  sides.flatMap(({ account, parts }) => parts.map((part) => ({ account, part, key: assetKey(part) })));

/** Returns who gave one asset and who received another for it; nothing where several were given, or received, together. */
function pairsOf({ gave, received }: Conversion) {
  const given = partsOf(gave);
  const assets = new Set(given.map(({ key }) => key));
  const taken = partsOf(received).filter(({ key }) => !assets.has(key));
  if (assets.size !== 1 || new Set(taken.map(({ key }) => key)).size !== 1) return [];
  const total = given.reduce((sum, { part }) => sum + part.amount, 0n);
  return given.flatMap((from) => taken.map((to) => ({ from, to, total })));
}

function edgesOfConversion(
  conversion: Conversion,
  by: MovedBy,
  assets: ReadonlyMap<string, AssetRow>,
): Edge[] {
  return pairsOf(conversion).flatMap(({ from, to, total }) => {
    const got = (to.part.amount * from.part.amount) / total;
    if (got === 0n || from.part.tokenId !== null || to.part.tokenId !== null) return [];
    const record = conversionRecord({
      from: nodeId('ethereum', addressOf(from.account)),
      to: nodeId('ethereum', addressOf(to.account)),
      gave: { asset: assetOf(from.part.token, assets), amount: from.part.amount, by },
      got: { asset: assetOf(to.part.token, assets), amount: to.part.amount, by },
      basis: conversion.basis,
      crossing: null,
    });
    const { position, time } = by;
    return [conversionEdge(record, { amount: from.part.amount, got, position, time })];
  });
}

/**
 * Tests whether an account is only a program in a transaction, such as a pool: it emits events, and the transaction doesn't act for
 * it. What passes through it is converted for others.
 */
function isProgram({ tx, receipt: { logs } }: StoredEthereumTx, account: Uint8Array): boolean {
  const emits = logs.some(({ address }) => equalBytes(address, account));
  return emits && !ownersOf(tx.from, logs).has(toHex(account));
}

/**
 * Returns what became other assets in the transactions of movements of accounts (docs/concepts/conversions.md), each once; not where
 * the account is only a program.
 */
export async function conversionEdges(
  session: SqlSession,
  found: readonly (FoundMovement & { readonly account: Uint8Array })[],
): Promise<Edge[]> {
  const several = new Map<string, FoundMovement>();
  for (const one of found) {
    const { stored, account } = one;
    if (!stored || stored.failed || several.has(byteKey(stored.tx.hash)) || !movesSeveral(one.movements))
      continue;
    if (!isProgram(stored, account)) several.set(byteKey(stored.tx.hash), one);
  }
  const tokens = new Map<string, Uint8Array>();
  for (const { movements } of several.values()) {
    for (const { token } of movements) if (token) tokens.set(byteKey(token), token);
  }
  const assets = await readAssets(session, [...tokens.values()]);
  return [...several.values()].flatMap(({ stored, block, movements }) => {
    if (!stored) return [];
    // Tokens that imitate others are worth nothing.
    const honest = movements.map((movement) =>
      movement.token && assets.get(toHex(movement.token))?.fake
        ? { ...movement, spam: 'fake_token' as const }
        : movement,
    );
    const by = {
      transaction: hexOf(stored.tx.hash),
      position: stored.position,
      time: block.header.time,
      fee: feeIn(movements),
      coinJoin: false,
    };
    return conversionsOfStored(stored, honest).flatMap((each) => edgesOfConversion(each, by, assets));
  });
}
