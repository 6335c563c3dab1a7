import { addressKeyOfScript } from '@hopscope/chain';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { type Coin, createChain } from './chain-builder.ts';
import { createRandom } from '../survival/random.ts';
import { randomScript } from './scripts.ts';

const random = createRandom(9);
/** Returns a new unused script. */
export const scriptOf = (): Uint8Array => randomScript('p2wpkh', random);
export const [hot, deposit, once, customer, stranger, outside] = [
  scriptOf(),
  scriptOf(),
  scriptOf(),
  scriptOf(),
  scriptOf(),
  scriptOf(),
];
/** Returns the address key of a script. */
export const keyOf = (script: Uint8Array): Uint8Array =>
  addressKeyOfScript(script, nativeHashing) ?? new Uint8Array();

/**
 * Creates a chain in which, twice, deposit, customer, and stranger are paid from outside. The deposit address forwards everything
 * to the hot wallet, `once` does so one time; the customer keeps change, and the stranger pays another party the second time.
 */
export function depositStory() {
  const chain = createChain({ seed: 5, maxTxs: 0 });
  chain.extend(4);
  const rich = chain.coins.toSorted((a, b) => Number(b.value - a.value)).slice(0, 2);
  rich.forEach((coin: Coin, round) => {
    const value = 1_000_003n;
    const targets = [deposit, customer, stranger, ...(round === 0 ? [once] : [])];
    const paid = chain.spend(
      [coin],
      targets.map((script) => ({ script, value })),
    );
    chain.mine([paid]);
    const from = (vout: number): Coin => ({ txid: paid.txid, vout, value });
    chain.mine([
      chain.spend([from(0)], [{ script: hot, value: 999_000n }]),
      chain.spend(
        [from(1)],
        [
          { script: hot, value: 500_000n },
          { script: customer, value: 499_000n },
        ],
      ),
      chain.spend([from(2)], [{ script: round === 0 ? hot : outside, value: 999_000n }]),
      ...(round === 0 ? [chain.spend([from(3)], [{ script: hot, value: 999_000n }])] : []),
    ]);
  });
  return chain;
}
