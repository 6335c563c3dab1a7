import { toHex } from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import { type SlotOf, removePlaces } from '../../shared/account-slots.ts';
import { inParts, int8Array, prefixKey } from '../../shared/byte-keys.ts';
import { noteStaleBlock } from '../../shared/stale-blocks.ts';
import { LedgerError } from '../../shared/ledger-error.ts';
import { positionOf } from '../../shared/positions.ts';
import { dropTop, readRangesOf, writeRangesOf } from '../../shared/ranges.ts';
import { createPackWriter } from '../../shared/varint.ts';
import {
  type Account,
  accountTables,
  findAccounts,
  followMoves,
  type Holding,
  type ListPair,
  loadHoldings,
} from '../accounts/accounts.ts';
import { type AccountChange, writeAccounts, writeHoldings } from './apply.ts';
import { countMovements, findAssets, lookUpIn, tokensIn } from '../accounts/assets.ts';
import { positionsOf, readEthereumBlocks, readEthereumTxs } from './blocks.ts';
import {
  type AccountDelta,
  addBlock,
  type Effects,
  etherAsset,
  noEffects,
  type PurseDelta,
} from '../accounts/effects.ts';
import { deleteFacts, factsIn } from '../accounts/facts.ts';
import { type DeltaOfAccount, keepsDays, writeDays } from '../accounts/days.ts';
import { entryCodec, numberCodec } from '../accounts/entries.ts';
import { listOf } from '../history/lists.ts';
import type { StoredEthereumTx } from '../model.ts';
import { chunkOf, type Codec, type NumberedList, removeTop } from '../history/numbered-list.ts';
import { recordDisconnected } from './reversed.ts';
import { addTotals } from '../totals.ts';

/**
 * Disconnects the highest block within the caller's transaction and returns its height and hash. Afterwards, every table is
 * as before the block was added. Throws LedgerError if the ledger is empty.
 */
export async function disconnectTip(
  session: SqlSession,
  { slotOf, chainId }: { slotOf: SlotOf; chainId: bigint },
): Promise<{ height: number; hash: Uint8Array }> {
  const ranges = await readRangesOf(session, 'eth_range');
  const height = ranges.at(-1)?.to;
  if (height === undefined) throw new LedgerError('nothing_to_take_back', 'The ledger has no block');
  const row = (await readEthereumBlocks(session, [height])).get(height);
  if (!row) throw new RangeError(`Block ${height} is missing in eth_block`);
  const txs = await readEthereumTxs(session, positionsOf(row));
  const tokens = tokensIn(txs.flatMap(({ receipt }) => receipt.logs));
  const assets = await findAssets(
    session,
    [...tokens.values()].map(({ contract }) => contract),
  );
  const effects = noEffects();
  addBlock(effects, { row, txs }, lookUpIn(assets));
  const change = await removeEffects(session, effects, { height, slotOf });
  const gone = await countMovements(session, effects.tokens, -1);
  await deleteBlock(session, height, txs);
  await deleteFacts(session, factsIn(txs, chainId));
  await addTotals(session, effects.sums, { ...change, assets: gone }, -1n);
  await writeRangesOf(session, 'eth_range', dropTop(ranges));
  const txids = txs.map(({ tx }) => tx.hash);
  const forgotten = await noteStaleBlock(session, 'ethereum', { height, hash: row.hash, txids });
  await recordDisconnected(session, { hash: row.hash, txs, forgotten });
  return { height, hash: row.hash };
}

/** Removes the effects of a block. Returns what to subtract: the number of removed accounts, and their openings. */
async function removeEffects(
  session: SqlSession,
  effects: Effects,
  { height, slotOf }: { height: number; slotOf: SlotOf },
): Promise<AccountChange> {
  const deltas = effects.accounts;
  const { found, missing } = await findAccounts(
    session,
    [...deltas.values()].map(({ key }) => key),
    slotOf,
  );
  if (missing[0]) throw new RangeError(`The account of 0x${toHex(missing[0].key)} is missing`);
  const lists = createListShortener(session);
  const pairs: { account: Account; asset: number; delta: PurseDelta }[] = [];
  const changes: DeltaOfAccount[] = [];
  for (const [name, delta] of deltas) {
    const account = found.get(name);
    if (!account) continue;
    changes.push({ account, delta, saved: keepsDays(account.movements.all) });
    await shrinkAccount(account, delta, lists, height);
    for (const [asset, purse] of delta.purses) {
      if (asset !== etherAsset) pairs.push({ account, asset, delta: purse });
    }
  }
  const holdings = await loadHoldings(session, pairs);
  for (const [i, { account, asset, delta }] of pairs.entries()) {
    const purse = holdings[i]?.purse;
    if (!purse) continue;
    purse.received -= delta.received;
    purse.spent -= delta.spent;
    await lists.shrinkPair(account, asset, purse, [delta.marks.length, delta.hidden.length]);
  }
  await writeDays(session, changes, -1);
  return removeEmpty(session, [...found.values()], holdings, slotOf);
}

async function shrinkAccount(
  account: Account,
  delta: AccountDelta,
  lists: ListShortener,
  height: number,
): Promise<void> {
  account.txCount -= delta.txs;
  account.blockCount -= delta.blocks;
  account.signs -= delta.signs;
  if (account.createdBy >= positionOf(height, 0)) account.createdBy = -1;
  const hidden = delta.entries.filter(({ spam }) => spam).length;
  await lists.shrinkEntries(account, delta.entries.length, hidden);
  const ether = delta.purses.get(etherAsset);
  if (!ether) return;
  account.ether.received -= ether.received;
  account.ether.spent -= ether.spent;
  await lists.shrinkPair(account, etherAsset, account.ether, [ether.marks.length, ether.hidden.length]);
}

type ListShortener = ReturnType<typeof createListShortener>;

function createListShortener(session: SqlSession) {
  const out = createPackWriter();
  async function shrink<T>(
    { id }: Account,
    list: number,
    { numbered, count, codec }: { numbered: NumberedList; count: number; codec: Codec<T> },
  ): Promise<void> {
    if (count === 0) return;
    const before = numbered.hi;
    const first = await removeTop(numbered, count, {
      codec,
      out,
      async readRow(chunk) {
        const { rows } = await session.query<{ entries: Uint8Array }>(
          'select entries from eth_list where id = $1 and list = $2 and chunk = $3',
          [String(id), list, chunk],
        );
        if (!rows[0]) throw new RangeError(`Part ${chunk} of list ${list} of account ${id} is missing`);
        return rows[0].entries;
      },
    });
    if (first === chunkOf(before)) return;
    await session.query('delete from eth_list where id = $1 and list = $2 and chunk >= $3', [
      String(id),
      list,
      first,
    ]);
  }
  return {
    async shrinkEntries(account: Account, all: number, hidden: number): Promise<void> {
      const { movements } = account;
      await shrink(account, listOf(undefined, false), {
        numbered: movements.all,
        count: all,
        codec: entryCodec,
      });
      await shrink(account, listOf(undefined, true), {
        numbered: movements.hidden,
        count: hidden,
        codec: numberCodec,
      });
    },
    async shrinkPair(
      account: Account,
      asset: number,
      pair: ListPair,
      [all, hidden]: readonly [number, number],
    ): Promise<void> {
      await shrink(account, listOf(asset, false), { numbered: pair.all, count: all, codec: numberCodec });
      await shrink(account, listOf(asset, true), {
        numbered: pair.hidden,
        count: hidden,
        codec: numberCodec,
      });
    },
  };
}

function isEmpty({ all }: ListPair): boolean {
  return all.hi === all.lo;
}

async function removeEmpty(
  session: SqlSession,
  accounts: readonly Account[],
  holdings: readonly Holding[],
  slotOf: SlotOf,
): Promise<AccountChange> {
  const spent = holdings.filter(({ purse }) => isEmpty(purse));
  for (const part of inParts(spent, 10_000)) {
    await session.query(
      `delete from eth_holding h using unnest(${int8Array(part.map(({ account }) => account.id))}, ${int8Array(part.map(({ asset }) => asset))}) as d(id, asset)
       where h.id = d.id and h.asset = d.asset`,
    );
  }
  const emptied = accounts.filter(({ movements }) => isEmpty(movements));
  const change: AccountChange = { accounts: emptied.length, unopened: 0, opened: 0n };
  for (const { opening } of emptied) {
    if (opening === null) change.unopened++;
    else change.opened += opening;
  }
  const saved = accounts.filter(({ movements }) => !isEmpty(movements));
  for (const part of inParts(emptied, 20_000)) {
    await removePlaces(session, part, { tables: accountTables, slotOf, moved: followMoves(accounts) });
  }
  await writeAccounts(session, saved);
  await writeHoldings(
    session,
    holdings.filter(({ purse }) => !isEmpty(purse)),
  );
  return change;
}

async function deleteBlock(
  session: SqlSession,
  height: number,
  txs: readonly StoredEthereumTx[],
): Promise<void> {
  for (const part of inParts(txs, 10_000)) {
    const keys = int8Array(part.map(({ tx }) => prefixKey(tx.hash)));
    const positions = int8Array(part.map(({ position }) => position));
    await session.query(
      `delete from eth_tx_lookup l using unnest(${keys}, ${positions}) as d(key, pos) where l.key = d.key and l.pos = d.pos`,
    );
    await session.query(`delete from eth_tx where pos = any(${positions})`);
  }
  await session.query('delete from eth_block where height = $1', [height]);
}
