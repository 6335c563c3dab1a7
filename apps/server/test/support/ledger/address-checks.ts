import { endpoints } from '@hopscope/contract';
import { expect } from 'vitest';
import type { HistoryModelRow } from './address-model.ts';
import type { DirectoryApi } from '../api/directory-api.ts';
import type { Random } from '../survival/random.ts';
import type { Someone } from '../api/teams-api.ts';

/** A filter as a query, without paging. */
export type FilterQuery = Partial<
  Record<
    'direction' | 'minAmount' | 'maxAmount' | 'from' | 'to' | 'counterparty' | 'asset' | 'hidden',
    string
  >
>;

/** Owner names by address. */
export type Owners = ReadonlyMap<string, string>;

export function dateOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

function secondOf(text: string, end: 'from' | 'to'): number {
  if (/^\d+$/.test(text)) return Number(text);
  return Date.parse(`${text}T${end === 'from' ? '00:00:00' : '23:59:59'}Z`) / 1000;
}

/** Returns whether a row of the model matches a filter. */
export function meets(row: HistoryModelRow, query: FilterQuery, owners: Owners): boolean {
  const { direction, minAmount, maxAmount, from, to, counterparty, asset, hidden } = query;
  if (row.spam && hidden !== 'true') return false;
  if (asset !== undefined && row.asset !== asset.replace('0x', '').toLowerCase()) return false;
  if (direction !== undefined && row.direction !== direction) return false;
  if (minAmount !== undefined && row.amount < BigInt(minAmount)) return false;
  if (maxAmount !== undefined && row.amount > BigInt(maxAmount)) return false;
  if (from !== undefined && row.time < secondOf(from, 'from')) return false;
  if (to !== undefined && row.time > secondOf(to, 'to')) return false;
  return counterparty === undefined || [...row.others].some((other) => owners.get(other) === counterparty);
}

/** Returns a filter whose limits are those of a row, to test boundaries. */
export function randomFilter(
  random: Random,
  rows: readonly HistoryModelRow[],
  entities: readonly string[],
): FilterQuery {
  const [a, b] = [random.pick(rows), random.pick(rows)];
  const query: FilterQuery = {};
  const onChain = a.asset === undefined ? undefined : a.asset === 'ether' ? 'ether' : `0x${a.asset}`;
  if (random.chance(0.3)) query.direction = random.pick(['in', 'out', 'self']);
  if (random.chance(0.3)) {
    const amounts = [a.amount, b.amount].sort((x, y) => (x < y ? -1 : 1));
    query.minAmount = String(amounts[0]);
    if (random.chance(0.6)) query.maxAmount = String(amounts[1]);
    if (onChain !== undefined) query.asset = onChain;
  }
  if (random.chance(0.5)) {
    const [from, to] = [Math.min(a.time, b.time), Math.max(a.time, b.time)];
    const asDays = random.chance(0.5);
    if (random.chance(0.7)) query.from = asDays ? dateOf(from) : String(from + random.below(2));
    if (random.chance(0.7)) query.to = asDays ? dateOf(to) : String(to + 1);
  }
  if (random.chance(0.25)) query.counterparty = random.pick(entities);
  if (onChain !== undefined && random.chance(0.3)) query.asset = onChain;
  if (random.chance(0.3)) query.hidden = 'true';
  return query;
}

/** Returns the sequences of all pages of a list, newest first. */
async function pages(api: DirectoryApi, who: Someone, addr: string, query: FilterQuery, limit: number) {
  const sequences: number[] = [];
  for (let page = 1; ; page++) {
    const answer = await api.as(who, endpoints.listAddressTransactions, {
      params: { addr },
      query: { ...query, page, limit } as never,
    });
    const { pagination, txs } = answer;
    sequences.push(...txs.map(({ sequence }) => sequence));
    if (page >= pagination.totalPages) {
      expect(pagination.totalTxs).toBe(sequences.length);
      return sequences;
    }
  }
}

/** Returns the text of an export. */
export async function exported(
  api: DirectoryApi,
  who: Someone,
  addr: string,
  query: FilterQuery & { format: 'csv' | 'jsonl'; cursor?: string },
): Promise<string> {
  const answer = await api.answer(who, endpoints.exportAddressTransactions, {
    params: { addr },
    query: query as never,
  });
  expect({ status: answer.statusCode, body: answer.body.slice(0, 300) }).toMatchObject({ status: 200 });
  return answer.body;
}

/** Parses the cells of a CSV (RFC 4180). */
export function cellsOf(csv: string): string[][] {
  return csv
    .replace('\uFEFF', '')
    .split('\r\n')
    .slice(0, -1)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      ),
    );
}

/** Parses rows of a CSV by column name after checking its frame. */
export function rowsOfCsv(csv: string): Record<string, string>[] {
  expect(csv.startsWith('\uFEFF#,blockchain,')).toBe(true);
  const cells = cellsOf(csv);
  const [names, ...rows] = cells.filter(([first]) => first !== '#');
  expect(cells.at(-1)).toEqual(['#', 'end', String(rows.length)]);
  return rows.map((row) => {
    expect(row).toHaveLength(names?.length ?? 0);
    return Object.fromEntries(row.map((cell, i) => [names?.[i] ?? '', cell]));
  });
}

interface JsonRow {
  readonly kind: string;
  readonly sequence: number;
  readonly cursor: string;
  readonly counterparties: readonly string[];
}

export function rowsOfJsonLines(text: string): JsonRow[] {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line): JsonRow & { rows?: number } => JSON.parse(line));
  const rows = lines.slice(1, -1);
  expect(lines[0]?.kind).toBe('head');
  expect(lines.at(-1)).toEqual({ kind: 'end', rows: rows.length });
  expect(rows.every(({ kind }) => kind === 'row')).toBe(true);
  return rows;
}

/** Checks that list, CSV, JSON Lines, and the rest of an interrupted export match the model. */
export async function checkFilter(
  api: DirectoryApi,
  who: Someone,
  about: {
    addr: string;
    rows: readonly HistoryModelRow[];
    query: FilterQuery;
    owners: Owners;
    random: Random;
  },
): Promise<void> {
  const { addr, rows, query, owners, random } = about;
  const expected = rows.filter((row) => meets(row, query, owners)).map(({ sequence }) => sequence);
  const limit = 20 + random.below(300);
  const say = { addr, query, limit };
  expect({ say, sequences: (await pages(api, who, addr, query, limit)).toReversed() }).toEqual({
    say,
    sequences: expected,
  });
  const csv = rowsOfCsv(await exported(api, who, addr, { ...query, format: 'csv' }));
  expect({ say, csv: csv.map((row) => Number(row['sequence'])) }).toEqual({ say, csv: expected });
  const lines = rowsOfJsonLines(await exported(api, who, addr, { ...query, format: 'jsonl' }));
  expect({ say, jsonl: lines.map(({ sequence }) => sequence) }).toEqual({ say, jsonl: expected });
  expect(lines.map(({ cursor }) => cursor)).toEqual(csv.map((row) => row['cursor']));
  if (lines.length === 0) return;
  const at = random.below(lines.length);
  const cursor = lines[at]?.cursor ?? '';
  const rest = rowsOfJsonLines(await exported(api, who, addr, { ...query, format: 'jsonl', cursor }));
  expect({ say, rest }).toEqual({ say, rest: lines.slice(at + 1) });
}

/** Returns the balance after each transaction that moves the native coin. */
function stepsOf(rows: readonly HistoryModelRow[], opening: bigint | undefined) {
  const native = rows.filter(({ asset }) => asset === undefined || asset === 'ether');
  let balance = opening ?? 0n;
  return [...Map.groupBy(native, ({ position }) => position).values()].map((own) => {
    for (const { received, spent } of own) balance += received - spent;
    return {
      timestamp: own[0]?.time ?? 0,
      balance: opening === undefined || balance < 0n ? null : String(balance),
    };
  });
}

/** Checks days, years, balances, and first transactions against the model. `opening`: undefined if balances are unknown. */
export async function checkDays(
  api: DirectoryApi,
  who: Someone,
  about: { addr: string; rows: readonly HistoryModelRow[]; opening: bigint | undefined },
): Promise<void> {
  const { addr, rows, opening } = about;
  const byDay = Map.groupBy(rows, ({ time }) => dateOf(time));
  const days = [...byDay.keys()].sort();
  const figures = days.map((date) => {
    const own = byDay.get(date) ?? [];
    const sum = (side: 'received' | 'spent'): bigint => own.reduce((total, row) => total + row[side], 0n);
    const transactions = new Set(own.map(({ position }) => position)).size;
    return { date, transactions, received: String(sum('received')), spent: String(sum('spent')) };
  });
  const params = { addr };
  const first = await api.as(who, endpoints.getAddressActivity, { params });
  const years = Map.groupBy(figures, ({ date }) => Number(date.slice(0, 4)));
  const counted = [...years].map(([year, own]) => ({
    year,
    transactions: own.reduce((total, { transactions }) => total + transactions, 0),
  }));
  expect({ addr, years: first.years }).toEqual({ addr, years: counted });
  const most = Math.max(...counted.map(({ transactions }) => transactions));
  expect(first.year).toBe(counted.findLast(({ transactions }) => transactions === most)?.year ?? null);
  for (const [year, own] of years) {
    const answer = await api.as(who, endpoints.getAddressActivity, { params, query: { year } });
    expect({ addr, days: answer.days }).toEqual({ addr, days: own });
  }
  let balance = opening ?? 0n;
  const points = figures.map(({ date, received, spent }) => {
    balance += BigInt(received) - BigInt(spent);
    return {
      date,
      received,
      spent,
      balance: opening === undefined || balance < 0n ? null : String(balance),
    };
  });
  const history = await api.as(who, endpoints.getAddressBalanceHistory, { params });
  expect({ addr, points: history.points, steps: history.steps }).toEqual({ addr, points, steps: null });
  const query = { steps: 'true' } as const;
  const { steps } = await api.as(who, endpoints.getAddressBalanceHistory, { params, query });
  expect({ addr, steps }).toEqual({ addr, steps: stepsOf(rows, opening) });
  const date = days[Math.floor(days.length / 2)];
  if (date === undefined) return;
  const { data } = await api.as(who, endpoints.getAddressActivityDay, { params: { addr, date } });
  const own = byDay.get(date)?.find(({ txid }) => txid !== null);
  expect({ addr, date, first: data.first_txid }).toEqual({ addr, date, first: own?.txid ?? null });
}
