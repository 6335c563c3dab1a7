import type { ScriptType } from '@hopscope/domain';
import type { RiskInput, RiskOutput, RiskTransaction } from './transaction.ts';

interface Sent {
  value: bigint;
  key?: string;
  type?: ScriptType;
}

/** A transaction of these amounts; every coin has an address of its own unless `key` says otherwise. */
export function transactionOf(
  inputs: readonly (Sent | bigint | 'unknown')[],
  outputs: readonly (Sent | bigint)[],
  type: ScriptType = 'p2wpkh',
): RiskTransaction {
  const sentOf = (given: Sent | bigint): Sent => (typeof given === 'bigint' ? { value: given } : given);
  return {
    coinbase: false,
    inputs: inputs.map((given, i): RiskInput => {
      if (given === 'unknown') return { known: false, key: undefined, value: undefined, type: undefined };
      return { known: true, key: `in${i}`, type, ...sentOf(given) };
    }),
    outputs: outputs.map((given, i): RiskOutput => ({ key: `out${i}`, type, ...sentOf(given) })),
  };
}

/** The same value several times. */
export function times<T>(count: number, value: T): T[] {
  return Array.from({ length: count }, () => value);
}
