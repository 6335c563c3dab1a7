import { createCopyWriter } from '../../../db/copy-binary.ts';
import type { SqlSession } from '../../../db/session.ts';
import type { SlotOf } from '../../shared/account-slots.ts';
import {
  type Account,
  appendEntry,
  loadAccounts,
  loadHistories,
  rewriteEntries,
  writeAccounts,
} from '../accounts/accounts.ts';
import type { ActivityEntry } from '../accounts/activity.ts';
import type { AddressDelta, Batch, Totals } from './batch.ts';
import { packRest } from './stored-scripts.ts';
import { orderByKey } from '../../shared/key-order.ts';
import { createWriteQueue } from '../../shared/write-queue.ts';
import { packTx } from './tx-record.ts';
import { createPackWriter } from '../../shared/varint.ts';

async function writeBlocks(session: SqlSession, batch: Batch): Promise<void> {
  const out = createCopyWriter();
  for (const block of batch.blocks) {
    out.row(13);
    out.int4(block.height);
    out.bytes(block.hash);
    out.bytes(block.header);
    out.int4(block.txCount);
    out.int4(block.size);
    out.int4(block.strippedSize);
    out.int4(block.inputCount);
    out.int4(block.outputCount);
    out.int4(block.unknownInputs);
    out.int8(block.outputAmount);
    out.int8(block.reward);
    out.int8(block.fees);
    out.bytes(block.coinbaseScript);
  }
  const columns =
    'height hash header tx_count size stripped_size input_count output_count unknown_inputs output_amt reward fees coinbase_script';
  await session.copyIn('btc_block', columns.split(' '), out.finish());
}

async function writeTxs(session: SqlSession, batch: Batch): Promise<void> {
  const pack = createPackWriter();
  const txs = createCopyWriter();
  for (const { position, txid, record } of batch.txs) {
    txs.row(3);
    txs.int8Number(position);
    txs.bytes(txid);
    txs.bytes(packTx(pack, record, position));
  }
  await session.copyIn('btc_tx', ['pos', 'txid', 'body'], txs.finish());
}

async function writeRests(session: SqlSession, batch: Batch): Promise<void> {
  const pack = createPackWriter();
  const rests = createCopyWriter();
  for (const { position, tx, record } of batch.txs) {
    rests.row(2);
    rests.int8Number(position);
    rests.bytes(packRest(pack, tx, record.outputs));
  }
  await session.copyIn('btc_tx_rest', ['pos', 'rest'], rests.finish());
}

async function writeLookups(session: SqlSession, batch: Batch): Promise<void> {
  const order = orderByKey(batch.txs.map((tx) => tx.txid));
  const out = createCopyWriter();
  for (const i of order) {
    const tx = batch.txs[i];
    if (!tx) continue;
    out.row(2);
    out.bytes(tx.txid.subarray(0, 8));
    out.int8Number(tx.position);
  }
  await session.copyIn('btc_tx_lookup', ['key', 'pos'], out.finish());
}

async function writeSpends(session: SqlSession, batch: Batch): Promise<void> {
  if (batch.spends.length === 0) return;
  const spends = [...batch.spends].sort(
    (a, b) => a.source.position - b.source.position || a.source.index - b.source.index,
  );
  const out = createCopyWriter();
  for (const { source, spender } of spends) {
    out.row(2);
    out.point(source.position, source.index);
    out.point(spender.position, spender.index);
  }
  await session.copyIn('btc_spend', ['outpoint', 'inpoint'], out.finish());
}

async function writeUnresolved(session: SqlSession, batch: Batch): Promise<void> {
  if (batch.unresolved.length === 0) return;
  const order = orderByKey(batch.unresolved.map(({ txid }) => txid));
  const out = createCopyWriter();
  for (const i of order) {
    const input = batch.unresolved[i];
    if (!input) continue;
    out.row(2);
    out.bytes(input.txid.subarray(0, 8));
    out.point(input.spender.position, input.spender.index);
  }
  await session.copyIn('btc_unresolved', ['key', 'inpoint'], out.finish());
}

/** Merges entries so that each transaction has one, in chain order. */
function mergeEntries(entries: readonly ActivityEntry[]): ActivityEntry[] {
  const merged: ActivityEntry[] = [];
  for (const entry of [...entries].sort((a, b) => a.position - b.position)) {
    const last = merged.at(-1);
    if (last?.position === entry.position) {
      last.received += entry.received;
      last.spent += entry.spent;
      last.p2pk ||= entry.p2pk;
    } else merged.push({ ...entry });
  }
  return merged;
}

/** Applies the batch's activity to the accounts: appends newer entries, and merges older ones into the history. */
async function applyDeltas(
  session: SqlSession,
  deltas: ReadonlyMap<string, AddressDelta>,
  accounts: ReadonlyMap<string, Account>,
): Promise<void> {
  const late: { account: Account; delta: AddressDelta }[] = [];
  for (const [name, delta] of deltas) {
    const account = accounts.get(name);
    if (!account) throw new RangeError('An address of the batch has no account');
    let last = account.last;
    const ascending = delta.entries.every((entry) => {
      const newer = entry.position > last;
      last = entry.position;
      return newer;
    });
    if (ascending) for (const entry of delta.entries) appendEntry(account, entry);
    else late.push({ account, delta });
  }
  if (late.length === 0) return;
  const histories = await loadHistories(
    session,
    late.map(({ account }) => account),
  );
  for (const { account, delta } of late) {
    rewriteEntries(account, mergeEntries([...(histories.get(account.id) ?? []), ...delta.entries]));
  }
}

/** Adds changes to the totals in the ledger's row. */
export async function addTotals(session: SqlSession, change: Totals, addresses: number): Promise<void> {
  await session.query(
    `update btc_ledger set transactions = transactions + $1, addresses = addresses + $2, utxos = utxos + $3,
       address_balance = address_balance + $4, other_balance = other_balance + $5, destroyed = destroyed + $6,
       rewards = rewards + $7, fees = fees + $8, unknown_inputs = unknown_inputs + $9`,
    [
      change.transactions,
      addresses,
      change.utxos,
      change.addressBalance,
      change.otherBalance,
      change.destroyed,
      change.rewards,
      change.fees,
      change.unknownInputs,
    ].map(String),
  );
}

/** Writes a finished batch within the caller's transaction. */
export async function writeBatch(
  session: SqlSession,
  batch: Batch,
  options: { empty: boolean; slotOf: SlotOf; keepScripts: boolean },
): Promise<void> {
  const keys = [...batch.deltas.values()].map((delta) => delta.key);
  const loading = loadAccounts(session, keys, options);
  loading.catch(() => {});
  const queue = createWriteQueue();
  queue.send(writeTxs(session, batch));
  queue.send(writeBlocks(session, batch));
  if (options.keepScripts) queue.send(writeRests(session, batch));
  queue.send(writeLookups(session, batch));
  queue.send(writeSpends(session, batch));
  queue.send(writeUnresolved(session, batch));
  try {
    const accounts = await loading;
    await applyDeltas(session, batch.deltas, accounts);
    const gained = await writeAccounts(session, [...accounts.values()], options);
    await addTotals(session, batch.totals, gained);
  } finally {
    // No statement may be pending when the transaction ends.
    await queue.settle();
  }
}
