import {
  coSpend,
  detectCoinJoin,
  mayBeCoinJoin,
  type CoinJoinVerdict,
  type RiskInput,
  type RiskTransaction,
} from '@hopscope/risk';
import { byteKey } from '../../shared/byte-keys.ts';
import type { StoredInput, StoredTx } from '../blocks/tx-record.ts';

/** An address that a transaction spends from, and its first input. */
export interface CoSpent {
  readonly key: Uint8Array;
  /** The key as a string. */
  readonly name: string;
  readonly vin: number;
}

const unknownInput: RiskInput = { known: false, key: undefined, value: undefined, type: undefined };

function riskInput({ prevout }: StoredInput): RiskInput {
  if (prevout.kind !== 'known') return unknownInput;
  const { key, value, type } = prevout;
  return { known: true, key: key && byteKey(key), value, type };
}

/** Returns a stored transaction in the form that detectors use. */
export function riskTransaction(record: StoredTx): RiskTransaction {
  return {
    coinbase: record.coinbase,
    inputs: record.inputs.map(riskInput),
    outputs: record.outputs.map(({ key, value, type }) => ({ key: key && byteKey(key), value, type })),
  };
}

/** Returns whether a stored transaction is a CoinJoin. */
export function coinJoinOf(record: StoredTx): CoinJoinVerdict {
  return mayBeCoinJoin(record) ? detectCoinJoin(riskTransaction(record)) : { is: 'none' };
}

/**
 * Returns the addresses that a stored transaction indicates to have one owner, in the order of its inputs; empty if it
 * doesn't.
 */
export function coSpentOf(record: StoredTx): CoSpent[] {
  if (record.coinbase || record.inputs.length < 2) return [];
  const spent = new Map<string, CoSpent>();
  record.inputs.forEach(({ prevout }, vin) => {
    if (prevout.kind !== 'known' || !prevout.key) return;
    const name = byteKey(prevout.key);
    if (!spent.has(name)) spent.set(name, { key: prevout.key, name, vin });
  });
  if (spent.size < 2 || coSpend(riskTransaction(record)).keys.length < 2) return [];
  return [...spent.values()];
}
