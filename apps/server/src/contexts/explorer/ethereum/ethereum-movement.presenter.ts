import { type Movement, movementsOfBlock } from '@hopscope/chain';
import type { AssetView, EthereumHolding, EthereumMovementView } from '@hopscope/contract';
import type {
  AssetRow,
  EthereumBlockRow,
  EthereumState,
  HoldingRow,
  MovementRow,
  StoredEthereumTx,
} from '../../../ledger/ethereum/model.ts';
import { indexOf, span } from '../../../ledger/shared/positions.ts';
import type { HeightRange } from '../../../ledger/shared/ranges.ts';
import { blockAt, movementsOfStored } from './ethereum-transaction.presenter.ts';
import {
  addressOf,
  addressOrNull,
  type AssetsByContract,
  confirmationsAt,
  ether,
  hexOf,
  presentAsset,
  presentMethod,
  presentStatus,
  textOrNull,
} from './ethereum-values.ts';

/** Position of movements of the block itself. */
const blockLevel = span - 1;

/** A row of an account's list with its movement. */
export interface FoundMovement {
  row: MovementRow;
  movement: Movement;
  /** All movements of its transaction, or of the block itself. */
  movements: readonly Movement[];
  block: EthereumBlockRow;
  /** Undefined for movements of the block itself. */
  stored: StoredEthereumTx | undefined;
}

/** Tests whether a position is of the block itself, not of a transaction. */
export function isOfBlock(position: number): boolean {
  return indexOf(position) === blockLevel;
}

/** Adds the movement to each row. Throws RangeError if the ledger contradicts itself. */
export function findMovements(
  rows: readonly MovementRow[],
  blocks: ReadonlyMap<number, EthereumBlockRow>,
  txs: ReadonlyMap<number, StoredEthereumTx>,
): FoundMovement[] {
  const known = new Map<number, Movement[]>();
  return rows.map((row): FoundMovement => {
    const block = blockAt(blocks, row.position);
    const stored = txs.get(row.position);
    const movements =
      known.get(row.position) ?? (stored ? movementsOfStored(stored, block) : movementsOfBlock(block));
    known.set(row.position, movements);
    const movement = movements[row.movement];
    if (!movement) throw new RangeError(`No movement ${row.movement} at position ${row.position}`);
    return { row, movement, movements, block, stored };
  });
}

/** Returns a row of an address's history, with the applicable fields of. */
export function presentMovement(
  { row, movement, block, stored }: FoundMovement,
  around: { ranges: readonly HeightRange[]; assets: AssetsByContract },
): EthereumMovementView {
  const asset = presentAsset(movement, around.assets);
  const amt = String(row.amount);
  const from = addressOrNull(movement.from);
  const to = addressOrNull(movement.to);
  return {
    blockchain: 'ethereum',
    _id: `${row.position}-${row.movement}`,
    sequence: row.sequence,
    kind: movement.kind,
    txid: stored ? hexOf(stored.tx.hash) : null,
    index: stored ? indexOf(row.position) : null,
    block: block.height,
    timestamp: block.header.time,
    confirmations: confirmationsAt(block.height, around.ranges),
    from,
    to,
    inputs: movement.from ? [{ addr: from, amt, asset }] : [],
    outputs: movement.to ? [{ addr: to, amt, asset }] : [],
    asset,
    amt,
    received: row.direction === 'out' ? '0' : amt,
    spent: row.direction === 'in' ? '0' : amt,
    direction: row.direction,
    status: stored ? presentStatus(stored) : null,
    attempted: movement.failed ? String(movement.attempted) : null,
    method: stored ? presentMethod(stored.tx) : null,
    log_index: movement.logIndex,
    path: movement.path && [...movement.path],
    spam: row.spam,
  };
}

type Known = Pick<EthereumState, 'ranges' | 'hasAllTraces'>;

/** Returns the token balance before the lowest block; null if unknown. No token is older than the chain. */
export function openingOfTokens({ ranges }: Pick<EthereumState, 'ranges'>): bigint | null {
  return ranges.length === 1 && ranges[0]?.from === 0 ? 0n : null;
}

/** Returns the balance before the lowest block. */
function openingOf({ asset, opening }: HoldingRow, state: Known): bigint | null {
  return asset ? (openingOfTokens(state) ?? opening) : opening;
}

/** Returns the balance of an asset; null if it is unknown, or if a contract claims an impossible one. */
export function balanceOf(holding: HoldingRow, state: Known): bigint | null {
  const opening = openingOf(holding, state);
  if (opening === null || (holding.asset === null && !state.hasAllTraces)) return null;
  const balance = opening + holding.received - holding.spent;
  return balance < 0n ? null : balance;
}

/** Returns a requested asset: ether, or the known fields of a token. */
export function presentChosenAsset(
  contract: Uint8Array | 'ether' | undefined,
  known: AssetRow | undefined,
): AssetView | null {
  if (!(contract instanceof Uint8Array)) return ether;
  return known ? presentToken(known) : null;
}

/** Returns a token as an asset. */
export function presentToken(asset: AssetRow): AssetView {
  return {
    type: asset.standard,
    contract: addressOf(asset.contract),
    symbol: asset.symbol,
    name: asset.name,
    decimals: asset.decimals,
    token_id: null,
    fake: asset.fake,
  };
}

export function presentHolding(holding: HoldingRow, state: Known): EthereumHolding {
  const { asset, received, spent, count, hiddenCount } = holding;
  return {
    asset: asset ? presentToken(asset) : ether,
    balance: textOrNull(balanceOf(holding, state)),
    received: String(received),
    spent: String(spent),
    movement_count: count,
    hidden_count: hiddenCount,
  };
}
