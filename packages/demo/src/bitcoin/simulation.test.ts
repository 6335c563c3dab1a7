import {
  addressKeyOfScript,
  decodeBlock,
  networks,
  nobleHashing,
  subsidyAt,
  toHex,
  type Transaction,
  verifyBlock,
} from '@hopscope/chain';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TransactionKind, TruthEvent } from '../truth.ts';
import type { DemoBlock } from './block.ts';
import { type DemoOptions, simulateBitcoin } from './simulation.ts';

const start = 1_735_689_600;
const options: DemoOptions = {
  seed: 7,
  start,
  length: 120 * 86_400,
  blockInterval: 3600,
  transactions: 12_000,
  ethereumTransactions: 0,
};

function run(given: DemoOptions, until = given.length): { blocks: DemoBlock[]; events: TruthEvent[] } {
  const events: TruthEvent[] = [];
  const simulation = simulateBitcoin(given, (event) => void events.push(event));
  const blocks: DemoBlock[] = [];
  for (let at = 0; at <= until; at += given.blockInterval) blocks.push(simulation.next(given.start + at));
  return { blocks, events };
}

/** State of a validating node: unspent outputs, and credits by owner. */
interface Replay {
  issued: bigint;
  unspent: Map<string, { value: bigint; key: string | undefined; height: number; coinbase: boolean }>;
  transactions: Map<string, Transaction>;
  types: Set<string>;
}

function replay(blocks: readonly DemoBlock[]): Replay {
  const state: Replay = { issued: 0n, unspent: new Map(), transactions: new Map(), types: new Set() };
  let tip = '00'.repeat(32);
  for (const { height, bytes, hash } of blocks) {
    const block = decodeBlock(bytes);
    verifyBlock(block, networks.demo);
    expect(toHex(block.header.prevHash)).toBe(tip);
    expect(toHex(block.hash)).toBe(toHex(hash));
    tip = toHex(hash);
    let fees = 0n;
    block.transactions.forEach((tx, i) => {
      const txid = toHex(tx.txid);
      state.transactions.set(txid, tx);
      let paidIn = 0n;
      if (i > 0) {
        for (const { prevTxid, prevVout } of tx.inputs) {
          const name = `${toHex(prevTxid)}:${prevVout}`;
          const spent = state.unspent.get(name);
          if (!spent) throw new Error(`${txid} spends ${name}, which is not there`);
          if (spent.height === 0) throw new Error('the coins of block 0 cannot be spent');
          if (spent.coinbase && height - spent.height < 100) throw new Error(`${name} is not ripe`);
          paidIn += spent.value;
          state.unspent.delete(name);
        }
      }
      let paidOut = 0n;
      tx.outputs.forEach(({ value, script }, vout) => {
        paidOut += value;
        const key = addressKeyOfScript(script);
        if (script[0] === 0x6a) return;
        state.unspent.set(`${txid}:${vout}`, {
          value,
          key: key && toHex(key),
          height,
          coinbase: i === 0,
        });
      });
      if (i > 0) fees += paidIn - paidOut;
    });
    const claimed = block.transactions[0]?.outputs.reduce((sum, { value }) => sum + value, 0n) ?? 0n;
    expect(claimed).toBe(subsidyAt(height, networks.demo) + fees);
    state.issued += subsidyAt(height, networks.demo);
  }
  return state;
}

describe('The Bitcoin side of the demo', () => {
  let made: ReturnType<typeof run>;
  let chain: Replay;
  beforeAll(() => {
    made = run(options);
    chain = replay(made.blocks);
  });

  test('every block passes the rules of a block, spends what is there and ripe, and claims what it may', () => {
    expect(made.blocks).toHaveLength(2881);
    const total = [...chain.unspent.values()].reduce((sum, { value }) => sum + value, 0n);
    expect(total).toBe(chain.issued);
    expect(chain.transactions.size).toBeGreaterThan(10_000);
  });

  test('has every kind of transaction that detectors look for', () => {
    const kinds = new Set(made.events.flatMap((event) => (event.type === 'transaction' ? [event.kind] : [])));
    const wanted: TransactionKind[] = [
      'coinbase',
      'payment',
      'batch_payout',
      'consolidation',
      'coinjoin_equal_output',
      'coinjoin_pool',
      'coinjoin_maker_taker',
      'payjoin',
      'peel',
      'poisoning',
      'data',
    ];
    expect(wanted.filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  test('the truth names the owner of every address that has coins, but for the look-alikes', () => {
    const owners = new Map<string, string>();
    const own = new Set<string>();
    for (const event of made.events) {
      if (event.type !== 'address') continue;
      const key = toHex(event.key);
      expect(owners.get(key) ?? event.entity).toBe(event.entity);
      owners.set(key, event.entity);
      if (event.client) own.add(event.client);
    }
    const strangers = [...chain.unspent.values()].filter(({ key }) => key !== undefined && !owners.has(key));
    expect(strangers.every(({ value }) => value === 600n)).toBe(true);
    expect(own.size).toBe(12);
  });

  test('change goes back to who paid; CoinJoin outputs are equal as their style says', () => {
    const walletOf = new Map<string, number>();
    for (const event of made.events)
      if (event.type === 'address') walletOf.set(toHex(event.key), event.wallet);
    for (const event of made.events) {
      if (event.type !== 'transaction' || event.kind === 'coinbase') continue;
      const tx = chain.transactions.get(toHex(event.txid));
      if (!tx) continue;
      for (const vout of event.change) {
        const key = addressKeyOfScript(tx.outputs[vout]?.script ?? new Uint8Array(0));
        const owner = walletOf.get(key ? toHex(key) : '');
        const premixed = event.kind === 'coinjoin_pool' || event.kind === 'payment';
        expect(premixed || event.payers.includes(owner ?? -1)).toBe(true);
      }
      if (event.kind === 'coinjoin_pool') {
        expect([tx.inputs.length, new Set(tx.outputs.map(({ value }) => value)).size]).toEqual([5, 1]);
      }
    }
  });

  test('shares of illicit money never exceed the output that carries them', () => {
    let seen = 0;
    for (const event of made.events) {
      if (event.type !== 'shares') continue;
      const value = chain.transactions.get(toHex(event.txid))?.outputs[event.vout]?.value;
      if (value === undefined) continue;
      seen++;
      expect(event.shares.reduce((sum, [, sats]) => sum + sats, 0n)).toBeLessThanOrEqual(value);
    }
    expect(seen).toBeGreaterThan(1000);
  });
});

test('the same options give the same bytes; another seed gives others', () => {
  const short = { ...options, length: 12 * 86_400 };
  const tipOf = (given: DemoOptions): string => toHex(run(given).blocks.at(-1)?.hash ?? new Uint8Array(0));
  expect(tipOf(short)).toBe(tipOf({ ...short, hashing: nobleHashing }));
  expect(tipOf({ ...short, seed: 8 })).not.toBe(tipOf(short));
});

test('a rival of the newest block is valid beside it', () => {
  const simulation = simulateBitcoin({ ...options, length: 30 * 86_400 });
  for (let at = 0; at <= 12 * 86_400; at += 3600) simulation.next(start + at);
  const previous = simulation.height;
  const block = simulation.next(start + 13 * 86_400);
  const rival = simulation.rival();
  if (!rival) throw new Error('there is no rival');
  const [a, b] = [decodeBlock(block.bytes), decodeBlock(rival.bytes)];
  verifyBlock(b, networks.demo);
  expect(toHex(b.header.prevHash)).toBe(toHex(a.header.prevHash));
  expect(toHex(b.hash)).not.toBe(toHex(a.hash));
  expect([block.height, rival.height]).toEqual([previous + 1, previous + 1]);
  const txids = new Set(a.transactions.map(({ txid }) => toHex(txid)));
  expect(b.transactions.slice(1).every(({ txid }) => txids.has(toHex(txid)))).toBe(true);
});
