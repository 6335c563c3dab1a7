import { secondsOfDay } from '@hopscope/domain';
import type { Out } from '../bitcoin/economy.ts';
import { coinCount, takeOldest, type Wallet } from '../bitcoin/wallet.ts';
import { type DemoEntity, entities } from '../entities.ts';
import type { FlowKind } from '../truth.ts';
import type { MixingCrowd } from './coinjoin.ts';
import { type Habit, payService } from './people.ts';
import { btc, rounded, type World } from './world.ts';

/** A mixer that pools deposits and pays out later in several parts. */
export interface Mixer {
  /** Deposits coins of a wallet; `to` later receives about the same amount from other coins. */
  mix(from: Wallet, value: bigint, to: Wallet): void;
}

/** A bridge: deposits on this chain are paid out on the other. */
export interface Bridge {
  deposit(from: Wallet, value: bigint): void;
}

/** Creates a custodial mixer with a fresh deposit address for each order. */
export function createMixer(world: World): Mixer {
  const { economy } = world;
  const { random, agenda } = economy;
  const flow = economy.startFlow('mixer', entities.mixer);
  const depositWallet = economy.openWallet({ entity: entities.mixer, style: 'p2wpkh', pools: true });
  const pool = economy.openWallet({ entity: entities.mixer, style: 'p2sh_p2wpkh', pools: true });
  agenda.repeat(economy.now() + 12 * secondsOfDay, () => {
    if (coinCount(depositWallet) >= 4) {
      const value = (depositWallet.balance * 95n) / 100n;
      economy.pay(depositWallet, [{ to: pool, index: economy.fresh(pool), value }], {
        kind: 'consolidation',
        mostInputs: 120,
      });
    }
    return random.between(10, 40) * 3600;
  });
  return {
    mix(from, value, to) {
      const paid = economy.pay(from, [{ to: depositWallet, index: economy.fresh(depositWallet), value }]);
      if (!paid) return;
      economy.emitStory({ story: 'mixer', role: 'mixer_deposit' }, paid);
      const pieces = random.between(2, 5);
      const piece = (value * 97n) / 100n / BigInt(pieces);
      for (let i = 0; i < pieces; i++) {
        agenda.at(economy.now() + random.between(4, 90) * 3600, () => {
          const source = pool.balance > piece * 2n ? pool : depositWallet;
          const payout = economy.pay(source, [{ to, index: economy.fresh(to), value: piece, flow }]);
          if (payout) economy.emitStory({ story: 'mixer', role: 'mixer_payout' }, payout);
        });
      }
    },
  };
}

/** Creates the activity of people who use the mixer. */
export function mixerHabit(world: World, mixer: Mixer): Habit {
  return {
    weight: 10,
    act(person) {
      const value = rounded(person.wallet.balance / 2n);
      if (value > btc / 100n) mixer.mix(person.wallet, value, person.wallet);
      else world.topUp(person, btc / 10n);
    },
  };
}

/**
 * Creates a market: buyers pay to new addresses; vendors are paid weekly and cash out at an exchange without identity
 * checks.
 */
export function createMarket(world: World, mixer: Mixer): Habit {
  const { economy, exchanges } = world;
  const { random, agenda } = economy;
  const flow = economy.startFlow('darknet_market', entities.market);
  const escrow = economy.openWallet({ entity: entities.market, style: 'p2sh_multisig', pools: true });
  const vendors = Array.from({ length: 8 }, () => economy.openWallet({ entity: entities.market }));
  agenda.repeat(economy.now() + 25 * secondsOfDay, () => {
    const share = escrow.balance / 10n;
    if (share > btc / 100n) {
      const outs = vendors.map((to) => ({ to, index: economy.fresh(to), value: share, flow }));
      economy.pay(escrow, outs, { kind: 'batch_payout', mostInputs: 100 });
    }
    return 7 * secondsOfDay;
  });
  agenda.repeat(economy.now() + 30 * secondsOfDay, () => {
    const vendor = random.pick(vendors);
    const value = (vendor.balance * 8n) / 10n;
    if (value > btc / 100n) {
      if (random.chance(250)) mixer.mix(vendor, value, vendor);
      else cashOut(world, vendor, value, exchanges.nonames);
    }
    return random.between(1, 3) * secondsOfDay;
  });
  return {
    weight: 22,
    act: (person) =>
      payService(world, person, () => ({ to: escrow, index: economy.fresh(escrow) }), [
        btc / 1000n,
        btc / 8n,
      ]),
  };
}

/** Sells coins at an exchange under the wallet's own deposit address. */
export function cashOut(
  { economy }: World,
  from: Wallet,
  value: bigint,
  market: World['exchanges']['nonames'],
): void {
  economy.pay(from, [{ to: market.deposits, index: market.depositIndex(from.id), value }], {
    mostInputs: 40,
  });
}

/**
 * Makes a peel chain: a large coin moves from address to address, and a part is split off at each step. `slice` determines
 * the recipient of the part; the chain ends when the coin is small.
 */
export function peel(
  world: World,
  holder: Wallet,
  options: { slicePerMille: number; hours: readonly [number, number]; slice: (value: bigint) => Out },
): void {
  const { economy } = world;
  const { random, agenda } = economy;
  const step = (): void => {
    const coin = takeOldest(holder);
    if (!coin) return;
    const part =
      (coin.value * BigInt(random.between(options.slicePerMille / 2, options.slicePerMille * 2))) / 1000n;
    const rest = coin.value - part - 4_000n;
    if (rest < btc / 2n) {
      economy.spend([coin], [options.slice(coin.value - 4_000n)], { kind: 'payment' });
      return;
    }
    const outs = [
      { to: holder, index: economy.fresh(holder), value: rest, change: true },
      options.slice(part),
    ];
    const made = economy.spend([coin], outs, { kind: 'peel' });
    if (holder.entity === entities.hacker) economy.emitStory({ story: 'hack', role: 'peel' }, made);
    agenda.at(economy.now() + random.between(...options.hours) * 3600, step);
  };
  step();
}

/** Creates a wallet for an illicit actor, without pooling, so its funds can be traced. */
export function hideout(world: World, entity: DemoEntity): Wallet {
  return world.economy.openWallet({ entity, style: world.economy.random.pick(['p2wpkh', 'p2pkh', 'p2tr']) });
}

/** Starts ransomware: victims buy the exact amount and pay to a new address; the group shares it with its affiliates. */
export function startRansomware(world: World, mixer: Mixer, crowd: MixingCrowd, bridge: Bridge): void {
  const { economy, people, exchanges } = world;
  const { random, agenda } = economy;
  const crew = hideout(world, entities.ransomware);
  const affiliate = hideout(world, entities.ransomware);
  crowd.members.push(affiliate);
  const start = economy.now() + Math.floor(world.length / 4);
  agenda.repeat(start, () => {
    const victim = random.pick(people);
    const ransom = rounded(random.amount(btc / 2n, 12n * btc));
    if (exchanges.meridian.withdraw(victim.wallet, ransom + btc / 100n)) {
      agenda.at(economy.now() + random.between(6, 60) * 3600, () => {
        const flow = economy.startFlow('ransomware', entities.ransomware);
        const to = hideout(world, entities.ransomware);
        const paid = economy.pay(victim.wallet, [{ to, index: economy.fresh(to), value: ransom, flow }]);
        if (!paid) return;
        economy.emitStory({ story: 'ransomware', role: 'victim_payment' }, paid);
        agenda.at(economy.now() + random.between(1, 5) * secondsOfDay, () => split(to, ransom));
      });
    }
    return random.between(5, 14) * secondsOfDay;
  });
  function split(from: Wallet, ransom: bigint): void {
    const most = (ransom * 98n) / 100n;
    const fifth = most / 5n;
    const index = economy.fresh(crew);
    economy.emitStory({ story: 'ransomware', role: 'collector' }, { wallet: crew, index });
    economy.pay(from, [
      { to: crew, index, value: fifth },
      { to: affiliate, index: economy.fresh(affiliate), value: fifth * 4n - 30_000n },
    ]);
    agenda.at(economy.now() + random.between(1, 9) * secondsOfDay, () => {
      if (affiliate.balance < btc / 2n) return;
      const value = (affiliate.balance * 6n) / 10n;
      if (random.chance(400)) cashOut(world, affiliate, value, exchanges.nonames);
      else if (random.chance(450)) bridge.deposit(affiliate, value);
      else mixer.mix(affiliate, value, affiliate);
    });
    agenda.at(economy.now() + random.between(5, 20) * secondsOfDay, () => {
      if (crew.balance > btc) cashOut(world, crew, (crew.balance * 7n) / 10n, exchanges.nonames);
    });
  }
}

/** Creates a scam with one advertised address; its proceeds go to an exchange through a short chain. */
export function createScam(world: World): Habit {
  const { economy, exchanges } = world;
  const flow = economy.startFlow('investment_scam', entities.scam);
  const till = economy.openWallet({ entity: entities.scam, style: 'p2wpkh' });
  economy.fresh(till);
  const from = world.start + Math.floor(world.length / 3);
  const until = world.start + Math.floor((world.length * 4) / 5);
  economy.agenda.repeat(from + 9 * secondsOfDay, () => {
    if (till.balance > 2n * btc) {
      const between = hideout(world, entities.scam);
      const value = (till.balance * 9n) / 10n;
      economy.pay(till, [{ to: between, index: economy.fresh(between), value }], { mostInputs: 100 });
      economy.agenda.at(economy.now() + 30 * 3600, () =>
        cashOut(world, between, (between.balance * 97n) / 100n, exchanges.kitsune),
      );
    }
    return 6 * secondsOfDay;
  });
  return {
    weight: 24,
    act(person, time) {
      if (time < from || time > until) return;
      const value = rounded(economy.random.amount(btc / 200n, btc / 2n));
      if (person.wallet.balance < value * 2n) world.topUp(person, value * 3n);
      else economy.pay(person.wallet, [{ to: till, index: 0, value, flow }]);
    },
  };
}

/** Starts a sanctioned group: receives donations, buys abroad, and sells at the exchange without identity checks. */
export function startSanctioned(world: World): Wallet {
  const { economy, people, exchanges } = world;
  const { random, agenda } = economy;
  const flow: number = economy.startFlow('sanctioned' satisfies FlowKind, entities.sanctioned);
  const purse = economy.openWallet({ entity: entities.sanctioned, style: 'p2wpkh' });
  economy.fresh(purse);
  const supporters = people.filter(({ number }) => number % 17 === 3);
  agenda.repeat(economy.now() + 40 * secondsOfDay, () => {
    const supporter = random.pick(supporters);
    const value = rounded(random.amount(btc / 20n, 4n * btc));
    if (supporter.wallet.balance > value + btc / 100n) {
      economy.pay(supporter.wallet, [{ to: purse, index: 0, value, flow }]);
    } else world.topUp(supporter, value * 2n);
    return random.between(1, 4) * secondsOfDay;
  });
  agenda.repeat(economy.now() + 60 * secondsOfDay, () => {
    if (purse.balance > 4n * btc) cashOut(world, purse, purse.balance / 3n, exchanges.nonames);
    return random.between(9, 20) * secondsOfDay;
  });
  return purse;
}
