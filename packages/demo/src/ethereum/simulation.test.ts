import {
  conversionsOf,
  createdAddress,
  decodeCallTraces,
  encodeEthereumTransaction,
  equalBytes,
  internalTransfers,
  isFakeToken,
  mixerNoteOf,
  movementsOfBlock,
  movementsOfTransaction,
  tipsOf,
  toHex,
  demoChainId,
  unusualGasPrice,
} from '@hopscope/chain';
import { parseTransaction, recoverTransactionAddress, type Hex, keccak256 } from 'viem';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseRunTag } from '../run-tag.ts';
import { simulateDemo } from '../simulation.ts';
import type { EthereumTransactionKind } from '../truth.ts';
import { nextBaseFee } from './fee-market.ts';
import { day, type Made, make, options, start, verified } from './simulation.fixture.ts';

const tipOf = ({ blocks }: Made): string => toHex(blocks.at(-1)?.block.hash ?? new Uint8Array(0));

/**
 * Returns balances after all movements of the blocks, by the rule of the ledger; no balance may be negative at any time.
 */
function replay({ simulation, blocks }: Made): { sums: Map<string, bigint>; kinds: Set<string> } {
  const sums = new Map<string, bigint>();
  for (const [address, wei] of simulation.ethereum.openings) sums.set(`${address}:`, wei);
  const kinds = new Set<string>();
  const add = (address: Uint8Array | null, token: Uint8Array | null, amount: bigint): void => {
    if (!address || amount === 0n) return;
    const key = `${toHex(address)}:${token ? toHex(token) : ''}`;
    const sum = (sums.get(key) ?? 0n) + amount;
    if (sum < 0n) throw new Error(`${key} spends what it does not have`);
    if (sum === 0n) sums.delete(key);
    else sums.set(key, sum);
  };
  for (const { block, receipts, raw } of blocks) {
    const { header } = block;
    const internal = internalTransfers(decodeCallTraces(raw.answers.traces), header);
    const movements = block.transactions.flatMap((tx, i) => {
      const receipt = receipts[i];
      if (!receipt) throw new Error('no receipt');
      const own = internal.filter(({ transactionIndex }) => transactionIndex === i);
      const failed = receipt.success === false;
      return movementsOfTransaction({ tx, receipt, header, failed, internal: own, isFake: () => false });
    });
    const ofBlock = movementsOfBlock({
      header,
      rewards: [],
      tips: tipsOf(receipts, header),
      withdrawals: block.withdrawals,
    });
    for (const { kind, from, to, token, amount } of [...movements, ...ofBlock]) {
      kinds.add(kind);
      add(from, token, -amount);
      add(to, token, amount);
    }
  }
  return { sums, kinds };
}

describe('The Ethereum side of the demo', () => {
  let made: Made;
  beforeAll(() => {
    made = make(options);
  });

  test('nobody spends what is not there, and the simulation counts as its blocks do', () => {
    const { sums, kinds } = replay(made);
    const reported = new Map<string, bigint>();
    for (const { address, wei, tokens } of made.simulation.ethereum.balances()) {
      if (wei > 0n) reported.set(`${toHex(address)}:`, wei);
      for (const [contract, amount] of tokens) reported.set(`${toHex(address)}:${contract}`, amount);
    }
    expect(sums).toEqual(reported);
    expect(kinds).toEqual(new Set(['fee', 'transfer', 'internal', 'token', 'withdrawal']));
  });

  test('headers follow each other; the base fee is that of EIP-1559; block 0 says how it was made', () => {
    const [genesis] = made.blocks;
    const tag = new TextDecoder().decode(genesis?.block.header.extraData);
    expect(parseRunTag(tag)).toEqual({
      seed: 7,
      length: 90 * day,
      blockInterval: 3600,
      transactions: 2_000,
      ethereumTransactions: 9_000,
    });
    for (const [i, { block }] of made.blocks.entries()) {
      const parent = made.blocks[i - 1]?.block;
      expect(block.header.number).toBe(i);
      if (!parent) continue;
      expect(equalBytes(block.header.parentHash, parent.hash)).toBe(true);
      const { gasUsed, gasLimit, baseFee } = parent.header;
      expect(block.header.baseFee).toBe(nextBaseFee({ gasUsed, gasLimit, baseFee: baseFee ?? 0n }));
      expect(block.header.gasUsed).toBeLessThanOrEqual(block.header.gasLimit);
    }
  });

  test('an independent library reads every transaction, hashes it alike and finds its sender by the signature', async () => {
    const seen = new Set<number>();
    let count = 0;
    for (const { block } of made.blocks) {
      for (const tx of block.transactions) {
        const raw: Hex = `0x${toHex(encodeEthereumTransaction(tx))}`;
        expect(keccak256(raw)).toBe(`0x${toHex(tx.hash)}`);
        // Recovering senders is slow: checks all of the rare types, and every thirtieth of the others.
        if (tx.type < 3 && count++ % 30 > 0) continue;
        seen.add(tx.type);
        const parsed = parseTransaction(raw);
        expect(parsed.chainId).toBe(Number(demoChainId));
        expect(parsed.nonce ?? 0).toBe(Number(tx.nonce));
        expect(parsed.value ?? 0n).toBe(tx.value);
        // oxlint-disable-next-line no-await-in-loop
        const sender = await recoverTransactionAddress({
          serializedTransaction: raw as Parameters<
            typeof recoverTransactionAddress
          >[0]['serializedTransaction'],
        });
        expect(sender.toLowerCase()).toBe(`0x${toHex(tx.from)}`);
      }
    }
    expect(seen).toEqual(new Set([0, 1, 2, 3, 4]));
  });

  test('nonces of every sender count up without gaps, failed transactions included', () => {
    const next = new Map<string, bigint>();
    let failed = 0;
    for (const { block, receipts } of made.blocks) {
      for (const [i, tx] of block.transactions.entries()) {
        const from = toHex(tx.from);
        expect(tx.nonce).toBe(next.get(from) ?? 0n);
        next.set(from, tx.nonce + 1n);
        if (receipts[i]?.success === false) failed++;
        if (tx.to === null) expect(receipts[i]?.contractAddress).toEqual(createdAddress(tx.from, tx.nonce));
      }
    }
    expect(failed).toBeGreaterThan(50);
  });

  test('has every kind of transaction, spam by both rules, a contract that ended itself', () => {
    const kinds = new Set(
      made.events.flatMap((event) => (event.type === 'ethereum_transaction' ? [event.kind] : [])),
    );
    const wanted: EthereumTransactionKind[] = [
      'payment',
      'payout',
      'batch_payout',
      'sweep',
      'gas_supply',
      'swap',
      'lending',
      'user_operation',
      'settlement',
      'approval',
      'liquidity',
      'mint',
      'collectible',
      'bet',
      'deployment',
      'mixer_deposit',
      'mixer_withdrawal',
      'bridge_payout',
      'peel',
      'spam',
      'data',
    ];
    expect(wanted.filter((kind) => !kinds.has(kind))).toEqual([]);
    const tokens = made.events.flatMap((event) => (event.type === 'ethereum_token' ? [event] : []));
    const fake = tokens.filter((token) => isFakeToken(token.address, token, demoChainId));
    expect(fake.map(({ symbol }) => symbol)).toEqual(['USD\u0421', 'PRIZE']);
    const text = JSON.stringify(made.blocks.map(({ raw }) => raw.answers.traces));
    expect(text).toContain('"SELFDESTRUCT"');
  });

  test('the truth names the owner of every sender, and the kind of every transaction', () => {
    const owners = new Set<string>();
    const reported = new Set<string>();
    for (const event of made.events) {
      if (event.type === 'ethereum_account') owners.add(toHex(event.address));
      if (event.type === 'ethereum_transaction') reported.add(toHex(event.hash));
    }
    for (const { block } of made.blocks) {
      for (const { from, hash } of block.transactions) {
        expect(owners.has(toHex(from))).toBe(true);
        expect(reported.delete(toHex(hash))).toBe(true);
      }
    }
    expect(reported.size).toBe(0);
  });

  test('what accounts converted is found to the smallest unit, and of the rest, only liquidity and sales of collectibles', () => {
    const name = (
      account: Uint8Array,
      ...sides: readonly { token: Uint8Array | null; amount: bigint }[]
    ): string =>
      [toHex(account), ...sides.map(({ token, amount }) => `${token ? toHex(token) : ''} ${amount}`)].join(
        ' ',
      );
    const truth = new Map<string, string[]>();
    for (const event of made.events) {
      if (event.type !== 'ethereum_conversion') continue;
      const hash = toHex(event.hash);
      truth.set(hash, [...(truth.get(hash) ?? []), name(event.account, event.gave, event.got)]);
    }
    const kinds = new Map(
      made.events.flatMap((event) =>
        event.type === 'ethereum_transaction' ? [[toHex(event.hash), event.kind] as const] : [],
      ),
    );
    const counts = new Map<string, number>();
    for (const { block, receipts, raw } of made.blocks) {
      const internal = internalTransfers(decodeCallTraces(raw.answers.traces), block.header);
      for (const [i, tx] of block.transactions.entries()) {
        const receipt = receipts[i];
        if (!receipt) throw new Error('no receipt');
        const own = internal.filter(({ transactionIndex }) => transactionIndex === i);
        const failed = receipt.success === false;
        const facts = { tx, receipt, header: block.header, failed, internal: own, isFake: () => false };
        const found = conversionsOf({
          signer: tx.from,
          called: tx.to && tx.input.length > 0 ? tx.to : null,
          movements: movementsOfTransaction(facts),
          logs: receipt.logs,
        });
        const kind = kinds.get(toHex(tx.hash)) ?? '';
        const converted = truth.get(toHex(tx.hash));
        if (converted) {
          const names = found.map(({ gave: [gave], received: [received] }) => {
            const [given, got] = [gave?.parts[0], received?.parts[0]];
            if (!gave || !received || !given || !got) throw new Error('A conversion without its sides');
            expect(toHex(received.account)).toBe(toHex(gave.account));
            return name(gave.account, given, got);
          });
          expect(names.toSorted()).toEqual(converted.toSorted());
          expect(found.every(({ basis }) => basis === 'exact')).toBe(true);
        } else if (!failed && kind === 'liquidity') {
          expect(found.map(({ basis }) => basis)).toEqual(['exact']);
          expect(found[0]?.gave.map(({ account }) => toHex(account))).toEqual([toHex(tx.from)]);
          expect(found[0]?.gave[0]?.parts).toHaveLength(2);
        }
        if (found.length > 0) counts.set(kind, (counts.get(kind) ?? 0) + 1);
      }
    }
    const known = ['collectible', 'lending', 'liquidity', 'settlement', 'swap', 'user_operation'];
    expect([...counts.keys()].sort()).toEqual(known);
    expect(counts.get('swap')).toBeGreaterThan(100);
  });

  test('what goes over the bridge comes out with the same number and value, and stays illicit', () => {
    const legs = made.events.flatMap((event) => (event.type === 'bridge' ? [event] : []));
    const out = legs.flatMap((leg) => (leg.blockchain === 'ethereum' ? [leg] : []));
    expect(out.length).toBeGreaterThan(0);
    for (const leg of out) {
      const into = legs.find((one) => one.direction === 'in' && one.transfer === leg.transfer);
      expect(into?.sats).toBe(leg.sats);
      if (leg.token) continue;
      expect(leg.wei).toBe(leg.sats * 200_000_000_000n);
      const flows = into?.blockchain === 'bitcoin' ? into.shares.map(([flow]) => flow) : [];
      const shares = made.events.find(
        (event) => event.type === 'ethereum_shares' && equalBytes(event.hash, leg.hash),
      );
      expect(shares?.type === 'ethereum_shares' && shares.shares.map(([flow]) => flow)).toEqual(flows);
    }
  });

  test('every note of the mixer is taken out once at most, of the size that went in', () => {
    const deposits = new Map<number, bigint>();
    let taken = 0;
    for (const event of made.events) {
      if (event.type !== 'ethereum_mixer') continue;
      if (event.leg === 'deposit') deposits.set(event.note, event.wei);
      else {
        expect(deposits.get(event.note)).toBe(event.wei);
        deposits.delete(event.note);
        taken++;
      }
    }
    expect(taken).toBeGreaterThan(100);
  });

  test('some withdraw without a relayer at the unusual price of their deposit, others at one that strangers share', () => {
    const priceOf = new Map(
      made.blocks.flatMap(({ block }) =>
        block.transactions.map((tx) => [toHex(tx.hash), toHex(unusualGasPrice(tx) ?? new Uint8Array(0))]),
      ),
    );
    const legs = made.events.flatMap((event) => (event.type === 'ethereum_mixer' ? [event] : []));
    const deposits = legs.filter(({ leg }) => leg === 'deposit');
    const own = made.blocks.flatMap(({ block, receipts }) =>
      receipts.flatMap(({ logs }, i) =>
        logs.flatMap((log) => {
          const note = mixerNoteOf(log, demoChainId);
          return note?.leg === 'withdrawal' && !note.relayer
            ? [toHex(block.transactions[i]?.hash ?? note.pool)]
            : [];
        }),
      ),
    );
    const found = { right: 0, wrong: 0 };
    for (const hash of own) {
      const taken = legs.find((leg) => toHex(leg.hash) === hash);
      const price = priceOf.get(hash);
      expect(price).not.toBe('');
      for (const given of deposits.filter((leg) => priceOf.get(toHex(leg.hash)) === price))
        found[given.note === taken?.note ? 'right' : 'wrong']++;
    }
    expect(own.length).toBeGreaterThan(20);
    expect(found.right).toBeGreaterThan(5);
    expect(found.wrong).toBeGreaterThan(0);
  });

  test('shares of illicit money never exceed the amount that carries them', () => {
    let seen = 0;
    for (const event of made.events) {
      if (event.type !== 'ethereum_shares') continue;
      seen++;
      expect(event.shares.reduce((sum, [, part]) => sum + part, 0n)).toBeLessThanOrEqual(event.amount);
    }
    expect(seen).toBeGreaterThan(500);
  });
});

test('same options and times give the same bytes, whoever goes first; another seed gives others', () => {
  const short = { ...options, length: 20 * day, transactions: 600, ethereumTransactions: 2_500 };
  const tip = tipOf(make(short));
  expect(tip).toBe(tipOf(make(short)));
  expect(tip).not.toBe(tipOf(make({ ...short, seed: 8 })));
  // The Bitcoin side is a day ahead.
  const { bitcoin, ethereum } = simulateDemo(short);
  let hash = new Uint8Array(0);
  for (let at = -day; at <= short.length; at += 3600) {
    if (at + day <= short.length) bitcoin.next(start + at + day);
    if (at >= 0) hash = Uint8Array.from(ethereum.next(start + at).hash);
  }
  expect(toHex(hash)).toBe(tip);
});

test('blocks close together are the same whether or not actors were asked to live on in between', () => {
  const run = (livesOn: boolean): string[] => {
    const { bitcoin, ethereum } = simulateDemo({ ...options, length: 20 * day });
    for (let at = 0; at <= 20 * day; at += 3600) {
      bitcoin.next(start + at);
      ethereum.next(start + at);
    }
    let tips: Uint8Array[] = [];
    let waited = 0;
    for (let at = 20 * day + 20; at < 20 * day + 3000; at += 20) {
      for (const pause of livesOn ? [17, 11, 5] : []) {
        bitcoin.advance(start + at - pause);
        ethereum.advance(start + at - pause);
        waited += bitcoin.unconfirmed().length * ethereum.unconfirmed().length;
      }
      tips = [bitcoin.next(start + at).hash, ethereum.next(start + at).hash];
    }
    expect(waited > 0).toBe(livesOn);
    expect(() => ethereum.advance(start + 30 * day)).toThrow(RangeError);
    return tips.map(toHex);
  };
  expect(run(true)).toEqual(run(false));
});

test('rivals of the newest block and of the two newest are valid beside them', () => {
  const { bitcoin, ethereum } = simulateDemo({ ...options, length: 20 * day });
  let compared = 0;
  const hashes: Uint8Array[] = [];
  for (let at = 0; at <= 12 * day; at += 3600) {
    bitcoin.next(start + at);
    const before = ethereum.rival();
    hashes.push(ethereum.next(start + at).hash);
    const [first, second] = ethereum.rivalBranch();
    if (!first || !second || !before) continue;
    expect(toHex(first.hash)).toBe(toHex(before.hash));
    const [a, b] = [verified(first).block, verified(second).block];
    expect(toHex(b.header.parentHash)).toBe(toHex(a.hash));
    expect(toHex(a.header.parentHash)).toBe(toHex(hashes.at(-3) ?? new Uint8Array(0)));
    expect(hashes.slice(-2).some((hash) => equalBytes(hash, a.hash) || equalBytes(hash, b.hash))).toBe(false);
    expect([a.header.number, b.header.number]).toEqual([ethereum.number - 1, ethereum.number]);
    compared += b.transactions.length;
  }
  expect(compared).toBeGreaterThan(100);
});
