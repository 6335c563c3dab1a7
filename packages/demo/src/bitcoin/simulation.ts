import { type Hashing, nobleHashing } from '@hopscope/chain';
import { startCoinJoins } from '../actors/coinjoin.ts';
import { createCharity, createCommerce, startPayroll } from '../actors/commerce.ts';
import { createExchange } from '../actors/exchange.ts';
import { createGambling } from '../actors/gambling.ts';
import { usualHabits, type WalletHabits } from '../actors/habits.ts';
import { commonHabits, createPeople, startPeople } from '../actors/people.ts';
import { createPool, type Pool, startPool } from '../actors/pools.ts';
import {
  createBridge,
  createCustomers,
  createPayers,
  createVisits,
  dataNote,
  startCustody,
  startCustomers,
  startHack,
  startPoisoning,
} from '../actors/stories.ts';
import {
  createMarket,
  createMixer,
  createScam,
  mixerHabit,
  startRansomware,
  startSanctioned,
} from '../actors/underworld.ts';
import type { World } from '../actors/world.ts';
import { entities } from '../entities.ts';
import type { TruthEvent } from '../truth.ts';
import { type DemoBlock, makeCoinbase, mine } from './block.ts';
import type { MadeTransaction } from './draft.ts';
import { createEconomy, type EconomyState } from './economy.ts';
import { runTag } from '../run-tag.ts';
import { type Coin, credit } from './wallet.ts';

/** Options that determine every byte of the demo. */
export interface DemoOptions {
  /** 0 to 2^32 − 1. */
  seed: number;
  /** Seconds since 1970 of block 0. */
  start: number;
  /** Seconds from block 0 to the end of the history. */
  length: number;
  /** Seconds between blocks of the history. */
  blockInterval: number;
  /** Approximate number of Bitcoin transactions in the history. */
  transactions: number;
  /** Approximate number of Ethereum transactions. */
  ethereumTransactions: number;
  /** Default: those of the demo. Others are for measurements: a chain doesn't tell them. */
  habits?: WalletHabits;
  /** Default: portable hashing; a host passes native functions for speed. */
  hashing?: Hashing;
}

/** The Bitcoin side of the demo: a chain that grows block by block. */
export interface BitcoinSimulation {
  /** Seconds since 1970 of the newest block; undefined before block 0. */
  readonly time: number | undefined;
  readonly height: number;
  /** Runs the actors until `time` (after the newest block) and mines a block with that time. */
  next(time: number): DemoBlock;
  /** Returns a competing block for the newest one: same height, another miner, fewer transactions. */
  rival(): DemoBlock | undefined;
  /** Returns two competing blocks for the two newest ones; the first as returned by `rival` earlier. */
  rivalBranch(): DemoBlock[];
  /**
   * Runs the actors without mining a block, in live mode: `next` then has to follow within two minutes of the newest
   * block, and produces the same block as without this call.
   */
  advance(time: number): void;
  /** Returns unconfirmed transactions. */
  unconfirmed(): readonly UnconfirmedBitcoin[];
}

/** An unconfirmed transaction. */
export interface UnconfirmedBitcoin {
  readonly made: MadeTransaction;
  /** The transaction that it replaced. */
  readonly replaced: Uint8Array | undefined;
}

/** Inputs of a block, for competing blocks. */
interface Last {
  readonly height: number;
  readonly previous: Uint8Array;
  readonly transactions: readonly MadeTransaction[];
  readonly time: number;
  readonly pool: Pool;
}

/** Block intervals up to this length count as live: activity then occurs every few seconds. */
const liveInterval = 120;
const livePace = 3;
const maturity = 100;
const blockWeight = 3_900_000;

/** Creates a simulation before its block 0. Equal options produce equal bytes; `emit` receives events in block order. */
export function simulateBitcoin(
  options: DemoOptions,
  emit: (event: TruthEvent) => void = () => {},
): BitcoinSimulation {
  const hashing = options.hashing ?? nobleHashing;
  const economy = createEconomy({ seed: options.seed, hashing, start: options.start, emit });
  const { pools, setPace, visit } = populate(options, economy);
  const immature: { height: number; coin: Coin }[] = [];
  let height = -1;
  let time: number | undefined;
  let tip: Uint8Array = new Uint8Array(32);
  let last: Last | undefined;
  let before: Last | undefined;
  let livedTo = 0;

  /** Returns all transactions that may be in the block and fit, in order of creation. */
  function choose(): MadeTransaction[] {
    const chosen: MadeTransaction[] = [];
    const left: typeof economy.pending = [];
    let weight = 4_000;
    let full = false;
    for (const entry of economy.pending) {
      full ||= weight + entry.made.weight > blockWeight;
      if (full || entry.from > height) {
        left.push(entry);
        continue;
      }
      weight += entry.made.weight;
      chosen.push(entry.made);
      for (const coin of entry.credits) credit(coin);
    }
    economy.pending.splice(0, economy.pending.length, ...left);
    return chosen;
  }

  function coinbase(at: number, pool: Pool, others: readonly MadeTransaction[]) {
    const index = 0;
    const script = economy.script(pool.wallet, index);
    const extra = Math.imul(at + pool.wallet.id, 2_654_435_761) >>> 0;
    const tag = at === 0 ? runTag(options) : pool.tag;
    const { made, value } = makeCoinbase({ height: at, tag, script, extra }, others, hashing);
    return {
      made,
      coin: { txid: made.txid, vout: 0, value, wallet: pool.wallet, index, shares: undefined } satisfies Coin,
    };
  }

  function rivalOf(of: Last): DemoBlock {
    const other = pools[0] === of.pool ? pools[1] : pools[0];
    // The newest transactions depend only on older ones: a truncated list is still valid.
    const transactions = of.transactions.slice(0, Math.floor((of.transactions.length * 2) / 3));
    const { made } = coinbase(of.height, other, transactions);
    return mine(
      { height: of.height, prevHash: of.previous, time: of.time, transactions: [made, ...transactions] },
      hashing,
    );
  }

  return {
    get time() {
      return time;
    },
    get height() {
      return height;
    },
    next(at) {
      if (time !== undefined && at <= time) throw new RangeError('A block must be later than the one before');
      if (livedTo > 0 && (at < livedTo || at - (time ?? 0) > liveInterval)) {
        throw new RangeError('Actors have lived on as if this block came sooner');
      }
      livedTo = 0;
      economy.setHeight(height);
      const live = time !== undefined && at - time <= liveInterval;
      setPace(live);
      runUntil(economy, at);
      height++;
      while (immature[0] && immature[0].height + maturity < height) {
        const ripe = immature.shift();
        if (ripe) credit(ripe.coin);
      }
      const transactions = choose();
      const pool = economy.random.chance(620) ? pools[0] : pools[1];
      const { made, coin } = coinbase(height, pool, transactions);
      // The coins of block 0 are unspendable, as on every Bitcoin network.
      if (height > 0) immature.push({ height, coin });
      emit({ type: 'transaction', txid: made.txid, kind: 'coinbase', payers: [], change: [] });
      const block = mine({ height, prevHash: tip, time: at, transactions: [made, ...transactions] }, hashing);
      before = last;
      last = { height, previous: tip, transactions, time: at, pool };
      tip = block.hash;
      time = at;
      if (live) visit({ height, time });
      return block;
    },
    rival: () => last && rivalOf(last),
    rivalBranch() {
      if (!before || !last) return [];
      const first = rivalOf(before);
      // Transactions that the first one omitted: they don't depend on the block that both replace.
      const transactions = before.transactions.slice(first.transactions - 1);
      const { made } = coinbase(height, last.pool, transactions);
      const second = mine(
        { height, prevHash: first.hash, time: last.time, transactions: [made, ...transactions] },
        hashing,
      );
      return [first, second];
    },
    advance(at) {
      if (time === undefined || at - time > liveInterval) throw new RangeError('Blocks do not come live');
      if (at <= time || at < livedTo) return;
      livedTo = at;
      economy.setHeight(height);
      setPace(true);
      runUntil(economy, at);
    },
    unconfirmed: () => economy.pending.map(({ made, replaced }) => ({ made, replaced: replaced?.txid })),
  };
}

/** Advances time in the economy: runs each scheduled task at its time. */
function runUntil(economy: EconomyState, time: number): void {
  economy.agenda.runUntil(time, economy.setTime);
  economy.setTime(time);
}

/** Adds all actors to an economy; the pools mine. */
function populate(
  options: DemoOptions,
  economy: EconomyState,
): { pools: readonly [Pool, Pool]; setPace(live: boolean): void; visit: ReturnType<typeof createVisits> } {
  const exchanges = {
    northwind: createExchange(economy, entities.northwind, {
      deposits: 'p2wpkh',
      hot: 'p2wpkh',
      cold: 'p2wsh_multisig',
    }),
    meridian: createExchange(economy, entities.meridian, {
      deposits: 'p2sh_p2wpkh',
      hot: 'p2wpkh',
      cold: 'p2sh_multisig',
    }),
    kitsune: createExchange(economy, entities.kitsune, { deposits: 'p2pkh', hot: 'p2pkh', cold: 'p2tr' }),
    nonames: createExchange(economy, entities.nonames, { deposits: 'p2wpkh', hot: 'p2tr', cold: 'p2wpkh' }),
  };
  const hours = options.length / 3600;
  const perHour = options.transactions / hours;
  const count = Math.min(20_000, Math.max(60, Math.round(perHour * 45)));
  const base = { economy, exchanges, habits: options.habits ?? usualHabits };
  const historyPace = Math.max(1, Math.floor(2_800 / perHour));
  let pace = historyPace;
  const people = createPeople(base, count, Object.values(exchanges));
  const customers = createCustomers(base);
  const world: World = {
    ...base,
    people,
    customers,
    pace: () => pace,
    historyPace,
    length: options.length,
    start: options.start,
    topUp(person, value) {
      person.home.withdraw(person.wallet, value);
    },
  };
  const pools = [
    createPool(world, { entity: entities.granite, tag: entities.granite.coinbaseTag, style: 'p2pkh' }),
    createPool(world, { entity: entities.fjord, tag: entities.fjord.coinbaseTag, style: 'p2pk' }),
  ] as const;
  pools.forEach((pool, i) =>
    startPool(world, pool, people.filter(({ number }) => number % 24 === i).slice(0, 40)),
  );
  const mixer = createMixer(world);
  const crowd = startCoinJoins(world);
  const sanctioned = startSanctioned(world);
  const habits = [
    ...commonHabits(world),
    ...createCommerce(world),
    createCharity(world),
    createGambling(world),
    mixerHabit(world, mixer),
    createMarket(world, mixer),
    createScam(world),
    { weight: 9, act: (person: World['people'][number]) => dataNote(world, person) },
  ];
  const days = startPeople(world, habits);
  startPayroll(world);
  const bridge = createBridge(world, { seed: options.seed, hashing: options.hashing ?? nobleHashing });
  startCustody(world, options.hashing ?? nobleHashing);
  startRansomware(world, mixer, crowd, bridge);
  startHack(world, mixer, crowd, bridge);
  const payerOf = createPayers(world, customers);
  startCustomers(world, customers, { payerOf, sanctioned, mixer });
  startPoisoning(world);
  return {
    pools,
    visit: createVisits(world, customers, { payerOf, sanctioned }),
    setPace(live) {
      const before = pace;
      pace = live ? Math.min(livePace, historyPace) : historyPace;
      if (pace < before) days.wake();
    },
  };
}
