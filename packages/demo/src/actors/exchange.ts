import type { Economy } from '../bitcoin/economy.ts';
import type { WalletStyle } from '../bitcoin/keys.ts';
import { coinCount, takeMany, type Wallet } from '../bitcoin/wallet.ts';
import type { DemoEntity } from '../entities.ts';

/** A custodial service with deposit addresses, a hot and a cold wallet. */
export interface Exchange {
  readonly entity: DemoEntity;
  readonly hot: Wallet;
  readonly deposits: Wallet;
  readonly cold: Wallet;
  /** Index of the deposit address of a customer (a wallet id); it never changes. */
  depositIndex(customer: number): number;
  /** Pays to a wallet in the next batch; false if the exchange has insufficient funds. */
  withdraw(to: Wallet, value: bigint, index?: number): boolean;
}

interface Payout {
  to: Wallet;
  index: number;
  value: bigint;
}

const coin = 100_000_000n;

/** Creates an exchange that sweeps deposits, pays in batches, and keeps most of its coins in cold storage. */
export function createExchange(
  economy: Economy,
  entity: DemoEntity,
  styles: { deposits: WalletStyle; hot: WalletStyle; cold: WalletStyle },
): Exchange {
  const { agenda, random } = economy;
  const open = (style: WalletStyle, change: 'fresh' | 'same_address'): Wallet =>
    economy.openWallet({
      entity,
      style,
      pools: true,
      fingerprint: { change, order: 'change_last', rbf: false },
    });
  const hot = open(styles.hot, 'same_address');
  const deposits = open(styles.deposits, 'same_address');
  const cold = open(styles.cold, 'fresh');
  economy.fresh(hot);
  const customers = new Map<number, number>();
  const queue: Payout[] = [];
  let promised = 0n;

  function sweep(): number {
    const pause = random.between(4, 9) * 3600;
    if (coinCount(deposits) < 6) return pause;
    const coins = takeMany(deposits, 80);
    const total = coins.reduce((sum, { value }) => sum + value, 0n);
    const fee = economy.feeFor(coins, [{ to: hot, index: 0, value: total }]);
    const stored = fee < total ? total - fee : total / 2n;
    economy.spend(coins, [{ to: hot, index: 0, value: stored }], { kind: 'consolidation' });
    return coinCount(deposits) > 80 ? 600 : pause;
  }

  function payOut(): number {
    const pause = random.between(30, 120) * 60;
    if (queue.length === 0) return pause;
    const batch = queue.splice(0, random.between(8, 30));
    const sum = batch.reduce((total, { value }) => total + value, 0n);
    promised -= sum;
    const outs = batch.map(({ to, index, value }) => ({ to, index, value }));
    economy.pay(hot, outs, { kind: batch.length > 2 ? 'batch_payout' : 'payment', mostInputs: 120 });
    return queue.length > 30 ? 900 : pause;
  }

  function balance(): number {
    const limit = 2_000n * coin;
    if (hot.balance > limit * 2n) {
      economy.pay(hot, [{ to: cold, index: economy.fresh(cold), value: hot.balance - limit }], {
        mostInputs: 200,
      });
    } else if (hot.balance < promised + 20n * coin && cold.balance > 50n * coin) {
      const value = cold.balance / 4n;
      economy.pay(cold, [{ to: hot, index: 0, value }]);
    }
    return random.between(20, 28) * 3600;
  }

  const start = economy.now();
  agenda.repeat(start + random.between(1, 9) * 3600, sweep);
  agenda.repeat(start + random.between(1, 60) * 60, payOut);
  agenda.repeat(start + random.between(1, 24) * 3600, balance);

  return {
    entity,
    hot,
    deposits,
    cold,
    depositIndex(customer) {
      const known = customers.get(customer);
      if (known !== undefined) return known;
      const index = economy.fresh(deposits);
      customers.set(customer, index);
      return index;
    },
    withdraw(to, value, index) {
      if (hot.balance < promised + value + coin) return false;
      promised += value;
      queue.push({ to, index: index ?? economy.receiving(to, 120), value });
      return true;
    },
  };
}
