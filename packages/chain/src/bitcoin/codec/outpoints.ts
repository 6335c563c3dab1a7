import { equalBytes } from '../../bytes.ts';
import type { Transaction, TxInput } from './transaction.ts';

/**
 * First input that spends an outpoint which an earlier input of the same transactions spends too (CVE-2018-17144 within
 * one transaction), or undefined. One pass with an open-addressed table: no key text per input.
 */
export function findDoubleSpend(transactions: readonly Transaction[]): TxInput | undefined {
  const inputs: TxInput[] = [];
  for (const tx of transactions) for (const input of tx.inputs) inputs.push(input);
  const mask = 2 ** Math.ceil(Math.log2(2 * inputs.length + 2)) - 1;
  // 0 is free, otherwise 1 + index of the input.
  const table = new Int32Array(mask + 1);
  for (let index = 0; index < inputs.length; index++) {
    const input = inputs[index];
    if (!input) break;
    let slot = slotOf(input) & mask;
    for (let taken = table[slot]; taken; taken = table[slot]) {
      const other = inputs[taken - 1];
      if (other && sameOutpoint(other, input)) return input;
      slot = (slot + 1) & mask;
    }
    table[slot] = index + 1;
  }
  return undefined;
}

function sameOutpoint(a: TxInput, b: TxInput): boolean {
  return a.prevVout === b.prevVout && equalBytes(a.prevTxid, b.prevTxid);
}

/** Transaction hashes are evenly spread, so some of their bytes and the output number make a good place to begin. */
function slotOf({ prevTxid, prevVout }: TxInput): number {
  const word =
    (prevTxid[8] ?? 0) |
    ((prevTxid[9] ?? 0) << 8) |
    ((prevTxid[18] ?? 0) << 16) |
    ((prevTxid[27] ?? 0) << 24);
  return Math.imul(word ^ Math.imul(prevVout, 0x9e3779b1), 0x85ebca6b) >>> 0;
}
