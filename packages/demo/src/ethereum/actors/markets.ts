import { type Account, balanceOf, spendable } from '../account.ts';
import { ether, milliether } from '../chain.ts';
import { tokensOf } from '../contracts/tokens.ts';
import { type EthereumHabit, payEther } from './people.ts';
import type { EthereumPerson, EthereumWorld } from './world.ts';

/** Creates what people do with lending, accounts with code, and signed orders. */
export function marketHabits(world: EthereumWorld): EthereumHabit[] {
  return [lend(world), operate(world), order(world)];
}

/** Lends ether, or takes it back. */
function lend(world: EthereumWorld): EthereumHabit {
  const { lending, economy } = world;
  return {
    weight: 20,
    act(person) {
      const receipts = tokensOf(person.account, lending.receipt);
      if (receipts > 0n && economy.random.chance(600)) {
        if (spendable(person.account) > milliether(20)) lending.redeem(person.account, receipts);
        return;
      }
      payEther(world, person, [ether / 20n, ether], (wei) => lending.supply(person.account, wei));
    },
  };
}

/** Opens an account with code, sends ether to it, or lets it swap ether. */
function operate(world: EthereumWorld): EthereumHabit {
  const { economy, smartAccounts, pools } = world;
  const opened = new Map<EthereumPerson, Account>();
  return {
    weight: 18,
    act(person) {
      const own = opened.get(person);
      if (!own) {
        if (spendable(person.account) > milliether(60))
          opened.set(person, smartAccounts.open(person.account));
        return;
      }
      const balance = balanceOf(own);
      if (balance > ether / 10n) smartAccounts.swap(own, pools.stable, (balance * 6n) / 10n);
      else {
        payEther(world, person, [ether / 5n, ether], (value) =>
          economy.send({ kind: 'payment', from: person.account, to: own, value }),
        );
      }
    },
  };
}

/** Sells dollars for the token to somebody who sells the token for dollars, at the prices of the pools. */
function order(world: EthereumWorld): EthereumHabit {
  const { economy, people, pools, tokens, settlement } = world;
  return {
    weight: 14,
    act({ account }) {
      const friend = economy.random.pick(people).account;
      const [dollars, harbors] = [pools.stable.quote(ether), pools.harbor.quote(ether)];
      if (friend === account || dollars === 0n || harbors === 0n) return;
      const [mine, theirs] = [tokensOf(account, tokens.stable) / 2n, tokensOf(friend, tokens.harbor) / 2n];
      const worth = (mine * harbors) / dollars;
      const harbor = worth < theirs ? worth : theirs;
      const stable = (harbor * dollars) / harbors;
      if (stable < 20_000_000n) return;
      settlement.match(
        { owner: account, token: tokens.stable, amount: stable },
        { owner: friend, token: tokens.harbor, amount: harbor },
      );
    },
  };
}
