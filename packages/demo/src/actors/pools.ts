import type { Wallet } from '../bitcoin/wallet.ts';
import type { DemoEntity } from '../entities.ts';
import type { Person, World } from './world.ts';

/** A mining pool: its wallet receives the coinbase outputs. */
export interface Pool {
  readonly entity: DemoEntity;
  readonly wallet: Wallet;
  /** Text in the coinbases of the pool. */
  readonly tag: string;
}

/** Creates a pool that pays its miners daily and sells the rest. */
export function createPool(
  world: Pick<World, 'economy'>,
  spec: { entity: DemoEntity; tag: string; style: 'p2pkh' | 'p2wpkh' | 'p2pk' },
): Pool {
  const wallet = world.economy.openWallet({
    entity: spec.entity,
    style: spec.style,
    fingerprint: { change: 'same_address', order: 'change_last', rbf: false },
  });
  world.economy.fresh(wallet);
  return { entity: spec.entity, wallet, tag: spec.tag };
}

/** Starts daily payouts: a third to miners among the people, the rest to an exchange. */
export function startPool(world: World, pool: Pool, miners: readonly Person[]): void {
  const { economy, exchanges } = world;
  const { random, agenda } = economy;
  const { wallet } = pool;
  const markets = [exchanges.northwind, exchanges.meridian, exchanges.kitsune, exchanges.nonames];
  agenda.repeat(economy.now() + random.between(1, 24) * 3600, () => {
    const spendable = (wallet.balance * 9n) / 10n;
    if (spendable > 10_000_000n) {
      const share = spendable / 3n / BigInt(Math.max(1, miners.length));
      const outs = miners.map(({ wallet: to }) => ({
        to,
        index: to.used > 0 ? 0 : economy.fresh(to),
        value: share,
      }));
      const market = random.pick(markets);
      const sold = (spendable * 6n) / 10n;
      economy.pay(
        wallet,
        [...outs, { to: market.deposits, index: market.depositIndex(wallet.id), value: sold }],
        { kind: 'batch_payout', mostInputs: 200 },
      );
    }
    return random.between(22, 26) * 3600;
  });
}
