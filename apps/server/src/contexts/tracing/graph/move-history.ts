import type { Blockchain } from '@hopscope/domain';
import { readTimes } from '../../../ledger/bitcoin/accounts/days.ts';
import { readAccount, readActivity, readTxsInOrder } from '../../../ledger/bitcoin/reader.ts';
import { openMovements } from '../../../ledger/ethereum/history/movement-list.ts';
import { readEthereumAccount, readEthereumBlocks } from '../../../ledger/ethereum/reader.ts';
import { firstNot } from '../../../lib/first-not.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { heightOf } from '../../../ledger/shared/positions.ts';
import { createAddressNames, movesOfAddress } from './bitcoin-moves.ts';
import { movesOf, readFound } from './ethereum-moves.ts';
import type { Move } from './moves.ts';
import type { AddressRef, TracingSnapshot } from './open-tracing.ts';

/** One transaction (on Ethereum one movement) of an address. */
export interface HistoryEntry {
  readonly time: number;
  readonly moves: readonly Move[];
  readonly mined: bigint;
  readonly withoutAddress: bigint;
  readonly unknown: bigint;
  readonly tooLarge: boolean;
}

/** Transfers of an address with others in index order: entry 0 is the oldest one. */
export interface MoveHistory {
  /** Number of entries up to the state's height. */
  readonly total: number;
  /** Reads entries from `from` to below `to`. */
  read(from: number, to: number): Promise<HistoryEntry[]>;
  /** Returns the number of entries in blocks of at most this time (seconds since 1970). */
  upToTime(time: number): Promise<number>;
}

const noHistory: MoveHistory = { total: 0, read: async () => [], upToTime: async () => 0 };

interface HistoryOptions {
  readonly asset: 'ether' | Uint8Array | undefined;
  readonly change: boolean;
}

async function openBitcoin(
  tracing: TracingSnapshot,
  { key }: AddressRef,
  { change }: HistoryOptions,
): Promise<MoveHistory> {
  const { session, newest, height } = tracing;
  const account = await readAccount(session, key);
  if (!account) return noHistory;
  const own = byteKey(key);
  const nameOf = createAddressNames(tracing);
  const positionAt = async (place: number): Promise<number> =>
    (await readActivity(session, account, place, place))[0]?.position ?? 0;
  const total = newest
    ? account.txCount
    : await firstNot(account.txCount, async (place) => heightOf(await positionAt(place)) <= height);
  return {
    total,
    async read(from, to) {
      if (to <= from) return [];
      const entries = await readActivity(session, account, from, to - 1);
      const txs = await readTxsInOrder(
        session,
        entries.map(({ position }) => position),
      );
      const times = await readTimes(
        session,
        entries.map(({ position }) => heightOf(position)),
      );
      return txs.map((tx) => {
        const { by, ...rest } = movesOfAddress(tx, own, { nameOf, times, change });
        return { time: by.time, ...rest };
      });
    },
    upToTime: (time) =>
      firstNot(total, async (place) => {
        const at = heightOf(await positionAt(place));
        return ((await readTimes(session, [at])).get(at) ?? 0) <= time;
      }),
  };
}

async function openEthereum(
  tracing: TracingSnapshot,
  { key }: AddressRef,
  { asset, change }: HistoryOptions,
): Promise<MoveHistory> {
  const { session, newest, height } = tracing;
  const account = await readEthereumAccount(session, key);
  const list = account && (await openMovements(session, account.id, asset));
  if (!list) return noHistory;
  const { lo, hi } = list.pair.all;
  const heightAt = async (place: number): Promise<number> =>
    heightOf((await list.at([lo + place]))[0]?.position ?? 0);
  const total = newest
    ? hi - lo
    : await firstNot(hi - lo, async (place) => (await heightAt(place)) <= height);
  return {
    total,
    async read(from, to) {
      const rows = await list.at(Array.from({ length: Math.max(0, to - from) }, (_, i) => lo + from + i));
      const { found, assets } = await readFound(session, rows);
      return found.map((one) => {
        const { row, movement, block } = one;
        const hidden = row.spam !== null && asset === undefined;
        const back = row.direction === 'self' && !change;
        const made = movement.kind === 'reward' || movement.kind === 'withdrawal' || movement.from === null;
        return {
          time: block.header.time,
          moves: hidden || back ? [] : movesOf([one], assets),
          mined: made && movement.token === null ? row.amount : 0n,
          withoutAddress: 0n,
          unknown: 0n,
          tooLarge: false,
        };
      });
    },
    upToTime: (time) =>
      firstNot(total, async (place) => {
        const at = await heightAt(place);
        return ((await readEthereumBlocks(session, [at])).get(at)?.header.time ?? 0) <= time;
      }),
  };
}

const histories: Readonly<
  Record<
    Blockchain,
    (tracing: TracingSnapshot, place: AddressRef, options: HistoryOptions) => Promise<MoveHistory>
  >
> = { bitcoin: openBitcoin, ethereum: openEthereum };

/**
 * Opens the transfers of an address, read from the index on demand. On Ethereum for one asset, or for all not marked as
 * spam. `change`: includes those to itself.
 */
export function openMoveHistory(
  tracing: TracingSnapshot,
  place: AddressRef,
  options: HistoryOptions,
): Promise<MoveHistory> {
  return histories[tracing.chain](tracing, place, options);
}
