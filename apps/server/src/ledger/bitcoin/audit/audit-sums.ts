import type { FoundTx } from '../lookups.ts';

/** Sums over the transactions of a run of blocks; amounts in satoshis. */
export interface ChainSums {
  blocks: number;
  transactions: number;
  inputs: number;
  unknownInputs: number;
  outputs: number;
  /** Number of rows that btc_spend must have: spent and replaced outputs. */
  spends: number;
  utxos: number;
  addressBalance: bigint;
  otherBalance: bigint;
  destroyed: bigint;
  rewards: bigint;
  fees: bigint;
  /** Σ subsidies of the heights. */
  schedule: bigint;
}

export function zeroSums(): ChainSums {
  return {
    blocks: 0,
    transactions: 0,
    inputs: 0,
    unknownInputs: 0,
    outputs: 0,
    spends: 0,
    utxos: 0,
    addressBalance: 0n,
    otherBalance: 0n,
    destroyed: 0n,
    rewards: 0n,
    fees: 0n,
    schedule: 0n,
  };
}

/** Adds what a transaction creates and spends. `replaced`: outputs of an older coinbase with the same txid (BIP30). */
export function addTx(sums: ChainSums, tx: FoundTx, replaced: ReadonlySet<number> | undefined): void {
  sums.transactions++;
  sums.outputs += tx.record.outputs.length;
  for (const { prevout } of tx.record.inputs) {
    if (prevout.kind === 'coinbase') continue;
    sums.inputs++;
    if (prevout.kind === 'unknown') {
      sums.unknownInputs++;
      continue;
    }
    sums.spends++;
    sums.utxos--;
    if (prevout.key) sums.addressBalance -= prevout.value;
    else sums.otherBalance -= prevout.value;
  }
  tx.record.outputs.forEach((output, vout) => {
    if (output.type === 'op_return') {
      sums.destroyed += output.value;
      return;
    }
    if (replaced?.has(vout)) {
      // This output replaces the older one.
      sums.spends++;
      sums.destroyed += output.value;
      return;
    }
    if (tx.position !== 0) sums.utxos++;
    if (output.key) sums.addressBalance += output.value;
    else sums.otherBalance += output.value;
  });
}
