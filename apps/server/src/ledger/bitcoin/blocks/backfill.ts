import { type BitcoinNetwork, subsidyAt, toDisplayHash } from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import { addActivity, type Batch, isSpent, markSpent, type SpendableTx } from './batch.ts';
import { byteKey, inParts, int8Array, prefixKey } from '../../shared/byte-keys.ts';
import { LedgerError } from '../../shared/ledger-error.ts';
import { type FoundTx, readTxsAt } from '../lookups.ts';
import { heightOf, indexOfPoint, positionOfPoint } from '../positions.ts';
import { packTx } from './tx-record.ts';
import { createPackWriter } from '../../shared/varint.ts';

interface MempoolSpend {
  key: bigint;
  inpoint: bigint;
}

async function readMempool(session: SqlSession, keys: readonly bigint[]): Promise<MempoolSpend[]> {
  const unresolved: MempoolSpend[] = [];
  for (const part of inParts(keys, 20_000)) {
    const { rows } = await session.query<MempoolSpend>(
      `select key, inpoint from btc_unresolved where key = any(${int8Array(part)})`,
    );
    unresolved.push(...rows);
  }
  return unresolved;
}

/** Returns Σ inputs − Σ outputs, or undefined if an input is unknown. */
function feeOf(tx: FoundTx): bigint | undefined {
  let fee = 0n;
  for (const { prevout } of tx.record.inputs) {
    if (prevout.kind !== 'known') return undefined;
    fee += prevout.value;
  }
  for (const output of tx.record.outputs) fee -= output.value;
  return fee;
}

/**
 * Resolves inputs after blocks were added below existing ones: inputs that were unknown and spend outputs of the batch
 * become known. Adds their effect to the batch and rewrites their transactions. `spendable`: the batch's outputs by txid.
 */
export async function resolveMempoolInputs(
  session: SqlSession,
  batch: Batch,
  spendable: ReadonlyMap<string, SpendableTx>,
  network: BitcoinNetwork,
): Promise<void> {
  const unresolved = await readMempool(
    session,
    batch.txs.map((tx) => prefixKey(tx.txid)),
  );
  if (unresolved.length === 0) return;
  const spenders = new Map(
    (await readTxsAt(session, [...new Set(unresolved.map((w) => positionOfPoint(w.inpoint)))])).map((tx) => [
      tx.position,
      tx,
    ]),
  );
  const changed = new Set<FoundTx>();
  for (const { key, inpoint } of unresolved) {
    const spender = spenders.get(positionOfPoint(inpoint));
    const input = spender?.record.inputs[indexOfPoint(inpoint)];
    if (!spender || !input || input.prevout.kind !== 'unknown') continue;
    const { txid, vout } = input.prevout;
    const source = spendable.get(byteKey(txid));
    if (!source) continue;
    const height = heightOf(spender.position);
    const at = { height, txid: toDisplayHash(spender.txid) };
    const output = source.outputs[vout];
    if (!output || output.type === 'op_return' || source.position >= spender.position) {
      throw new LedgerError(
        'missing_input',
        `Transaction ${at.txid} in block ${height} spends an output that does not exist`,
        at,
      );
    }
    if (isSpent(source, vout)) {
      throw new LedgerError(
        'double_spend',
        `Transaction ${at.txid} in block ${height} spends an output that is already spent`,
        at,
      );
    }
    markSpent(source, vout);
    input.prevout = {
      kind: 'known',
      position: source.position,
      vout,
      type: output.type,
      key: output.key,
      value: output.value,
    };
    changed.add(spender);
    batch.spends.push({
      source: { position: source.position, index: vout },
      spender: { position: spender.position, index: indexOfPoint(inpoint) },
    });
    batch.totals.utxos--;
    batch.totals.unknownInputs--;
    if (output.key) {
      addActivity(batch.deltas, output.key, {
        position: spender.position,
        received: 0n,
        spent: output.value,
        p2pk: false,
      });
      batch.totals.addressBalance -= output.value;
    } else batch.totals.otherBalance -= output.value;
    await session.query('delete from btc_unresolved where key = $1 and inpoint = $2', [
      String(key),
      String(inpoint),
    ]);
    await session.query('update btc_block set unknown_inputs = unknown_inputs - 1 where height = $1', [
      height,
    ]);
  }
  const pack = createPackWriter();
  for (const spender of changed) {
    const fee = feeOf(spender);
    const height = heightOf(spender.position);
    if (fee !== undefined && fee < 0n) {
      const txid = toDisplayHash(spender.txid);
      throw new LedgerError(
        'value_out_of_range',
        `Transaction ${txid} in block ${height} pays out more than its inputs hold`,
        { height, txid },
      );
    }
    if (fee !== undefined) {
      batch.totals.fees += fee;
      await session.query('update btc_block set fees = fees + $1 where height = $2', [String(fee), height]);
    }
    await session.query('update btc_tx set body = $1 where pos = $2', [
      packTx(pack, spender.record, spender.position),
      spender.position,
    ]);
  }
  await checkRewards(
    session,
    [...changed].map((spender) => heightOf(spender.position)),
    network,
  );
}

/** Checks blocks whose inputs are all known now: their coinbases may pay at most subsidy and fees. */
async function checkRewards(
  session: SqlSession,
  heights: readonly number[],
  network: BitcoinNetwork,
): Promise<void> {
  const { rows } = await session.query<{ height: number; reward: bigint; fees: bigint }>(
    `select height, reward, fees from btc_block where height = any(${int8Array(new Set(heights))}) and unknown_inputs = 0`,
  );
  for (const { height, reward, fees } of rows) {
    if (reward > fees + subsidyAt(height, network)) {
      throw new LedgerError(
        'coinbase_overpays',
        `The coinbase of block ${height} pays more than subsidy and fees`,
        {
          height,
        },
      );
    }
  }
}

/**
 * Throws LedgerError for the lowest block with an unknown input: once the ledger contains every block below, no input can be
 * unknown.
 */
export async function refuseUnknownBelow(session: SqlSession, completeUpTo: number): Promise<void> {
  const { rows } = await session.query<{ height: number }>(
    'select height from btc_block where unknown_inputs > 0 and height <= $1 order by height limit 1',
    [completeUpTo],
  );
  const height = rows[0]?.height;
  if (height !== undefined) {
    throw new LedgerError('missing_input', `Block ${height} spends an output that no block before it has`, {
      height,
    });
  }
}
