import type { Blockchain } from '@hopscope/domain';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { heightOf } from '../../../ledger/shared/positions.ts';
import { readTimes } from '../../../ledger/bitcoin/accounts/days.ts';
import { readTxsAt } from '../../../ledger/bitcoin/lookups.ts';
import { readAccounts, readNewestEntries } from '../../../ledger/bitcoin/accounts/many-histories.ts';
import { readNewestMovements } from '../../../ledger/ethereum/accounts/many-movements.ts';
import { createAddressNames, movesOfAddress } from './bitcoin-moves.ts';
import { movesOf, readFound } from './ethereum-moves.ts';
import type { Move } from './moves.ts';
import type { AddressRef, TracingSnapshot } from './open-tracing.ts';

/** Transfers of an address. */
export interface Neighbors {
  readonly moves: readonly Move[];
  /** True if the address has more transactions than are read of one: these are the newest ones. */
  readonly partly: boolean;
  readonly coinJoins: number;
  readonly tooLarge: number;
}

/** Reads all transfers of several addresses at once, the newest `most` transactions (movements) of each. */
export type ReadNeighbors = (places: readonly AddressRef[], most: number) => Promise<Map<string, Neighbors>>;

function bitcoinNeighbors(tracing: TracingSnapshot): ReadNeighbors {
  const { session, height } = tracing;
  const nameOf = createAddressNames(tracing);
  return async (places, most) => {
    const accounts = await readAccounts(
      session,
      places.map(({ key }) => key),
    );
    // One more than needed, to know whether there are more at the state, not now.
    const grown = tracing.newest ? most + 1 : Number.MAX_SAFE_INTEGER;
    const entries = await readNewestEntries(session, [...accounts.values()], grown);
    const own = places.flatMap(({ key, address }) => {
      const account = accounts.get(byteKey(key));
      if (!account) return [];
      const all = (entries.get(account.id) ?? []).filter(({ position }) => heightOf(position) <= height);
      const positions = all.slice(-most).map(({ position }) => position);
      return [{ address, name: byteKey(key), positions, partly: all.length > most }];
    });
    const positions = [...new Set(own.flatMap((one) => one.positions))];
    const txs = new Map((await readTxsAt(session, positions)).map((tx) => [tx.position, tx]));
    const times = await readTimes(session, positions.map(heightOf));
    return new Map(
      own.map(({ address, name, positions: at, partly }): [string, Neighbors] => {
        const found = at.flatMap((position) => {
          const tx = txs.get(position);
          return tx ? [movesOfAddress(tx, name, { nameOf, times, change: false })] : [];
        });
        return [
          address,
          {
            moves: found.flatMap(({ moves }) => moves),
            partly,
            coinJoins: found.filter(({ by }) => by.coinJoin).length,
            tooLarge: found.filter(({ tooLarge }) => tooLarge).length,
          },
        ];
      }),
    );
  };
}

function ethereumNeighbors(tracing: TracingSnapshot, asset: 'ether' | Uint8Array): ReadNeighbors {
  const { session, height, newest } = tracing;
  return async (places, most) => {
    const found = await readNewestMovements(
      session,
      places.map(({ key }) => ({ key, asset })),
      newest ? most + 1 : Number.MAX_SAFE_INTEGER,
    );
    const own = places.flatMap(({ address }, i) => {
      const rows = (found[i]?.rows ?? []).filter(({ position }) => heightOf(position) <= height);
      return [{ address, rows: rows.slice(-most), partly: rows.length > most }];
    });
    const all = await readFound(
      session,
      own.flatMap(({ rows }) => rows),
    );
    const byRow = new Map(all.found.map((one) => [one.row, one]));
    return new Map(
      own.map(({ address, rows, partly }): [string, Neighbors] => {
        const moves = movesOf(
          rows.flatMap((row) => byRow.get(row) ?? []),
          all.assets,
        ).filter(({ from, to }) => from !== to);
        return [address, { moves, partly, coinJoins: 0, tooLarge: 0 }];
      }),
    );
  };
}

const neighbors: Readonly<
  Record<Blockchain, (tracing: TracingSnapshot, asset: 'ether' | Uint8Array) => ReadNeighbors>
> = { bitcoin: bitcoinNeighbors, ethereum: ethereumNeighbors };

export function neighborsOf(
  tracing: TracingSnapshot,
  asset: 'ether' | Uint8Array | undefined,
): ReadNeighbors {
  return neighbors[tracing.chain](tracing, asset ?? 'ether');
}
