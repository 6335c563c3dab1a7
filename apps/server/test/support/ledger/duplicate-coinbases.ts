import { subsidyAt, networks, type Transaction } from '@hopscope/chain';
import { createChain, type TestChain } from './chain-builder.ts';
import { makeTransaction } from './mining.ts';
import { createRandom } from '../survival/random.ts';
import { opReturn, randomScript } from './scripts.ts';

export interface DuplicateChain {
  chain: TestChain;
  /** Heights of the coinbase, of the one with the same txid, and of a third one. */
  older: number;
  newer: number;
  third: number;
}

/**
 * Creates a chain from before BIP34 in which three coinbases have the same txid (BIP30). When the second one is mined, the first
 * has a spent output and unspent ones (with and without address); the third replaces the second, of which another output is spent
 * by then.
 */
export function duplicateCoinbaseChain(
  seed: number,
  network: 'mainnet' | 'demo' = 'mainnet',
): DuplicateChain {
  const random = createRandom(seed);
  const chain = createChain({ seed, network });
  chain.extend(3);
  const reward = subsidyAt(1, networks[network]);
  const coinbase = makeTransaction({
    version: 1,
    inputs: [{ prevTxid: new Uint8Array(32), prevVout: 0xffffffff, script: Uint8Array.of(4, 1, 2, 3, 4) }],
    outputs: [
      { value: reward / 5n, script: randomScript('p2pkh', random) },
      { value: reward / 5n, script: randomScript('p2pk', random) },
      { value: reward / 5n, script: randomScript('multisig', random) },
      { value: reward / 5n, script: opReturn(Uint8Array.of(1)) },
      { value: reward / 5n, script: randomScript('p2pkh', random) },
    ],
  });
  const spendOutput = (vout: number): Transaction =>
    chain.spend(
      [{ txid: coinbase.txid, vout, value: reward / 5n }],
      [{ value: reward / 5n, script: randomScript('p2sh', random) }],
    );
  const older = chain.mine([], coinbase).height;
  chain.mine([spendOutput(0)]);
  chain.mine([]);
  const newer = chain.mine([], coinbase).height;
  chain.mine([withLocktime(spendOutput(0)), spendOutput(4)]);
  const third = chain.mine([], coinbase).height;
  chain.mine([]);
  return { chain, older, newer, third };
}

/** Returns the same spend with another txid. */
function withLocktime(tx: Transaction): Transaction {
  return makeTransaction({ locktime: 1, inputs: tx.inputs, outputs: tx.outputs });
}
