import { secondsOfDay } from '@hopscope/domain';
import type { DemoEntity } from '../../entities.ts';
import { type Account, spendable } from '../account.ts';
import { ether, gwei, milliether } from '../chain.ts';
import { type EthereumHabit, payEther } from './people.ts';
import type { EthereumPerson, EthereumWorld } from './world.ts';

/** Sizes that people mix. */
const sizes = [ether / 10n, ether] as const;
/** Wallets that offer the same price for years, each with the people of some numbers. */
const wallets = 8;

/** Gas price in wei that a wallet offers to all of its users. */
const walletPrice = ({ number }: EthereumPerson): bigint =>
  16n * gwei + BigInt(((number % wallets) + 1) * 1_234_567);

/** Returns the current account of a shop that opens another one after some payments; one of three shops. */
function openTills({ economy, people }: EthereumWorld): () => Account {
  const shops = people
    .slice(0, 3)
    .map(({ entity }): { entity: DemoEntity; left: number; account?: Account } => ({ entity, left: 0 }));
  return () => {
    const shop = economy.random.pick(shops);
    if (shop.account === undefined || shop.left === 0) {
      shop.account = economy.open({ entity: shop.entity, role: 'till' });
      shop.left = economy.random.between(3, 8);
    }
    shop.left--;
    return shop.account;
  };
}

/**
 * Creates the activity of people whose gas prices, chains of notes, and relayers connect both sides of the mixer, and of others who
 * only look like it: they share the price of a wallet, deposit again by themselves, or pay a shop that others pay, too.
 */
export function mixerMistakes(world: EthereumWorld): EthereumHabit[] {
  const { economy, mixer } = world;
  const { random, agenda } = economy;
  const till = openTills(world);

  /** Opens an account that has been paid by the person's exchange, for fees. */
  function funded(person: EthereumPerson, wei: bigint): Account {
    const account = economy.open({ entity: person.entity, role: 'private' });
    person.home.withdraw(account, wei);
    return account;
  }

  /** A habit of people who have enough for some notes. */
  const habit = (
    weight: number,
    notes: number,
    act: (person: EthereumPerson, size: bigint) => void,
  ): EthereumHabit => ({
    weight,
    act(person) {
      const size = random.pick(sizes);
      const value = size * BigInt(notes + 1);
      payEther(world, person, [value, value], () => act(person, size));
    },
  });

  /** Deposits again within hours what was withdrawn, some times; the last account keeps it. */
  function passOn(person: EthereumPerson, size: bigint, from: Account, rounds: number): void {
    const heir = funded(person, milliether(60));
    mixer.mix(from, size, () => heir, {
      withdrawn: () => {
        if (rounds === 0) return;
        agenda.at(economy.now() + random.between(1, 20) * 3600, () => passOn(person, size, heir, rounds - 1));
      },
    });
  }

  /** Pays most of what an account has, some days after a withdrawal. */
  function payAll(from: Account, to: Account): void {
    agenda.at(economy.now() + random.between(1, 6) * secondsOfDay, () => {
      const value = (spendable(from) * 9n) / 10n;
      if (value > 0n) economy.send({ kind: 'payment', from, to, value });
    });
  }

  const byHand = habit(4, 1, (person, size) => {
    const price = economy.baseFee() * 3n + BigInt(random.between(1, 999_999));
    const heir = funded(person, milliether(60));
    mixer.mix(person.account, size, () => heir, { price, ownPrice: price });
  });

  const byWallet = habit(4, 1, (person, size) => {
    const price = walletPrice(person);
    if (random.chance(300)) {
      const heir = economy.open({ entity: person.entity, role: 'private' });
      mixer.mix(person.account, size, () => heir, { price });
    } else {
      const heir = funded(person, milliether(60));
      mixer.mix(person.account, size, () => heir, { ownPrice: price });
    }
  });

  const inRounds = habit(2, 1, (person, size) => passOn(person, size, person.account, random.between(1, 4)));

  const byRelayer = habit(2, 3, (person, size) => {
    const { account, home, number } = person;
    const relayer = random.pick(mixer.relayers);
    const collector = home.deposit(number);
    for (let i = random.between(2, 3); i > 0; i--) {
      const heir = economy.open({ entity: person.entity, role: 'private' });
      mixer.mix(account, size, () => heir, { relayer, withdrawn: () => payAll(heir, collector) });
    }
  });

  const atShop = habit(2, 1, (person, size) => {
    const shop = till();
    if (random.chance(400)) {
      economy.send({ kind: 'payment', from: person.account, to: shop, value: size / 10n });
    }
    const heir = economy.open({ entity: person.entity, role: 'private' });
    mixer.mix(person.account, size, () => heir, { withdrawn: () => payAll(heir, shop) });
  });

  return [byHand, byWallet, inRounds, byRelayer, atShop];
}
