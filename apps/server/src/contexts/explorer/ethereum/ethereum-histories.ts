import type { EthereumMovementView } from '@hopscope/contract';
import { toHex } from '@hopscope/chain';
import type { SqlDatabase } from '../../../db/session.ts';
import { readHeightsOfTimes } from '../../../ledger/ethereum/blocks/blocks.ts';
import { blockTimeAt, readBlockTimes, readEthereumDays } from '../../../ledger/ethereum/accounts/days.ts';
import type { EthereumAccount, MovementRow } from '../../../ledger/ethereum/model.ts';
import { type MovementList, openMovements } from '../../../ledger/ethereum/history/movement-list.ts';
import {
  readAssets,
  readEthereumBlocks,
  readEthereumTxs,
  readHoldings,
} from '../../../ledger/ethereum/reader.ts';
import type { Days } from '../../../ledger/shared/days.ts';
import { heightOf, positionOf, span } from '../../../ledger/shared/positions.ts';
import { findEthereumAccount, parseAsset } from './ethereum-addresses.service.ts';
import { isOfBlock, openingOfTokens, presentChosenAsset } from './ethereum-movement.presenter.ts';
import { presentMovements } from './ethereum-movements.ts';
import { type EthereumSnapshot, readSnapshot } from './ethereum-snapshot.ts';
import { hexOf } from './ethereum-values.ts';
import type {
  ExportedMovement,
  Histories,
  HistoryRow,
  OpenDays,
  OpenHistory,
  FullRow,
  Window,
} from '../addresses/history.ts';
import { askingOnce, isSameChain, ledgerAnchor } from '../addresses/history-anchor.ts';
import { parseEthereumAccount } from '../../../lib/identifiers.ts';
import { addRows, checkTokenMovements, tokenRowsAtOnce } from './token-days.ts';

interface Opened {
  readonly snapshot: EthereumSnapshot;
  readonly address: string;
  readonly account: EthereumAccount | undefined;
}

/** Opens histories of Ethereum addresses, which are lists of movements, from the ledger. */
export function createEthereumHistories(db: SqlDatabase): Histories {
  const opening = <T>(text: string, work: (opened: Opened) => Promise<T>): Promise<T> =>
    readSnapshot(db, async (snapshot) => {
      const name = parseEthereumAccount(text);
      return work({ snapshot, address: name.text, account: await findEthereumAccount(snapshot, name) });
    });
  return {
    open(text, asset, work) {
      const chosen = parseAsset(asset);
      return opening(text, async (opened) => {
        const { account, snapshot } = opened;
        const list = account && (await openMovements(snapshot.session, account.id, chosen));
        return work(await openHistory(opened, list));
      });
    },
    openDays(text, asset, work) {
      const chosen = parseAsset(asset);
      return opening(text, async (opened) => work(await openDays(opened, chosen)));
    },
  };
}

async function openHistory(opened: Opened, list: MovementList | undefined): Promise<OpenHistory> {
  const { snapshot, address } = opened;
  const { session, state, coverage } = snapshot;
  const hashOf = askingOnce(async (height) => {
    const block = (await readEthereumBlocks(session, [height])).get(height);
    return block && hexOf(block.hash);
  });
  const { lo, hi } = list?.pair.all ?? { lo: 0, hi: 0 };
  return {
    blockchain: 'ethereum',
    address,
    coverage: coverage.text,
    lo,
    hi,
    anchor: await ledgerAnchor(state.ranges, hashOf),
    isCurrent: (anchor) => isSameChain(anchor, state.ranges, hashOf),
    windowOf: (times) => windowOf(opened, list, times),
    rows: (from, to, { times }) => readRows(opened, list, { from, to, times }),
    fullRows: (numbers) => readFullRows(opened, list, numbers),
    async page(numbers, pagination, hidden) {
      const rows = list ? await list.at(numbers) : [];
      const txs = await presentMovements(snapshot, rows);
      return { blockchain: 'ethereum', txs, pagination, hiddenCount: hidden, coverage };
    },
  };
}

/** Finds the rows of a time by binary search: block times ascend with heights, so they are contiguous in the list. */
async function windowOf(
  { snapshot: { session } }: Opened,
  list: MovementList | undefined,
  times: { from: number; to: number },
): Promise<Window> {
  const heights = list && (await readHeightsOfTimes(session, times));
  if (!list || !heights || heights.lowest > heights.highest) return { from: 0, to: 0, rowsOfDays: null };
  const { lo, hi } = list.pair.all;
  const firstFrom = async (position: number): Promise<number> => {
    let [low, high] = [lo, hi];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const [row] = await list.at([middle]);
      if (row && row.position >= position) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  return {
    from: await firstFrom(positionOf(heights.lowest, 0)),
    to: await firstFrom(positionOf(heights.highest, span - 1) + 1),
    rowsOfDays: null,
  };
}

function rowOf(row: MovementRow, number: number, time: number | undefined): HistoryRow {
  const { sequence, position, direction, amount, spam } = row;
  return { number, sequence, place: position, time, direction, amount, spam: spam !== null };
}

function numbersFrom(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
}

async function readRows(
  { snapshot: { session } }: Opened,
  list: MovementList | undefined,
  asked: { from: number; to: number; times: boolean },
): Promise<HistoryRow[]> {
  if (!list) return [];
  const rows = await list.at(numbersFrom(asked.from, asked.to));
  const times = asked.times
    ? await readBlockTimes(
        session,
        rows.map(({ position }) => heightOf(position)),
      )
    : undefined;
  return rows.map((row, i) => rowOf(row, asked.from + i, times && blockTimeAt(times, row.position)));
}

async function readFullRows(
  { snapshot, address }: Opened,
  list: MovementList | undefined,
  numbers: readonly number[],
): Promise<FullRow[]> {
  if (!list) return [];
  const rows = await list.at(numbers);
  const views = await presentMovements(snapshot, rows);
  const blocks = await readEthereumBlocks(
    snapshot.session,
    rows.map(({ position }) => heightOf(position)),
  );
  return rows.map((row, i): FullRow => {
    const view = views[i];
    const block = blocks.get(heightOf(row.position));
    if (!view || !block) throw new RangeError(`Block ${heightOf(row.position)} of a row is missing`);
    return {
      ...rowOf(row, numbers[i] ?? 0, view.timestamp),
      time: view.timestamp,
      others: othersOf(view, address),
      mark: hexOf(block.hash.subarray(0, 8)).slice(2),
      exported: exportedOf(view),
    };
  });
}

/** Returns the counterparty address of a movement, if any. */
export function othersOf({ from, to }: EthereumMovementView, own: string): string[] {
  const others = new Set([from, to].flatMap((side) => side ?? []));
  others.delete(own);
  return [...others];
}

/** Returns a movement with the fields of an export. */
export function exportedOf(view: EthereumMovementView): ExportedMovement {
  const { asset } = view;
  return {
    sequence: view.sequence,
    time: new Date(view.timestamp * 1000).toISOString(),
    block: view.block,
    txid: view.txid,
    movement: view.kind,
    direction: view.direction,
    from: view.from,
    to: view.to,
    asset_type: asset.type,
    contract: asset.contract,
    symbol: asset.symbol,
    decimals: asset.decimals,
    token_id: asset.token_id,
    received: view.received,
    spent: view.spent,
    status: view.status,
    spam: view.spam,
  };
}

/** Returns the ether balance before the first movement; null if it, or some movement, is unknown. */
async function openingOf({ snapshot, account }: Opened): Promise<bigint | null> {
  const { session, state } = snapshot;
  const isComplete = state.ranges.length <= 1 && state.hasAllTraces;
  if (!account || !isComplete) return null;
  const [holding] = await readHoldings(session, account, { limit: 1 });
  return holding && holding.asset === null ? holding.opening : null;
}

/** Returns the changes of a token by day, from the list of its movements. */
async function daysOfToken(opened: Opened, list: MovementList | undefined): Promise<Days> {
  const days: Days = new Map();
  const { lo, hi } = list?.pair.all ?? { lo: 0, hi: 0 };
  checkTokenMovements(hi - lo);
  for (let from = lo; from < hi; from += tokenRowsAtOnce) {
    const rows = await readRows(opened, list, {
      from,
      to: Math.min(hi, from + tokenRowsAtOnce),
      times: true,
    });
    addRows(days, rows);
  }
  return days;
}

async function openDays(opened: Opened, chosen: ReturnType<typeof parseAsset>): Promise<OpenDays> {
  const { snapshot, account } = opened;
  const { session, coverage, state } = snapshot;
  const token = chosen instanceof Uint8Array ? chosen : undefined;
  const known = token && (await readAssets(session, [token])).get(toHex(token));
  const daysOf = async ({ id }: EthereumAccount): Promise<Days> =>
    token ? daysOfToken(opened, await openMovements(session, id, token)) : readEthereumDays(session, id);
  return {
    days: account ? await daysOf(account) : new Map(),
    opening: token ? openingOfTokens(state) : await openingOf(opened),
    async rows(most) {
      const list = account && (await openMovements(session, account.id, token ?? 'ether'));
      const { lo, hi } = list?.pair.all ?? { lo: 0, hi: 0 };
      return hi - lo > most ? null : readRows(opened, list, { from: lo, to: hi, times: true });
    },
    asset: presentChosenAsset(chosen, known),
    frame: { blockchain: 'ethereum', coverage },
    async firstTxid(times) {
      const list = account && (await openMovements(session, account.id, undefined));
      if (!list) return null;
      const { from, to } = await windowOf(opened, list, times);
      for (let at = from; at < to; at += 256) {
        const rows = await list.at(numbersFrom(at, Math.min(to, at + 256)));
        const first = rows.find(({ position }) => !isOfBlock(position));
        const [stored] = first ? await readEthereumTxs(session, [first.position]) : [];
        if (stored) return hexOf(stored.tx.hash);
      }
      return null;
    },
  };
}
