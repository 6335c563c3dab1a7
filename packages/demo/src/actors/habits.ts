import type { Fingerprint } from '../bitcoin/wallet.ts';
import type { WalletStyle } from '../bitcoin/keys.ts';
import { createRandom } from '../random.ts';

/** How wallets and payments of people differ; probabilities per mille. */
export interface WalletHabits {
  /** Script types to choose from. */
  readonly styles: readonly WalletStyle[];
  /** Orders of outputs to choose from. */
  readonly orders: readonly Fingerprint['order'][];
  /** Wallets that send change back to the first input's address. */
  readonly sameAddress: number;
  /** People who are mostly paid at addresses that they used before. */
  readonly reusers: number;
  /** Payments of a round amount. */
  readonly round: number;
}

/** The habits of the demo. */
export const usualHabits: WalletHabits = {
  styles: [
    'p2wpkh',
    'p2wpkh',
    'p2wpkh',
    'p2wpkh',
    'p2tr',
    'p2tr',
    'p2pkh',
    'p2pkh',
    'p2sh_p2wpkh',
    'p2sh_p2wpkh',
    'p2wsh_multisig',
    'p2sh_multisig',
  ],
  orders: ['shuffled', 'shuffled', 'sorted', 'change_last'],
  sameAddress: 80,
  reusers: 150,
  round: 1000,
};

/** Returns habits drawn at random, for networks that a detector was not made for. The same seed gives the same ones. */
export function randomHabits(seed: number): WalletHabits {
  const random = createRandom(seed, 'habits');
  /** Twelve picks of some of the values, so that some are common and others don't occur. */
  const some = <T>(all: readonly T[]): T[] => {
    const few = random.shuffle([...new Set(all)]).slice(0, random.between(2, 6));
    return Array.from({ length: 12 }, () => random.pick(few));
  };
  return {
    styles: some(usualHabits.styles),
    orders: some(usualHabits.orders),
    sameAddress: random.below(300),
    reusers: random.below(500),
    round: random.between(200, 1000),
  };
}
