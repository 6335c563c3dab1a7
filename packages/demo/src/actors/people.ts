import type { PayOptions } from '../bitcoin/economy.ts';
import type { WalletStyle } from '../bitcoin/keys.ts';
import { coinCount, type Fingerprint, type Wallet } from '../bitcoin/wallet.ts';
import { type DemoEntity, personEntity } from '../entities.ts';
import type { Exchange } from './exchange.ts';
import { btc, isAwake, type Person, type Receiver, rounded, type World } from './world.ts';

/** Creates the wallet software of a person. */
export function personWallet(
  world: Pick<World, 'economy' | 'habits'>,
  entity: DemoEntity,
  more: { client?: string; style?: WalletStyle } = {},
): Wallet {
  const { random } = world.economy;
  const { habits } = world;
  const fingerprint: Partial<Fingerprint> = {
    version: random.chance(250) ? 1 : 2,
    rbf: random.chance(550),
    locktime: random.chance(300),
    change: random.chance(habits.sameAddress) ? 'same_address' : 'fresh',
    order: random.pick(habits.orders),
  };
  return world.economy.openWallet({
    entity,
    style: more.style ?? random.pick(habits.styles),
    fingerprint,
    ...(more.client === undefined ? {} : { client: more.client }),
  });
}

/** Creates people by number, each with an account at an exchange. */
export function createPeople(
  world: Pick<World, 'economy' | 'habits'>,
  count: number,
  exchanges: readonly Exchange[],
): Person[] {
  const { random } = world.economy;
  return Array.from({ length: count }, (_, number) => ({
    number,
    wallet: personWallet(world, personEntity(number)),
    home: random.pick(exchanges),
    mixes: random.chance(120),
    reuse: random.chance(world.habits.reusers) ? 700 : 60,
  }));
}

/** A kind of spending, chosen with a probability proportional to its weight. */
export interface Habit {
  readonly weight: number;
  act(person: Person, time: number): void;
}

/** Pays a service from a person's wallet, or tops up the wallet first. */
export function payService(
  world: World,
  person: Person,
  receiver: Receiver,
  range: readonly [from: bigint, to: bigint],
): void {
  const { economy, habits } = world;
  const amount = economy.random.amount(range[0], range[1]);
  const value = habits.round >= 1000 || economy.random.chance(habits.round) ? rounded(amount) : amount;
  if (person.wallet.balance < value + value / 10n + 20_000n) world.topUp(person, value * 2n);
  else world.economy.pay(person.wallet, [{ ...receiver(), value }], hesitation(world, person));
}

/** Occasionally sends a transaction with a low fee and replaces it later (BIP 125). */
function hesitation({ economy: { random } }: World, { wallet }: Person): PayOptions {
  if (!wallet.fingerprint.rbf || !random.chance(40)) return {};
  return { feeRate: 1n, delayBlocks: 4, replaceAfter: random.between(20, 75) };
}

/** Creates general activity: deposits to savings, withdrawals, payments between people. */
export function commonHabits(world: World): Habit[] {
  const { economy, people } = world;
  const { random } = economy;
  return [
    { weight: 200, act: (person) => world.topUp(person, random.amount(btc / 200n, 3n * btc)) },
    {
      weight: 170,
      act(person) {
        const value = (person.wallet.balance * BigInt(random.between(20, 80))) / 100n;
        if (value < 50_000n) return;
        const to = person.home.deposits;
        economy.pay(person.wallet, [{ to, index: person.home.depositIndex(person.wallet.id), value }]);
      },
    },
    {
      weight: 210,
      act(person) {
        const friend = random.pick(people);
        if (friend === person) return;
        const to = friend.wallet;
        payService(world, person, () => ({ to, index: economy.receiving(to, friend.reuse) }), [
          btc / 500n,
          btc,
        ]);
      },
    },
    {
      // Consolidation at a low fee: several coins into one.
      weight: 12,
      act(person) {
        const { wallet } = person;
        if (coinCount(wallet) < 4) return;
        const value = (wallet.balance * 97n) / 100n;
        economy.pay(wallet, [{ to: wallet, index: economy.fresh(wallet), value, change: true }], {
          kind: 'consolidation',
          feeRate: 1n,
          delayBlocks: random.between(0, 5),
        });
      },
    },
  ];
}

/** Number of coins from which a wallet is consolidated. */
const manyCoins = 20;

/** Sends most coins of a wallet to the exchange in one transaction. */
export function saveUp(world: World, { wallet, home }: Person): void {
  const to = home.deposits;
  const value = (wallet.balance * 7n) / 10n;
  world.economy.pay(wallet, [{ to, index: home.depositIndex(wallet.id), value }], { mostInputs: 200 });
}

/** The running activity of all people. */
export interface Days {
  /** Schedules the next activity immediately, after the pace increased. */
  wake(): void;
}

/** Starts the activity of all people: at the current pace, a random person who is awake acts. */
export function startPeople(world: World, habits: readonly Habit[]): Days {
  const { economy, people } = world;
  const { random } = economy;
  const total = habits.reduce((sum, { weight }) => sum + weight, 0);
  let turn = 0;
  const begin = (first: number): void => {
    turn++;
    const own = turn;
    economy.agenda.repeat(first, (time) => {
      if (own !== turn) return undefined;
      const person = random.pick(people);
      if (coinCount(person.wallet) > manyCoins) saveUp(world, person);
      else if (isAwake(time, person.wallet.entity.day)) {
        let left = random.below(total);
        for (const habit of habits) {
          left -= habit.weight;
          if (left >= 0) continue;
          habit.act(person, time);
          break;
        }
      }
      return 1 + random.below(Math.max(1, 2 * world.pace()));
    });
  };
  begin(economy.now() + 3600);
  return { wake: () => begin(economy.now() + 1) };
}
