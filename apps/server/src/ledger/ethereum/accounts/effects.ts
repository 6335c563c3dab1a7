import { type Movement, movementsOfBlock, movementsOfTransaction } from '@hopscope/chain';
import { byteKey } from '../../shared/byte-keys.ts';
import { positionOf, span } from '../../shared/positions.ts';
import type { Entry } from './entries.ts';
import type { EthereumBlockRow, StoredEthereumTx } from '../model.ts';
import type { StoredBlock } from '../blocks/stored-block.ts';

/** Index of the movements of a block itself; no transaction has it. */
export const blockIndex = span - 1;

/** The fields of an asset that effects need. */
export interface EffectAsset {
  readonly id: number;
  readonly fake: boolean;
}

/** Number of ether among the assets. */
export const etherAsset = 0;

export type AssetOf = (contract: Uint8Array) => EffectAsset;

/** The effect of blocks on one account. Lists ascend. */
export interface AccountDelta {
  readonly key: Uint8Array;
  readonly entries: Entry[];
  readonly purses: Map<number, PurseDelta>;
  txs: number;
  blocks: number;
  /** Number of transactions that show that it is a contract: created, paying by itself, or writing a log. */
  signs: number;
  /** Position of the transaction that created it; −1 without one. */
  createdBy: number;
  /** The last counted position, so that each is counted once. */
  seen: number;
  signed: number;
}

/** The effect of blocks on one asset of an account. */
export interface PurseDelta {
  received: bigint;
  spent: bigint;
  /** Indexes of its entries in the account's list of this delta. */
  readonly marks: number[];
  /** Indexes of hidden entries in `marks`. */
  readonly hidden: number[];
}

/** Totals that are stored in the ledger's row. */
export interface SumDelta {
  transactions: number;
  untraced: number;
  received: bigint;
  spent: bigint;
  rewards: bigint;
  withdrawals: bigint;
  fees: bigint;
  burnt: bigint;
  tips: bigint;
  destroyed: bigint;
}

export interface Effects {
  readonly accounts: Map<string, AccountDelta>;
  /** Number of movements by token. */
  readonly tokens: Map<number, number>;
  readonly sums: SumDelta;
}

export function noEffects(): Effects {
  return {
    accounts: new Map(),
    tokens: new Map(),
    sums: noSums(),
  };
}

export function noSums(): SumDelta {
  return {
    transactions: 0,
    untraced: 0,
    received: 0n,
    spent: 0n,
    rewards: 0n,
    withdrawals: 0n,
    fees: 0n,
    burnt: 0n,
    tips: 0n,
    destroyed: 0n,
  };
}

/** Returns the movements of one transaction of a block, in the order in which lists and pages number them. */
export function txMovements(
  { tx, receipt, failed, internal }: StoredEthereumTx,
  { header }: Pick<EthereumBlockRow, 'header'>,
  isFake: (contract: Uint8Array) => boolean,
): Movement[] {
  return movementsOfTransaction({ tx, receipt, header, failed, internal, isFake });
}

/** Adds the effect of a block. Call it for blocks in ascending order. */
export function addBlock(effects: Effects, { row, txs }: StoredBlock, assetOf: AssetOf): void {
  const { sums } = effects;
  const isFake = (contract: Uint8Array) => assetOf(contract).fake;
  for (const stored of txs) {
    const affected = addMovements(effects, stored.position, txMovements(stored, row, isFake), assetOf);
    addSigns(affected, stored);
  }
  const own = movementsOfBlock(row);
  if (own.length > 0) addMovements(effects, positionOf(row.height, blockIndex), own, assetOf);
  addBlockSums(sums, { row, txs });
}

/** Adds the figures of a block that don't depend on accounts. */
export function addBlockSums(sums: SumDelta, { row, txs }: StoredBlock): void {
  sums.transactions += txs.length;
  sums.untraced += row.traced ? 0 : 1;
  sums.fees += row.fees;
  sums.burnt += row.burnt + row.blobBurnt;
  sums.tips += row.tips;
  sums.destroyed += row.destroyed;
  for (const { value } of row.rewards) sums.rewards += value;
  for (const { amount } of row.withdrawals ?? []) sums.withdrawals += amount;
}

function addMovements(
  effects: Effects,
  position: number,
  movements: readonly Movement[],
  assetOf: AssetOf,
): Map<string, AccountDelta> {
  const affected = new Map<string, AccountDelta>();
  movements.forEach((movement, number) => {
    const { from, to, token, amount, spam } = movement;
    const asset = token ? assetOf(token).id : etherAsset;
    if (token) effects.tokens.set(asset, (effects.tokens.get(asset) ?? 0) + 1);
    const source = from && byteKey(from);
    const target = to && byteKey(to);
    const put = (name: string, key: Uint8Array, direction: Entry['direction']): void => {
      const delta = deltaOf(effects, name, key);
      affected.set(name, delta);
      addEntry(effects, delta, asset, { position, movement: number, direction, spam, amount });
    };
    if (from && source !== null && source === target) put(source, from, 'self');
    else {
      if (from && source !== null) put(source, from, 'out');
      if (to && target !== null) put(target, to, 'in');
    }
  });
  return affected;
}

function deltaOf({ accounts }: Effects, name: string, key: Uint8Array): AccountDelta {
  const known = accounts.get(name);
  if (known) return known;
  const delta: AccountDelta = {
    key,
    entries: [],
    purses: new Map(),
    txs: 0,
    blocks: 0,
    signs: 0,
    createdBy: -1,
    seen: -1,
    signed: -1,
  };
  accounts.set(name, delta);
  return delta;
}

function addEntry({ sums }: Effects, delta: AccountDelta, asset: number, entry: Entry): void {
  const { position, direction, amount } = entry;
  if (delta.seen !== position) {
    if (position % span !== blockIndex) delta.txs++;
    if (delta.seen < 0 || Math.floor(delta.seen / span) !== Math.floor(position / span)) delta.blocks++;
    delta.seen = position;
  }
  let purse = delta.purses.get(asset);
  if (!purse) {
    purse = { received: 0n, spent: 0n, marks: [], hidden: [] };
    delta.purses.set(asset, purse);
  }
  if (entry.spam) purse.hidden.push(purse.marks.length);
  purse.marks.push(delta.entries.length);
  delta.entries.push(entry);
  if (direction !== 'out') {
    purse.received += amount;
    if (asset === etherAsset) sums.received += amount;
  }
  if (direction !== 'in') {
    purse.spent += amount;
    if (asset === etherAsset) sums.spent += amount;
  }
}

/** Counts signs that affected accounts are contracts: actions that only contracts take. */
function addSigns(affected: ReadonlyMap<string, AccountDelta>, stored: StoredEthereumTx): void {
  const { position, receipt, internal, created, failed } = stored;
  const sign = (address: Uint8Array): AccountDelta | undefined => {
    const delta = affected.get(byteKey(address));
    if (!delta || delta.signed === position) return delta;
    delta.signed = position;
    delta.signs++;
    return delta;
  };
  if (failed) return;
  for (const contract of created) {
    const delta = sign(contract);
    if (delta && delta.createdBy < 0) delta.createdBy = position;
  }
  for (const { address } of receipt.logs) sign(address);
  for (const { from } of internal ?? []) sign(from);
}
