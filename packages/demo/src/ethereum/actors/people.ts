import type { Days } from '../../actors/people.ts';
import { isAwake, rounded } from '../../actors/world.ts';
import { balanceOf, spendable } from '../account.ts';
import { ether, milliether } from '../chain.ts';
import { tokenApproval, tokenTransfer, tokensOf } from '../contracts/tokens.ts';
import type { SwapPool } from '../contracts/swap-pool.ts';
import { dollar, type EthereumPerson, type EthereumWorld } from './world.ts';

/** A kind of activity, chosen with a probability proportional to its weight. */
export interface EthereumHabit {
  readonly weight: number;
  act(person: EthereumPerson, time: number): void;
}

/** Buys ether at the exchange of the person. */
export function buyEther({ economy }: EthereumWorld, { account, home }: EthereumPerson, wei?: bigint): void {
  home.withdraw(account, rounded(wei ?? economy.random.amount(ether / 10n, 4n * ether)));
}

/** Pays ether from a person's account, or buys ether first. */
export function payEther(
  world: EthereumWorld,
  person: EthereumPerson,
  range: readonly [from: bigint, to: bigint],
  pay: (value: bigint) => void,
): void {
  const value = rounded(world.economy.random.amount(range[0], range[1]));
  if (spendable(person.account) < value + milliether(20)) buyEther(world, person, value * 3n);
  else pay(value);
}

/** Pays the stablecoin, or buys it first. */
export function payStable(
  world: EthereumWorld,
  person: EthereumPerson,
  range: readonly [from: bigint, to: bigint],
  pay: (amount: bigint) => void,
): void {
  const amount = rounded(world.economy.random.amount(range[0], range[1]));
  if (spendable(person.account) < milliether(10)) buyEther(world, person);
  else if (tokensOf(person.account, world.tokens.stable) < amount) {
    person.home.withdrawStable(person.account, amount * 3n);
  } else pay(amount);
}

/** Creates general activity: savings, payments, swaps, collectibles; some transactions fail. */
export function commonHabits(world: EthereumWorld): EthereumHabit[] {
  const { economy, people, tokens } = world;
  const { random } = economy;
  return [
    { weight: 90, act: (person) => buyEther(world, person) },
    {
      weight: 60,
      act({ account, home, number }) {
        const value = (spendable(account) * BigInt(random.between(30, 80))) / 100n;
        if (value > ether / 10n) {
          economy.send({
            kind: 'payment',
            from: account,
            to: home.deposit(number),
            value: rounded(value),
            stingy: random.chance(60),
          });
        }
      },
    },
    {
      weight: 70,
      act({ account, home, number }) {
        const amount = (tokensOf(account, tokens.stable) * BigInt(random.between(40, 95))) / 100n;
        if (amount > 50n * dollar) {
          economy.send({
            kind: 'payment',
            ...tokenTransfer(tokens.stable, account, home.deposit(number), rounded(amount)),
          });
        }
      },
    },
    {
      weight: 130,
      act(person) {
        const friend = random.pick(people);
        if (friend === person) return;
        payEther(world, person, [ether / 200n, 2n * ether], (value) =>
          economy.send({
            kind: 'payment',
            from: person.account,
            to: friend.account,
            value,
            stingy: random.chance(80),
          }),
        );
      },
    },
    {
      weight: 130,
      act(person) {
        const friend = random.pick(people);
        payStable(world, person, [5n * dollar, 3_000n * dollar], (amount) => {
          // Occasionally somebody sends more than they have: the token rejects it.
          const sent = random.chance(35) ? tokensOf(person.account, tokens.stable) + amount : amount;
          economy.send({
            kind: 'payment',
            ...tokenTransfer(tokens.stable, person.account, friend.account, sent),
          });
        });
      },
    },
    {
      weight: 25,
      act({ account }) {
        const amount = tokensOf(account, tokens.harbor);
        const friend = random.pick(people);
        if (amount > ether) {
          economy.send({
            kind: 'payment',
            ...tokenTransfer(tokens.harbor, account, friend.account, rounded(amount / 3n)),
          });
        }
      },
    },
    { weight: 110, act: (person) => swap(world, world.pools.stable, person) },
    { weight: 60, act: (person) => swap(world, world.pools.harbor, person) },
    {
      weight: 30,
      act: (person) =>
        payEther(world, person, [milliether(60), milliether(70)], () =>
          world.collection.mint(person.account),
        ),
    },
    { weight: 18, act: (person) => world.collection.give(person.account, random.pick(people).account) },
    {
      weight: 26,
      act: (person) =>
        payEther(world, person, [ether / 20n, ether], (value) => world.collection.buy(person.account, value)),
    },
    {
      weight: 9,
      // A payment to a contract that rejects ether uses all gas.
      act: ({ account }) =>
        economy.send({
          kind: 'payment',
          from: account,
          to: tokens.stable.account,
          value: milliether(random.between(10, 90)),
          gas: 2_000,
          program: (run) => run.burn(5_000),
        }),
    },
    {
      weight: 7,
      act({ account, entity }) {
        if (spendable(account) < milliether(50)) return;
        // One contract creation in four runs out of gas.
        const broken = random.chance(250);
        if (!broken) economy.deploy(account, { entity, role: 'contract', code: random.between(60, 240) });
        else {
          const to = economy.contract({ entity, role: 'failed', maker: account, nonce: account.nonce });
          economy.send({
            kind: 'deployment',
            from: account,
            to,
            creates: true,
            input: '60806040',
            gas: 9_000,
            program: (run) => run.burn(40_000),
          });
        }
      },
    },
  ];
}

/** Swaps ether for tokens or back; usually sells the asset that is priced above its usual price. */
function swap(world: EthereumWorld, pool: SwapPool, person: EthereumPerson): void {
  const { economy } = world;
  const { random } = economy;
  const { account } = person;
  const price = pool.quote(ether);
  if (price === 0n) return;
  const usual = pool === world.pools.stable ? 3_000n * dollar : 2_250n * ether;
  const sellsEther = random.chance(price > usual ? 700 : 300);
  // With a limit that is too tight, the price changes before the transaction runs.
  const margin = random.chance(60) ? 1005n : 970n;
  if (sellsEther) {
    payEther(world, person, [ether / 50n, 2n * ether], (wei) =>
      pool.sellEther(account, wei, (pool.quote(wei) * margin) / 1000n),
    );
    return;
  }
  const balance = balanceOf(account, pool.token.account.id);
  const amount = (balance * BigInt(random.between(20, 90))) / 100n;
  if (amount * 100n < price) return;
  const least = (((amount * ether) / price) * margin) / 1030n;
  if (!account.approved.has(pool.token.account.id)) {
    const approval = tokenApproval(pool.token, account, pool.router);
    if (!economy.send({ kind: 'approval', ...approval })) return;
    account.approved.add(pool.token.account.id);
  }
  pool.sellTokens(account, amount, least);
}

/** Starts the activity of all people: a random person who is awake acts. */
export function startEthereumPeople(world: EthereumWorld, habits: readonly EthereumHabit[]): Days {
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
      if (isAwake(time, person.entity.day)) {
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
  begin(economy.now() + 6 * 3600);
  return { wake: () => begin(economy.now() + 1) };
}
