import { toHex } from '@hopscope/chain';
import { createCopyWriter } from '../../../db/copy-binary.ts';
import type { SqlSession } from '../../../db/session.ts';
import type { SlotOf } from '../../shared/account-slots.ts';
import { createPackWriter } from '../../shared/varint.ts';
import {
  type Account,
  accountColumns,
  type Holding,
  holdingColumns,
  type ListPair,
  loadAccounts,
  loadHoldings,
  writeAccountRow,
  writeHoldingRow,
} from '../accounts/accounts.ts';
import type { Openings } from './bundle.ts';
import { type AccountDelta, type Effects, etherAsset, type PurseDelta } from '../accounts/effects.ts';
import { type DeltaOfAccount, keepsDays, writeDays } from '../accounts/days.ts';
import { entryCodec, numberCodec } from '../accounts/entries.ts';
import { listOf } from '../history/lists.ts';
import { addBottom, addTop, type Codec, type NumberedList } from '../history/numbered-list.ts';

interface Chunk {
  account: Account;
  list: number;
  chunk: number;
  entries: Uint8Array;
}

export interface ApplyOptions {
  /** Whether the blocks are above all others or below. */
  side: 'top' | 'bottom';
  /** Whether the ledger has no accounts yet. */
  empty: boolean;
  openings: Openings | undefined;
  slotOf: SlotOf;
}

/** Changes of the number of accounts and of the known openings. */
export interface AccountChange {
  accounts: number;
  unopened: number;
  opened: bigint;
}

/** Applies effects of blocks to accounts and holdings, and writes each of them once. */
export async function applyEffects(
  session: SqlSession,
  effects: Effects,
  options: ApplyOptions,
): Promise<AccountChange> {
  const deltas = effects.accounts;
  const accounts = await loadAccounts(
    session,
    [...deltas.values()].map(({ key }) => key),
    options,
  );
  const pairs: { account: Account; asset: number; delta: PurseDelta; owner: AccountDelta }[] = [];
  for (const [name, owner] of deltas) {
    const account = accounts.get(name);
    if (!account) throw new RangeError('An address of the batch has no account');
    for (const [asset, delta] of owner.purses) {
      if (asset !== etherAsset) pairs.push({ account, asset, delta, owner });
    }
  }
  const holdings = await loadHoldings(session, pairs);
  const writer = createListWriter(options.side);
  const change: AccountChange = { accounts: 0, unopened: 0, opened: 0n };
  const starts = new Map<AccountDelta, number>();
  const changes: DeltaOfAccount[] = [];
  for (const [name, delta] of deltas) {
    const account = accounts.get(name);
    if (!account) continue;
    openAccount(account, delta, options, change);
    changes.push({ account, delta, saved: keepsDays(account.movements.all) });
    starts.set(delta, applyToAccount(account, delta, writer, options.side));
  }
  pairs.forEach(({ account, asset, delta, owner }, i) => {
    const purse = holdings[i]?.purse;
    if (!purse) return;
    purse.received += delta.received;
    purse.spent += delta.spent;
    writer.addMarks({ account, asset, pair: purse, delta, start: starts.get(owner) ?? 0 });
  });
  await writeAll(session, [...accounts.values()], holdings, writer.chunks);
  await writeDays(session, changes, 1);
  return change;
}

/** Sets the opening of a new account; moves that of an existing one down if history is added below it. */
function openAccount(
  account: Account,
  delta: AccountDelta,
  { side, openings }: ApplyOptions,
  change: AccountChange,
): void {
  if (!account.stored) {
    account.opening = openings?.balances.get(toHex(account.key)) ?? (openings?.complete ? 0n : null);
    change.accounts++;
    if (account.opening === null) change.unopened++;
    else change.opened += account.opening;
    return;
  }
  const ether = delta.purses.get(etherAsset);
  if (side === 'top' || account.opening === null || !ether) return;
  const moved = ether.received - ether.spent;
  account.opening -= moved;
  change.opened -= moved;
}

/** Applies entries to an account. Returns the number of the first new entry in the account's list. */
function applyToAccount(
  account: Account,
  delta: AccountDelta,
  writer: ListWriter,
  side: ApplyOptions['side'],
): number {
  account.txCount += delta.txs;
  account.blockCount += delta.blocks;
  account.signs += delta.signs;
  if (delta.createdBy >= 0 && (account.createdBy < 0 || delta.createdBy < account.createdBy)) {
    account.createdBy = delta.createdBy;
  }
  const { all, hidden } = account.movements;
  const start = side === 'top' ? all.hi : all.lo - delta.entries.length;
  writer.add({ account, list: listOf(undefined, false), numbered: all }, delta.entries, entryCodec);
  const spam: number[] = [];
  delta.entries.forEach((entry, i) => {
    if (entry.spam) spam.push(start + i);
  });
  writer.add({ account, list: listOf(undefined, true), numbered: hidden }, spam, numberCodec);
  const ether = delta.purses.get(etherAsset);
  if (ether) {
    account.ether.received += ether.received;
    account.ether.spent += ether.spent;
    writer.addMarks({ account, asset: etherAsset, pair: account.ether, delta: ether, start });
  }
  return start;
}

type ListWriter = ReturnType<typeof createListWriter>;

function createListWriter(side: ApplyOptions['side']) {
  const chunks: Chunk[] = [];
  const out = createPackWriter();
  const grow = side === 'top' ? addTop : addBottom;
  function add<T>(
    { account, list, numbered }: { account: Account; list: number; numbered: NumberedList },
    items: readonly T[],
    codec: Codec<T>,
  ): void {
    grow(numbered, items, {
      codec,
      out,
      keep: (chunk, entries) => chunks.push({ account, list, chunk, entries }),
    });
  }
  return {
    chunks,
    add,
    /** Adds an asset's entries by their numbers in the account's list. */
    addMarks(about: {
      account: Account;
      asset: number;
      pair: ListPair;
      delta: PurseDelta;
      start: number;
    }): void {
      const { account, asset, pair, delta, start } = about;
      const first = side === 'top' ? pair.all.hi : pair.all.lo - delta.marks.length;
      add(
        { account, list: listOf(asset, false), numbered: pair.all },
        delta.marks.map((mark) => start + mark),
        numberCodec,
      );
      add(
        { account, list: listOf(asset, true), numbered: pair.hidden },
        delta.hidden.map((mark) => first + mark),
        numberCodec,
      );
    },
  };
}

async function writeAll(
  session: SqlSession,
  accounts: readonly Account[],
  holdings: readonly Holding[],
  chunks: readonly Chunk[],
): Promise<void> {
  await writeAccounts(session, accounts);
  await writeHoldings(session, holdings);
  if (chunks.length === 0) return;
  const out = createCopyWriter();
  for (const { account, list, chunk, entries } of chunks) {
    out.row(4);
    out.int8(account.id);
    out.int4(list);
    out.int4(chunk);
    out.bytes(entries);
  }
  await session.copyIn('eth_list', ['id', 'list', 'chunk', 'entries'], out.finish());
}

/** Inserts or updates rows of accounts. */
export async function writeAccounts(session: SqlSession, accounts: readonly Account[]): Promise<void> {
  const pack = createPackWriter();
  const rows = (list: readonly Account[]): Uint8Array[] => {
    const out = createCopyWriter();
    for (const account of list) writeAccountRow(out, pack, account);
    return out.finish();
  };
  const fresh = accounts.filter(({ stored }) => !stored).sort((a, b) => (a.id < b.id ? -1 : 1));
  const changed = accounts.filter(({ stored }) => stored);
  if (fresh.length > 0) await session.copyIn('eth_account', accountColumns, rows(fresh));
  if (changed.length === 0) return;
  await session.query(
    'create temp table if not exists eth_account_stage (like eth_account) on commit delete rows',
  );
  await session.copyIn('eth_account_stage', accountColumns, rows(changed));
  await session.query(
    `update eth_account a set received = s.received, spent = s.spent, opening = s.opening, lists = s.lists
     from eth_account_stage s where a.id = s.id`,
  );
  await session.query('delete from eth_account_stage');
}

/** Inserts or updates rows of holdings. */
export async function writeHoldings(session: SqlSession, holdings: readonly Holding[]): Promise<void> {
  const pack = createPackWriter();
  const rows = (list: readonly Holding[]): Uint8Array[] => {
    const out = createCopyWriter();
    for (const holding of list) writeHoldingRow(out, pack, holding);
    return out.finish();
  };
  const byId = (a: Holding, b: Holding): number =>
    a.account.id === b.account.id ? a.asset - b.asset : a.account.id < b.account.id ? -1 : 1;
  const fresh = holdings.filter(({ stored }) => !stored).sort(byId);
  const changed = holdings.filter(({ stored }) => stored);
  if (fresh.length > 0) await session.copyIn('eth_holding', holdingColumns, rows(fresh));
  if (changed.length === 0) return;
  await session.query(
    'create temp table if not exists eth_holding_stage (like eth_holding) on commit delete rows',
  );
  await session.copyIn('eth_holding_stage', holdingColumns, rows(changed));
  await session.query(
    `update eth_holding h set received = s.received, spent = s.spent, lists = s.lists
     from eth_holding_stage s where h.id = s.id and h.asset = s.asset`,
  );
  await session.query('delete from eth_holding_stage');
}
