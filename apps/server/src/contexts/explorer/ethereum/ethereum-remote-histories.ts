import { toHex } from '@hopscope/chain';
import type { EthereumCoverage, EthereumMovementView } from '@hopscope/contract';
import { utcDayNumber } from '@hopscope/domain';
import type { SqlSession } from '../../../db/session.ts';
import {
  type EthereumRemoteAddress,
  readEthereumRemoteTip,
} from '../../../ledger/ethereum/remote/by-address.ts';
import {
  type RemoteMovement,
  readRemoteCalls,
  readRemoteNumbers,
  readRemoteRange,
  readRemoteTokens,
} from '../../../ledger/ethereum/remote/by-address-reader.ts';
import { addToDay, type Days } from '../../../ledger/shared/days.ts';
import { parseAsset } from './ethereum-addresses.service.ts';
import { balanceOfEther, presentRemoteMovement } from './ethereum-by-address.presenter.ts';
import { exportedOf, othersOf } from './ethereum-histories.ts';
import { presentChosenAsset } from './ethereum-movement.presenter.ts';
import { hexOf } from './ethereum-values.ts';
import type { Anchor, Histories, HistoryRow, OpenDays, OpenHistory, FullRow } from '../addresses/history.ts';
import { type EthereumAccountName, parseEthereumAccount } from '../../../lib/identifiers.ts';
import { addRows, checkTokenMovements, tokenRowsAtOnce } from './token-days.ts';

/** The stored history of an address. */
export interface RemoteEthereum {
  readonly address: EthereumRemoteAddress;
  readonly coverage: EthereumCoverage;
}

/** Runs work on one snapshot of the stored history of an address. */
export type ReadingRemote = <T>(
  name: EthereumAccountName,
  work: (session: SqlSession, remote: RemoteEthereum) => Promise<T>,
) => Promise<T>;

type Asset = ReturnType<typeof parseAsset>;

/** Rows per read when a whole history is searched. */
const atATime = 2000;

/** Returns movements of a remote provider with the fields of ledger movements. */
export async function presentRemoteMovements(
  session: SqlSession,
  key: Uint8Array,
  rows: readonly RemoteMovement[],
): Promise<EthereumMovementView[]> {
  const hashes = [...new Set(rows.map(({ hash }) => toHex(hash)))];
  const contracts = new Set(rows.flatMap(({ token }) => (token ? [toHex(token)] : [])));
  const around = {
    key,
    tip: (await readEthereumRemoteTip(session))?.height,
    calls: await readRemoteCalls(session, key, hashes),
    assets: await readRemoteTokens(session, [...contracts]),
  };
  return rows.map((movement) => presentRemoteMovement(movement, around));
}

/** Opens histories of Ethereum addresses from a remote provider. */
export function createRemoteEthereumHistories(reading: ReadingRemote): Histories {
  return {
    open(text, asset, work) {
      const name = parseEthereumAccount(text);
      const chosen = parseAsset(asset);
      return reading(name, async (session, remote) =>
        work(await openHistory(session, name, { remote, chosen })),
      );
    },
    openDays(text, asset, work) {
      const name = parseEthereumAccount(text);
      const chosen = parseAsset(asset);
      return reading(name, async (session, remote) =>
        work(await openDays(session, name, { remote, chosen })),
      );
    },
  };
}

async function openHistory(
  session: SqlSession,
  { bytes: key, text }: EthereumAccountName,
  { remote: { address, coverage }, chosen }: { remote: RemoteEthereum; chosen: Asset },
): Promise<OpenHistory> {
  const tip = await readEthereumRemoteTip(session);
  const anchor: Anchor = {
    height: tip?.height ?? null,
    hash: tip ? hexOf(tip.hash) : null,
    basis: `${address.stored} ${address.checkedHeight} ${toHex(address.checkedTip)}`,
  };
  const range = (from: number, to: number): Promise<RemoteMovement[]> =>
    readRemoteRange(session, key, { asset: chosen, from, to });
  return {
    blockchain: 'ethereum',
    address: text,
    coverage: coverage.text,
    lo: 0,
    hi: address.stored,
    anchor,
    isCurrent: async ({ basis }) => basis === anchor.basis,
    windowOf: async () => ({ from: 0, to: address.stored, rowsOfDays: null }),
    rows: async (from, to) => (await range(from, to)).map((movement) => rowOf(movement, key)),
    async fullRows(numbers) {
      const movements = await readRemoteNumbers(session, key, numbers);
      const views = await presentRemoteMovements(session, key, movements);
      return movements.flatMap((movement, i): FullRow[] => {
        const view = views[i];
        if (!view) return [];
        const { time } = movement;
        const mark = toHex(movement.hash.subarray(0, 8));
        const others = othersOf(view, text);
        return [{ ...rowOf(movement, key), time, others, mark, exported: exportedOf(view) }];
      });
    },
    async page(numbers, pagination, hiddenCount) {
      const rows = await readRemoteNumbers(session, key, numbers);
      const txs = await presentRemoteMovements(session, key, rows);
      return { blockchain: 'ethereum', txs, pagination, hiddenCount, coverage };
    },
  };
}

function isKey(side: Uint8Array | null, key: Uint8Array): boolean {
  return side !== null && Buffer.compare(side, key) === 0;
}

function rowOf(movement: RemoteMovement, key: Uint8Array): HistoryRow {
  const { number, height, time, amount, spam } = movement;
  const [spends, receives] = [isKey(movement.from, key), isKey(movement.to, key)];
  const direction = spends && receives ? 'self' : spends ? 'out' : 'in';
  return { number, sequence: number, place: height, time, direction, amount, spam: spam !== null };
}

/** Returns the changes of a token by day; its movements are numbered among those of all assets. */
async function daysOfToken(
  session: SqlSession,
  key: Uint8Array,
  { address, token }: { address: RemoteEthereum['address']; token: Uint8Array },
): Promise<Days> {
  const days: Days = new Map();
  let count = 0;
  for (let from = 0; from < address.stored; from += tokenRowsAtOnce) {
    const movements = await readRemoteRange(session, key, { asset: token, from, to: from + tokenRowsAtOnce });
    count += movements.length;
    checkTokenMovements(count);
    addRows(
      days,
      movements.map((movement) => ({ ...rowOf(movement, key), time: movement.time })),
    );
  }
  return days;
}

async function daysOfEther(
  session: SqlSession,
  key: Uint8Array,
  { address }: Pick<RemoteEthereum, 'address'>,
): Promise<Days> {
  const days: Days = new Map();
  let before = '';
  for (let from = 0; from < address.stored; from += atATime) {
    for (const movement of await readRemoteRange(session, key, {
      asset: undefined,
      from,
      to: from + atATime,
    })) {
      const { direction } = rowOf(movement, key);
      const moved = movement.token === null ? movement.amount : 0n;
      const hash = toHex(movement.hash);
      addToDay(days, utcDayNumber(movement.time), {
        transactions: hash === before ? 0 : 1,
        received: direction === 'out' ? 0n : moved,
        spent: direction === 'in' ? 0n : moved,
      });
      before = hash;
    }
  }
  return days;
}

async function openDays(
  session: SqlSession,
  { bytes: key }: EthereumAccountName,
  { remote: { address, coverage }, chosen }: { remote: RemoteEthereum; chosen: Asset },
): Promise<OpenDays> {
  const token = chosen instanceof Uint8Array ? chosen : undefined;
  const known = token && (await readRemoteTokens(session, [toHex(token)])).get(toHex(token));
  const isKnown = token ? address.isComplete : balanceOfEther(address, coverage) !== null;
  return {
    days: token
      ? await daysOfToken(session, key, { address, token })
      : await daysOfEther(session, key, { address }),
    opening: isKnown ? 0n : null,
    async rows(most) {
      if (address.stored > most) return null;
      const asset = token ?? 'ether';
      const movements = await readRemoteRange(session, key, { asset, from: 0, to: address.stored });
      return movements.map((movement) => rowOf(movement, key));
    },
    asset: presentChosenAsset(chosen, known),
    frame: { blockchain: 'ethereum', coverage },
    async firstTxid({ from, to }) {
      for (let at = 0; at < address.stored; at += atATime) {
        const rows = await readRemoteRange(session, key, { asset: undefined, from: at, to: at + atATime });
        const first = rows.find(({ time }) => time >= from && time <= to);
        if (first) return hexOf(first.hash);
      }
      return null;
    },
  };
}
