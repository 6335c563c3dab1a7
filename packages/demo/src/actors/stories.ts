import {
  addressKeyOfScript,
  encodeAddress,
  type Hashing,
  hash160,
  networks,
  toChecksumAddress,
  toHex,
} from '@hopscope/chain';
import { secondsOfDay } from '@hopscope/domain';
import type { Out } from '../bitcoin/economy.ts';
import { coinCount, type Wallet } from '../bitcoin/wallet.ts';
import { customerEntity, entities, personEntity } from '../entities.ts';
import { accountKey, bridgeRecipient, bridgeVault, publicKeyOf } from '../ethereum/keys.ts';
import type { MixingCrowd } from './coinjoin.ts';
import { personWallet, saveUp } from './people.ts';
import { type Bridge, cashOut, hideout, type Mixer, peel } from './underworld.ts';
import { btc, type Person, rounded, type World } from './world.ts';

/**
 * Creates the Bitcoin side of the bridge. A deposit pays the vault first, whose key is also that of its account on Ethereum, and asks
 * with a memo of THORChain for a payment there. Both legs have the number of the transfer.
 */
export function createBridge(world: World, { seed, hashing }: { seed: number; hashing: Hashing }): Bridge {
  const { economy } = world;
  const keyHash = hash160(hashing, publicKeyOf(seed, bridgeVault));
  // Flows don't end here: the other side needs to know the deposits. Nothing leaves the vault.
  const vault = economy.openWallet({
    entity: entities.bridge,
    style: 'p2wpkh',
    script: Uint8Array.of(0x00, keyHash.length, ...keyHash),
  });
  const index = economy.fresh(vault);
  let transfers = 0;
  return {
    deposit(from, value) {
      const transfer = transfers + 1;
      const { address } = accountKey(seed, bridgeRecipient(transfer));
      const memo = new TextEncoder().encode(`=:ETH.ETH:${toChecksumAddress(`0x${toHex(address)}`)}`);
      const made = economy.pay(
        from,
        [
          { to: vault, index, value },
          { script: Uint8Array.of(0x6a, memo.length, ...memo), value: 0n },
        ],
        { order: 'change_last' },
      );
      if (!made) return;
      transfers = transfer;
      if (from.entity === entities.hacker) economy.emitStory({ story: 'hack', role: 'bridge_in' }, made);
      economy.emit({
        type: 'bridge',
        blockchain: 'bitcoin',
        direction: 'in',
        txid: made.txid,
        vout: 0,
        transfer,
        sats: value,
        time: economy.now(),
        entity: from.entity.id,
        shares: [...(vault.coins.newest()?.shares ?? [])],
      });
    },
  };
}

/** First number of transfers for which a token is minted, so that those of the bridge differ. */
const firstMint = 500_000;

/** Starts the custody of bitcoin for which a token is minted: an exchange gives some every few weeks. */
export function startCustody({ economy, exchanges }: World, hashing: Hashing): void {
  const { agenda, random } = economy;
  const custody = economy.openWallet({ entity: entities.issuer, style: 'p2wpkh' });
  let transfers = firstMint;
  agenda.repeat(economy.now() + 35 * secondsOfDay, () => {
    const { hot } = exchanges.meridian;
    const value = rounded(random.amount(btc, 6n * btc));
    if (hot.balance > value * 3n) {
      const index = economy.fresh(custody);
      const key = addressKeyOfScript(economy.script(custody, index), hashing);
      const made = economy.pay(hot, [{ to: custody, index, value }], {
        order: 'change_last',
        mostInputs: 200,
      });
      if (made && key) {
        economy.emit({
          type: 'bridge',
          blockchain: 'bitcoin',
          direction: 'in',
          txid: made.txid,
          vout: 0,
          transfer: ++transfers,
          sats: value,
          time: economy.now(),
          entity: hot.entity.id,
          mint: encodeAddress(key, networks.demo),
          shares: [],
        });
      }
    }
    return random.between(14, 28) * secondsOfDay;
  });
}

/**
 * Starts the theft of an exchange's hot wallet and the route of the funds: peel chains, mixer, CoinJoin, bridge, cash-out.
 */
export function startHack(world: World, mixer: Mixer, crowd: MixingCrowd, bridge: Bridge): void {
  const { economy, exchanges } = world;
  const { random, agenda } = economy;
  agenda.at(world.start + Math.floor((world.length * 11) / 20), function steal() {
    const victim = exchanges.meridian.hot;
    const loot = (victim.balance * 85n) / 100n;
    const flow = economy.startFlow('hack', entities.hacker);
    const first = hideout(world, entities.hacker);
    const taken = economy.pay(victim, [{ to: first, index: economy.fresh(first), value: loot, flow }], {
      mostInputs: 500,
      feeRate: 80n,
    });
    if (!taken) {
      agenda.at(economy.now() + secondsOfDay, steal);
      return;
    }
    economy.emitStory({ story: 'hack', role: 'theft' }, taken);
    economy.emitStory({ story: 'hack', role: 'thief' }, { wallet: first, index: 0 });
    const branches = Array.from({ length: 4 }, () => hideout(world, entities.hacker));
    agenda.at(economy.now() + 3 * 3600, () => {
      const value = (first.balance * 24n) / 100n;
      economy.pay(
        first,
        branches.map((to) => ({ to, index: economy.fresh(to), value })),
      );
      branches.forEach((branch, i) => {
        agenda.at(economy.now() + random.between(1, 9) * secondsOfDay, () => launder(branch, i));
      });
    });
  });

  function launder(branch: Wallet, number: number): void {
    const stash = hideout(world, entities.hacker);
    const toStash = (value: bigint): Out => ({ to: stash, index: economy.fresh(stash), value });
    const toMarket = (value: bigint): Out => {
      const market = exchanges.nonames;
      return { to: market.deposits, index: market.depositIndex(branch.id), value };
    };
    peel(world, branch, {
      slicePerMille: number % 2 === 0 ? 30 : 60,
      hours: [2, 30],
      slice: number === 3 ? toMarket : toStash,
    });
    if (number === 1) crowd.members.push(stash);
    agenda.repeat(economy.now() + 4 * secondsOfDay, () => {
      const value = (stash.balance * 7n) / 10n;
      if (value > btc) {
        if (number === 0) mixer.mix(stash, value, stash);
        else if (number === 2) bridge.deposit(stash, value);
        else if (number !== 1) cashOut(world, stash, value, exchanges.nonames);
      }
      return random.between(2, 7) * secondsOfDay;
    });
  }
}

/** The source of funds of each customer of the reader's organization, in addition to ordinary payments. */
export type CustomerStory = 'clean' | 'sanctioned' | 'structuring' | 'mixer' | 'darknet' | 'gambling';
const customerStories: readonly CustomerStory[] = [
  'clean',
  'clean',
  'sanctioned',
  'structuring',
  'mixer',
  'darknet',
  'gambling',
  'clean',
  'clean',
  'clean',
  'clean',
  'clean',
];

/** Creates customers of the reader's organization, each with its story. */
export function createCustomers(
  world: Pick<World, 'economy' | 'exchanges' | 'habits'>,
): (Person & { story: CustomerStory })[] {
  return customerStories.map((story, i) => {
    const entity = customerEntity(i + 1);
    const wallet = personWallet(world, entity, { client: entity.client, style: 'p2wpkh' });
    world.economy.fresh(wallet);
    return {
      number: 100_000 + i,
      wallet,
      home: world.exchanges.northwind,
      mixes: false,
      reuse: 900,
      story,
    };
  });
}

/**
 * Returns a function that chooses who pays a customer: any person, whose coins may have any history, but for a clean
 * customer a relative whose coins all come from a regulated exchange.
 */
export function createPayers(
  world: Pick<World, 'economy' | 'exchanges' | 'habits' | 'people'>,
  customers: readonly (Person & { story: CustomerStory })[],
): (customer: Person) => Wallet {
  const { economy, exchanges, people } = world;
  const relatives = new Map<Person, Wallet>();
  for (const customer of customers) {
    if (customer.story !== 'clean') continue;
    relatives.set(customer, personWallet(world, personEntity(customer.number), { style: 'p2wpkh' }));
  }
  return (customer) => {
    const relative = relatives.get(customer);
    if (!relative) return economy.random.pick(people).wallet;
    // In small coins, so that few payments separate them from the exchange.
    if (relative.balance < 4n * btc) for (let i = 0; i < 6; i++) exchanges.northwind.withdraw(relative, btc);
    return relative;
  };
}

/** Funds the customers: all from an exchange and from people, some also from the source in their story. */
export function startCustomers(
  world: World,
  customers: readonly (Person & { story: CustomerStory })[],
  sources: { payerOf: (customer: Person) => Wallet; sanctioned: Wallet; mixer: Mixer },
): void {
  const { economy, exchanges, people } = world;
  const { random, agenda } = economy;
  for (const customer of customers) {
    const to = customer.wallet;
    agenda.repeat(economy.now() + random.between(20, 40) * secondsOfDay, () => {
      const value = rounded(random.amount(btc / 100n, btc));
      if (random.chance(500)) exchanges.northwind.withdraw(to, value, 0);
      else {
        const payer = sources.payerOf(customer);
        if (payer.balance > value * 2n) {
          const paid = economy.pay(payer, [{ to, index: 0, value }]);
          if (paid && customer.story === 'clean') {
            economy.emitStory({ story: 'clean_customer', role: 'payment' }, paid);
            economy.emitStory({ story: 'clean_customer', role: 'customer' }, { wallet: to, index: 0 });
            const source = { wallet: exchanges.northwind.hot, index: 0 };
            economy.emitStory({ story: 'clean_customer', role: 'exchange_wallet' }, source);
          }
        }
      }
      if (coinCount(to) > 30) saveUp(world, customer);
      else if (to.balance > 8n * btc) {
        const { deposits } = exchanges.northwind;
        const index = exchanges.northwind.depositIndex(to.id);
        economy.pay(to, [{ to: deposits, index, value: to.balance / 2n }], { changeIndex: 0 });
      }
      return random.between(2, 12) * secondsOfDay;
    });
  }
  const ofStory = (story: CustomerStory): Wallet[] =>
    customers.filter((customer) => customer.story === story).map(({ wallet }) => wallet);
  for (const to of ofStory('sanctioned')) {
    agenda.repeat(world.start + Math.floor((world.length * 7) / 10), () => {
      const paid = economy.pay(sources.sanctioned, [{ to, index: 0, value: rounded(btc + btc / 3n) }]);
      if (paid) {
        economy.emitStory({ story: 'sanctioned', role: 'sanctioned_deposit' }, paid);
        economy.emitStory({ story: 'sanctioned', role: 'customer' }, { wallet: to, index: 0 });
        economy.emitStory({ story: 'sanctioned', role: 'sanctioned_wallet' }, paid.payer);
      }
      return random.between(15, 40) * secondsOfDay;
    });
  }
  for (const to of ofStory('structuring')) structuring(world, to);
  for (const to of ofStory('mixer')) {
    agenda.repeat(world.start + Math.floor(world.length / 2), () => {
      const payer = random.pick(people).wallet;
      if (payer.balance > btc / 5n) sources.mixer.mix(payer, payer.balance / 2n, to);
      return random.between(4, 12) * secondsOfDay;
    });
  }
}

/** Number of live blocks between payments to customers, and number of payments between those from the sanctioned group. */
const visitEvery = 5;
const visitsARound = 4;

/**
 * Creates payments to customers in live mode, so that there is activity to review: one after every fifth block, every
 * fourth of them from the sanctioned group. Depends only on the number and time of the block.
 */
export function createVisits(
  world: World,
  customers: readonly (Person & { story: CustomerStory })[],
  { payerOf, sanctioned }: { payerOf: (customer: Person) => Wallet; sanctioned: Wallet },
): (block: { height: number; time: number }) => void {
  const { economy } = world;
  const { random, agenda } = economy;
  const marked = customers.filter(({ story }) => story === 'sanctioned');
  return ({ height, time }) => {
    if (height % visitEvery !== 0) return;
    const visit = height / visitEvery;
    agenda.at(time + 3, () => {
      if (visit % visitsARound === 0) {
        const to = marked[(visit / visitsARound) % marked.length]?.wallet;
        const value = rounded(random.amount(btc / 10n, btc));
        if (to && sanctioned.balance > value * 2n) economy.pay(sanctioned, [{ to, index: 0, value }]);
        return;
      }
      const customer = customers[visit % customers.length];
      const value = rounded(random.amount(btc / 200n, btc / 2n));
      const payer = customer && payerOf(customer);
      if (payer && payer.balance > value * 2n) economy.pay(payer, [{ to: customer.wallet, index: 0, value }]);
    });
  };
}

/** Makes many payments just below a threshold within days, from one owner's wallets that look unrelated. */
function structuring(world: World, to: Wallet): void {
  const { economy, exchanges } = world;
  const { random, agenda } = economy;
  agenda.repeat(world.start + Math.floor((world.length * 3) / 5), () => {
    for (let i = 0; i < 9; i++) {
      const mule = economy.openWallet({ entity: to.entity });
      const value = (btc * BigInt(random.between(900, 980))) / 10_000n;
      agenda.at(economy.now() + i * 9 * 3600, () => {
        if (!exchanges.kitsune.withdraw(mule, value + 60_000n)) return;
        agenda.at(economy.now() + 20 * 3600, () => {
          const paid = economy.pay(mule, [{ to, index: 0, value }]);
          if (!paid) return;
          economy.emitStory({ story: 'structuring', role: 'structured_deposit' }, paid);
          economy.emitStory({ story: 'structuring', role: 'customer' }, { wallet: to, index: 0 });
        });
      });
    }
    return random.between(30, 50) * secondsOfDay;
  });
}

/** Starts address poisoning: dust from an address with the same first and last characters as one the victim just paid. */
export function startPoisoning(world: World): void {
  const { economy, people, exchanges } = world;
  const { random, agenda } = economy;
  const purse = economy.openWallet({ entity: entities.spammer, style: 'p2wpkh' });
  agenda.repeat(economy.now() + 50 * secondsOfDay, () => {
    if (purse.balance < btc / 100n) exchanges.nonames.withdraw(purse, btc / 10n);
    const victims = random.shuffle(people).slice(0, 12);
    const outs = victims
      .filter(({ wallet }) => wallet.used > 0)
      .flatMap(({ wallet }): Out[] => [
        { to: wallet, index: wallet.used - 1, value: 600n },
        { script: lookAlike(economy.script(wallet, 0), random.next()), value: 600n },
      ]);
    if (outs.length > 0) economy.pay(purse, outs, { kind: 'poisoning', feeRate: 1n });
    return random.between(3, 8) * secondsOfDay;
  });
}

/** Returns a script whose address starts like the given one: the first bytes are equal, the others are generated. */
export function lookAlike(script: Uint8Array, noise: number): Uint8Array {
  const copy = script.slice();
  const [from, to] = script[0] === 0x76 ? [6, 23] : [5, script.length - 2];
  for (let at = from; at < to; at++) copy[at] = Math.imul(noise + at, 2_654_435_761) >>> 24;
  return copy;
}

/** Writes OP_RETURN outputs of ordinary people: timestamps and messages. */
export function dataNote(world: World, person: Person): void {
  const { economy } = world;
  const texts = ['hello from the demo', 'proof 4711', 'invoice paid', 'stamp'];
  const note = new TextEncoder().encode(`${economy.random.pick(texts)} ${economy.height()}`);
  economy.pay(person.wallet, [{ script: Uint8Array.of(0x6a, note.length, ...note), value: 0n }], {
    kind: 'data',
  });
}
