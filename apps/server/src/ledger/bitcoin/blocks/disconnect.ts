import { headerTime } from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import type { SlotOf } from '../../shared/account-slots.ts';
import { type Account, loadAccounts, removeNewest, writeAccounts } from '../accounts/accounts.ts';
import { addTotals } from './batch-writer.ts';
import { zeroTotals } from './batch.ts';
import { clusterDisconnected } from '../clusters/cluster-blocks.ts';
import { byteKey, inParts, int8Array, prefixKey } from '../../shared/byte-keys.ts';
import { noteStaleBlock } from '../../shared/stale-blocks.ts';
import { LedgerError } from '../../shared/ledger-error.ts';
import { type FoundTx, readSpends, readTxsAt, readTxsById } from '../lookups.ts';
import { indexOfPoint, pointOf, positionOf, replacedMark } from '../positions.ts';
import { recordDisconnected } from './reversed.ts';
import { dropTop, readRanges, writeRanges } from '../ranges.ts';

/** Returns the older coinbase outputs that this block's coinbase had replaced (BIP30): they are restored. */
async function readReplaced(
  session: SqlSession,
  coinbase: FoundTx,
): Promise<{ outpoint: bigint; older: FoundTx }[]> {
  const older = (await readTxsById(session, [coinbase.txid])).filter((tx) => tx.position < coinbase.position);
  const spends = await readSpends(
    session,
    older.map((tx) => ({ position: tx.position, outputs: tx.record.outputs.length })),
  );
  const mark = pointOf(coinbase.position, replacedMark);
  return older.flatMap((tx) =>
    tx.record.outputs.flatMap((_, vout) => {
      const outpoint = pointOf(tx.position, vout);
      return spends.get(outpoint) === mark ? [{ outpoint, older: tx }] : [];
    }),
  );
}

async function deleteNumbers(
  session: SqlSession,
  table: string,
  column: string,
  values: readonly (bigint | number)[],
): Promise<void> {
  for (const part of inParts(values, 20_000)) {
    await session.query(`delete from ${table} where ${column} = any(${int8Array(part)})`);
  }
}

/**
 * Disconnects the highest block of the ledger within the caller's transaction, and returns its height and hash. Afterwards,
 * every table is as before that block was appended. Throws LedgerError if the ledger is empty.
 */
export async function disconnectTip(
  session: SqlSession,
  options: { slotOf: SlotOf },
): Promise<{ height: number; hash: Uint8Array }> {
  const ranges = await readRanges(session);
  const height = ranges.at(-1)?.to;
  if (height === undefined) throw new LedgerError('nothing_to_take_back', 'The ledger has no block');
  const { rows } = await session.query<{
    hash: Uint8Array;
    header: Uint8Array;
    tx_count: number;
    reward: bigint;
    fees: bigint;
  }>('select hash, header, tx_count, reward, fees from btc_block where height = $1', [height]);
  const block = rows[0];
  if (!block) throw new RangeError(`Block ${height} is missing in btc_block`);

  const positions = Array.from({ length: block.tx_count }, (_, index) => positionOf(height, index));
  const txs = await readTxsAt(session, positions);
  const totals = zeroTotals();
  totals.transactions = -block.tx_count;
  totals.rewards = -block.reward;
  totals.fees = -block.fees;
  const freed: bigint[] = [];
  const unresolved: { key: bigint; inpoint: bigint }[] = [];
  const affected = new Map<string, { key: Uint8Array; positions: Set<number> }>();
  const touch = (key: Uint8Array, position: number): void => {
    const name = byteKey(key);
    const seen = affected.get(name);
    if (seen) seen.positions.add(position);
    else affected.set(name, { key, positions: new Set([position]) });
  };

  const coinbase = txs.find((tx) => tx.record.coinbase);
  const replaced = coinbase ? await readReplaced(session, coinbase) : [];
  const replacedOutputs = new Set(replaced.map(({ outpoint }) => indexOfPoint(outpoint)));
  for (const { outpoint, older } of replaced) {
    const output = older.record.outputs[indexOfPoint(outpoint)];
    if (!output) continue;
    freed.push(outpoint);
    totals.destroyed -= output.value;
    totals.utxos++;
    if (!output.key) totals.otherBalance += output.value;
  }
  for (const { position, record } of txs) {
    record.inputs.forEach(({ prevout }, vin) => {
      if (prevout.kind === 'unknown') {
        unresolved.push({ key: prefixKey(prevout.txid), inpoint: pointOf(position, vin) });
        totals.unknownInputs--;
      }
      if (prevout.kind !== 'known') return;
      freed.push(pointOf(prevout.position, prevout.vout));
      totals.utxos++;
      if (prevout.key) {
        touch(prevout.key, position);
        totals.addressBalance += prevout.value;
      } else totals.otherBalance += prevout.value;
    });
    record.outputs.forEach((output, vout) => {
      const again = record.coinbase && replacedOutputs.has(vout);
      if (output.type === 'op_return') totals.destroyed -= output.value;
      else {
        if (position !== 0) totals.utxos--;
        if (!output.key) totals.otherBalance -= output.value;
      }
      if (!output.key) return;
      touch(output.key, position);
      if (!again) totals.addressBalance -= output.value;
    });
  }

  const accounts = await loadAccounts(
    session,
    [...affected.values()].map(({ key }) => key),
    { empty: false, slotOf: options.slotOf },
  );
  const removals = new Map<Account, number>();
  for (const [name, { positions: own }] of affected) {
    const account = accounts.get(name);
    if (!account) throw new RangeError('An address of the block has no account');
    removals.set(account, own.size);
  }
  await removeNewest(session, removals);
  const gained = await writeAccounts(session, [...accounts.values()], options);

  await deleteNumbers(session, 'btc_spend', 'outpoint', freed);
  for (const part of inParts(unresolved, 10_000)) {
    await session.query(
      `delete from btc_unresolved u using unnest(${int8Array(part.map((u) => u.key))}, ${int8Array(part.map((u) => u.inpoint))}) as d(key, inpoint)
       where u.key = d.key and u.inpoint = d.inpoint`,
    );
  }
  for (const part of inParts(txs, 10_000)) {
    await session.query(
      `delete from btc_tx_lookup l using unnest(${int8Array(part.map((tx) => prefixKey(tx.txid)))}, ${int8Array(part.map((tx) => tx.position))}) as d(key, pos)
       where l.key = d.key and l.pos = d.pos`,
    );
  }
  await deleteNumbers(session, 'btc_tx', 'pos', positions);
  await deleteNumbers(session, 'btc_tx_rest', 'pos', positions);
  await session.query('delete from btc_block where height = $1', [height]);
  await addTotals(session, totals, gained);
  const left = dropTop(ranges);
  await writeRanges(session, left);
  await clusterDisconnected(session, { height, below: left.at(-1)?.to ?? -1, txs });
  const stale = { height, hash: block.hash, txids: txs.map(({ txid }) => txid) };
  const forgotten = await noteStaleBlock(session, 'bitcoin', stale);
  await recordDisconnected(session, {
    hash: block.hash,
    minedAt: headerTime(block.header) * 1000,
    txs,
    forgotten,
  });
  return { height, hash: block.hash };
}
