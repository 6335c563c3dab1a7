import { decodeTransaction, fromHex, type Hashing, toHex } from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import { byteKey, inParts, int8Array, prefixKey } from '../../shared/byte-keys.ts';
import { isSpent, storeOutputs } from '../blocks/batch.ts';
import { readSpendable, readTxsAt } from '../lookups.ts';
import { readNamed, readRaw } from './mempool-store.ts';
import { outpointName, type MempoolPrevout } from './mempool-tx.ts';
import { indexOfPoint, positionOfPoint } from '../positions.ts';
import type { StoredOutput } from '../blocks/tx-record.ts';

/**
 * An output for a transaction that spends it. `unseen`: neither ledger nor list contains its transaction. `impossible`: a
 * block spends it already, or its transaction has no such spendable output.
 */
export type FoundOutput = MempoolPrevout | 'unseen' | 'impossible';

/** Outputs that unconfirmed transactions spend. */
export interface OutputSources {
  find(txid: Uint8Array, vout: number): FoundOutput;
  /** Returns whether a block of the ledger contains one of the loaded transactions. */
  isConfirmed(txid: Uint8Array): boolean;
  /** Adds the outputs of a transaction that is unconfirmed from now on. */
  add(txid: Uint8Array, outputs: readonly StoredOutput[]): void;
}

/** Returns outputs that blocks spend although the ledger doesn't contain them (ledgers with part of the chain). */
async function readUnresolvedSpends(session: SqlSession, txids: readonly Uint8Array[]): Promise<Set<string>> {
  const spent = new Set<string>();
  for (const part of inParts(txids, 20_000)) {
    const { rows } = await session.query<{ inpoint: bigint }>(
      `select inpoint from btc_unresolved where key = any(${int8Array(part.map(prefixKey))})`,
    );
    const spenders = await readTxsAt(session, [
      ...new Set(rows.map(({ inpoint }) => positionOfPoint(inpoint))),
    ]);
    const byPosition = new Map(spenders.map((tx) => [tx.position, tx]));
    for (const { inpoint } of rows) {
      const prevout = byPosition.get(positionOfPoint(inpoint))?.record.inputs[indexOfPoint(inpoint)]?.prevout;
      if (prevout?.kind === 'unknown') spent.add(outpointName(prevout.txid, prevout.vout));
    }
  }
  return spent;
}

async function readMempoolOutputs(
  session: SqlSession,
  txids: readonly string[],
  hashing: Hashing,
): Promise<Map<string, readonly StoredOutput[]>> {
  const outputs = new Map<string, readonly StoredOutput[]>();
  const named = await readNamed(session, txids);
  const names = new Map(named.map(({ id, txid }) => [id, txid]));
  for (const part of inParts([...names.keys()], 2000)) {
    for (const { id, raw } of await readRaw(session, part)) {
      const txid = names.get(id);
      if (txid !== undefined) outputs.set(txid, storeOutputs(decodeTransaction(raw, { hashing }), hashing));
    }
  }
  return outputs;
}

function toPrevout(output: StoredOutput | undefined): FoundOutput {
  if (!output || output.type === 'op_return') return 'impossible';
  return { type: output.type, key: output.key, value: output.value };
}

/** Loads the transactions (hex) from the ledger and from the unconfirmed ones. */
export async function loadSources(
  session: SqlSession,
  txids: Iterable<string>,
  hashing: Hashing,
): Promise<OutputSources> {
  const wanted = [...new Set(txids)];
  const inLedger = await readSpendable(session, wanted.map(fromHex));
  const elsewhere = wanted.filter((txid) => !inLedger.has(byteKey(fromHex(txid))));
  const outputsOf = await readMempoolOutputs(session, elsewhere, hashing);
  const unseen = elsewhere.filter((txid) => !outputsOf.has(txid));
  const spentUnseen = await readUnresolvedSpends(session, unseen.map(fromHex));
  return {
    find(txid, vout) {
      const confirmed = inLedger.get(byteKey(txid));
      if (confirmed) {
        const taken = isSpent(confirmed, vout) || confirmed.position === 0;
        return taken ? 'impossible' : toPrevout(confirmed.outputs[vout]);
      }
      const outputs = outputsOf.get(toHex(txid));
      if (outputs) return toPrevout(outputs[vout]);
      return spentUnseen.has(outpointName(txid, vout)) ? 'impossible' : 'unseen';
    },
    isConfirmed: (txid) => inLedger.has(byteKey(txid)),
    add: (txid, outputs) => void outputsOf.set(toHex(txid), outputs),
  };
}
