import { secondsOfDay } from '@hopscope/domain';
import { coinCount, credit, takeMany, type Wallet } from '../bitcoin/wallet.ts';
import { entities } from '../entities.ts';
import { type Habit, payService } from './people.ts';
import { btc, type Person, rounded, type World } from './world.ts';

/** Creates a payment processor with merchants: a new address for each invoice, settled nightly. */
export function createCommerce(world: World): Habit[] {
  const { economy, exchanges } = world;
  const { random, agenda } = economy;
  const invoices = economy.openWallet({ entity: entities.processor, style: 'p2wpkh', pools: true });
  const merchants = [entities.books, entities.travel, entities.hosting].map((entity) =>
    economy.openWallet({ entity, style: random.pick(['p2sh_p2wpkh', 'p2wpkh', 'p2wsh_multisig']) }),
  );
  agenda.repeat(economy.now() + 26 * 3600, () => {
    if (coinCount(invoices) >= 3) {
      const value = (invoices.balance * 29n) / 100n;
      const outs = merchants.map((to) => ({ to, index: economy.receiving(to, 300), value }));
      economy.pay(invoices, outs, { kind: 'batch_payout', mostInputs: 150 });
    }
    for (const merchant of merchants) sell(world, merchant, 20n * btc);
    return 24 * 3600;
  });
  agenda.repeat(economy.now() + 30 * secondsOfDay, () => {
    const books = exchanges.northwind;
    if (invoices.balance > 100n * btc) {
      const to = { to: books.deposits, index: books.depositIndex(invoices.id) };
      economy.pay(invoices, [{ ...to, value: invoices.balance / 2n }], { mostInputs: 200 });
    }
    return 7 * secondsOfDay;
  });

  const buy = (person: Person): void =>
    payService(world, person, () => ({ to: invoices, index: economy.fresh(invoices) }), [
      btc / 2000n,
      btc / 4n,
    ]);
  return [
    { weight: 230, act: buy },
    { weight: 12, act: (person) => payjoin(world, person, random.pick(merchants)) },
  ];
}

/** Sells the balance above `limit` at an exchange. */
function sell(world: World, from: Wallet, limit: bigint): void {
  if (from.balance <= limit) return;
  const market = world.exchanges.meridian;
  const to = { to: market.deposits, index: market.depositIndex(from.id) };
  world.economy.pay(from, [{ ...to, value: from.balance - limit / 2n }], { mostInputs: 150 });
}

/** Makes a payment with an additional input of the payee, so that its inputs have two owners (BIP 78). */
function payjoin(world: World, person: Person, merchant: Wallet): void {
  const { economy } = world;
  const value = rounded(economy.random.amount(btc / 500n, btc / 10n));
  const coins = takeMany(person.wallet, 2);
  const added = takeMany(merchant, 1);
  const have = coins.reduce((sum, coin) => sum + coin.value, 0n);
  const extra = added.reduce((sum, coin) => sum + coin.value, 0n);
  const outs = (fee: bigint) => [
    { to: merchant, index: economy.fresh(merchant), value: value + extra },
    { to: person.wallet, index: economy.fresh(person.wallet), value: have - value - fee, change: true },
  ];
  const fee = 2_000n + BigInt(coins.length + added.length) * 1_500n;
  if (added.length === 0 || have < value + fee + 1_000n) {
    for (const coin of [...coins, ...added]) credit(coin);
    return;
  }
  economy.spend([...coins, ...added], outs(fee), { kind: 'payjoin' });
}

/** Starts an employer that buys bitcoin monthly and pays all employees in one transaction. */
export function startPayroll(world: World): void {
  const { economy, people, exchanges } = world;
  const payroll = economy.openWallet({
    entity: entities.employer,
    style: 'p2wpkh',
    fingerprint: { order: 'sorted' },
  });
  const staff = people.filter((person) => person.number % 9 === 4).slice(0, 60);
  const salary = btc / 12n;
  economy.agenda.repeat(economy.now() + 20 * secondsOfDay, () => {
    exchanges.northwind.withdraw(payroll, salary * BigInt(staff.length + 1));
    return 30 * secondsOfDay;
  });
  economy.agenda.repeat(economy.now() + 22 * secondsOfDay, () => {
    const outs = staff.map(({ wallet: to, number }) => ({
      to,
      index: to.used > 0 ? to.used - 1 : economy.fresh(to),
      value: salary - BigInt(number % 7) * (salary / 20n),
    }));
    if (outs.length > 0) economy.pay(payroll, outs, { kind: 'batch_payout' });
    return 30 * secondsOfDay;
  });
}

/** Creates a charity with one public address that spends monthly. */
export function createCharity(world: World): Habit {
  const { economy, exchanges } = world;
  const wallet = economy.openWallet({ entity: entities.charity, style: 'p2pkh' });
  economy.fresh(wallet);
  economy.agenda.repeat(economy.now() + 35 * secondsOfDay, () => {
    const market = exchanges.northwind;
    if (wallet.balance > btc) {
      const to = { to: market.deposits, index: market.depositIndex(wallet.id) };
      economy.pay(wallet, [{ ...to, value: (wallet.balance * 8n) / 10n }], {
        mostInputs: 150,
        changeIndex: 0,
      });
    }
    return 30 * secondsOfDay;
  });
  return {
    weight: 8,
    act: (person) => payService(world, person, () => ({ to: wallet, index: 0 }), [btc / 1000n, btc / 20n]),
  };
}
