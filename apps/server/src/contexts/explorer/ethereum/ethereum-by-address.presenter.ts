import { methodOf, toHex } from '@hopscope/chain';
import type { EthereumCoverage, EthereumHolding, EthereumMovementView } from '@hopscope/contract';
import type { EthereumRemoteAddress, RemoteList } from '../../../ledger/ethereum/remote/by-address.ts';
import type { RemoteMovement, RemoteHolding } from '../../../ledger/ethereum/remote/by-address-reader.ts';
import { presentToken } from './ethereum-movement.presenter.ts';
import {
  addressOrNull,
  type AssetsByContract,
  ether,
  hexOf,
  presentAsset,
  textOrNull,
} from './ethereum-values.ts';

const notReported = 'rewards and withdrawals are not reported';

/** Coverage of answers that aren't about one address. */
export const generalCoverage: EthereumCoverage = {
  kind: 'address',
  ranges: [],
  lacks: [],
  text: 'By address, reported by a network service',
};

/** Returns the coverage of answers about an address, with the reason why its balance doesn't follow from its movements. */
export function historyCoverage(
  address: EthereumRemoteAddress,
  lists: ReadonlyMap<RemoteList, unknown>,
): EthereumCoverage {
  const { stored, isComplete, fits, problem } = address;
  const lacks: EthereumCoverage['lacks'] = [];
  if (isComplete && !lists.has('internal')) lacks.push('traces');
  if (fits !== true) lacks.push('openings');
  return {
    kind: 'address',
    ranges: [],
    history: { stored, total: isComplete ? stored : null },
    lacks,
    text: inWords(),
  };

  function inWords(): string {
    if (problem !== undefined) return problem;
    if (!isComplete) return `By address: partial, ${stored} movements so far`;
    const words = [`By address: all ${stored} movements of its history`];
    const missing = (['internal', 'erc20', 'erc721', 'erc1155'] as const).filter((list) => !lists.has(list));
    if (missing.length > 0) words.push(`the service has no list of ${missing.map(listName).join(', ')}`);
    words.push(notReported);
    if (fits === false) words.push('they do not add up to the balance that the service reports');
    return words.join('; ');
  }
}

function listName(list: 'internal' | 'erc20' | 'erc721' | 'erc1155'): string {
  return list === 'internal' ? 'internal transfers' : `ERC-${list.slice(3)} tokens`;
}

/** The context in which movements of a remote provider are shown. */
export interface RemoteMovementSurroundings {
  key: Uint8Array;
  /** Height of the remote provider's chain tip; undefined if unknown. */
  tip: number | undefined;
  assets: AssetsByContract;
  /** Calls of known transactions, by hash in hex. */
  calls: ReadonlyMap<string, { to: Uint8Array | null; selector: Uint8Array | null; failed: boolean }>;
}

function isSide(side: Uint8Array | null, key: Uint8Array): boolean {
  return side !== null && Buffer.compare(side, key) === 0;
}

/** Returns a movement of a remote provider with the fields of a ledger movement. */
export function presentRemoteMovement(
  movement: RemoteMovement,
  { key, tip, assets, calls }: RemoteMovementSurroundings,
): EthereumMovementView {
  const { height } = movement;
  const asset = presentAsset(movement, assets);
  const amt = String(movement.amount);
  const [from, to] = [addressOrNull(movement.from), addressOrNull(movement.to)];
  const spends = isSide(movement.from, key);
  const receives = isSide(movement.to, key);
  const call = calls.get(toHex(movement.hash));
  const method = call?.to && call.selector ? methodOf(call.selector) : null;
  return {
    blockchain: 'ethereum',
    _id: `${hexOf(key)}-${movement.number}`,
    sequence: movement.number,
    kind: movement.kind,
    txid: hexOf(movement.hash),
    index: movement.txIndex,
    block: height,
    timestamp: movement.time,
    confirmations: tip === undefined || tip < height ? null : tip - height + 1,
    from,
    to,
    inputs: movement.from ? [{ addr: from, amt, asset }] : [],
    outputs: movement.to ? [{ addr: to, amt, asset }] : [],
    asset,
    amt,
    received: receives ? amt : '0',
    spent: spends ? amt : '0',
    direction: spends && receives ? 'self' : spends ? 'out' : 'in',
    status: call?.failed ? 'failed' : 'success',
    attempted: textOrNull(movement.attempted),
    method: method && { name: method.name, signature: method.signature, source: method.source },
    log_index: movement.logIndex,
    path: movement.path?.split('_').map(Number) ?? null,
    spam: movement.spam,
  };
}

/** Returns the ether balance computed from a complete history; null if the remote provider returns another balance. */
export function balanceOfEther(
  { fits, balance }: EthereumRemoteAddress,
  { lacks }: EthereumCoverage,
): bigint | null {
  return fits === true && lacks.length === 0 && balance ? balance.amount : null;
}

/** Returns totals of an asset for an address. */
export function presentRemoteHolding(
  { contract, received, spent, count, hiddenCount }: RemoteHolding,
  around: { assets: AssetsByContract; isComplete: boolean; ether: bigint | null },
): EthereumHolding {
  const token = contract === null ? undefined : around.assets.get(contract);
  const sum = received - spent;
  const balance = contract === null ? around.ether : around.isComplete && sum >= 0n ? sum : null;
  return {
    asset: token ? presentToken(token) : ether,
    balance: textOrNull(balance),
    received: String(received),
    spent: String(spent),
    movement_count: count,
    hidden_count: hiddenCount,
  };
}
