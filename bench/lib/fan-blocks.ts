import { addressKeyOfScript, encodeAddress, encodeBlock, networks } from '@hopscope/chain';
import { createChain } from '../../apps/server/test/support/ledger/chain-builder.ts';
import { createRandom } from '../../apps/server/test/support/survival/random.ts';
import { randomScript } from '../../apps/server/test/support/ledger/scripts.ts';

/** A generated chain whose last blocks all touch the same addresses. */
export interface FanBlocks {
  blocks: Uint8Array[];
  addresses: string[];
}

/**
 * Creates a chain whose last `count` blocks have `transactions` payments each, from one of as many addresses to the next;
 * block times `time` in seconds.
 */
export function makeFanBlocks(
  transactions: number,
  count: number,
  time?: (height: number) => number,
): FanBlocks {
  const chain = createChain({ seed: 9, maxTxs: 0, ...(time && { time }) });
  chain.extend(1);
  const random = createRandom(4);
  const scripts = Array.from({ length: transactions }, () => randomScript('p2wpkh', random));
  const scriptAt = (i: number): Uint8Array => scripts[i % scripts.length] ?? new Uint8Array(0);
  const coin = chain.coins.toSorted((one, other) => Number(other.value - one.value))[0];
  if (!coin) throw new RangeError('The chain has no coin');
  const value = coin.value / BigInt(transactions);
  const fan = chain.spend(
    [coin],
    scripts.map((script) => ({ value, script })),
  );
  chain.mine([fan]);
  let coins = scripts.map((_, vout) => ({ txid: fan.txid, vout, value }));
  for (let round = 1; round <= count; round++) {
    const payments = coins.map((from, i) => chain.spend([from], [{ value, script: scriptAt(i + round) }]));
    chain.mine(payments);
    coins = payments.map(({ txid }) => ({ txid, vout: 0, value }));
  }
  return {
    blocks: chain.blocks.map(({ block }) => encodeBlock(block)),
    addresses: scripts.flatMap((script) => {
      const key = addressKeyOfScript(script);
      return key ? [encodeAddress(key, networks.demo)] : [];
    }),
  };
}
