import { toHex } from '@hopscope/chain';
import type { EthereumMovementView } from '@hopscope/contract';
import type { MovementRow } from '../../../ledger/ethereum/model.ts';
import { readAssets, readEthereumTxs } from '../../../ledger/ethereum/reader.ts';
import { findMovements, isOfBlock, presentMovement } from './ethereum-movement.presenter.ts';
import { type EthereumSnapshot, surroundings } from './ethereum-snapshot.ts';

/** Returns rows of an account's list as on pages, in the given order. */
export async function presentMovements(
  snapshot: EthereumSnapshot,
  rows: readonly MovementRow[],
): Promise<EthereumMovementView[]> {
  const { session, state } = snapshot;
  const positions = rows.map(({ position }) => position);
  const txs = await readEthereumTxs(
    session,
    [...new Set(positions)].filter((at) => !isOfBlock(at)),
  );
  const { blocks } = await surroundings(snapshot, positions);
  const byPosition = new Map(txs.map((stored) => [stored.position, stored]));
  const movements = findMovements(rows, blocks, byPosition);
  const tokens = new Map(
    movements.flatMap(({ movement: { token } }) => (token ? [[toHex(token), token] as const] : [])),
  );
  const assets = await readAssets(session, [...tokens.values()]);
  return movements.map((movement) => presentMovement(movement, { ranges: state.ranges, assets }));
}
