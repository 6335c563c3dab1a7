import { addressKeyOfScript, decodeBlock, networks, toHex } from '@hopscope/chain';
import type { SourceStatus } from '@hopscope/contract';
import { simulateBitcoin } from '@hopscope/demo';
import { expect, test } from 'vitest';
import type { SqlDatabase } from '../src/db/session.ts';
import { withSession } from '../src/db/session.ts';
import { auditBitcoin } from '../src/ledger/bitcoin/audit.ts';
import { type BitcoinLedger, createBitcoinLedger } from '../src/ledger/bitcoin/ledger.ts';
import { nativeHashing as hashing } from '../src/ledger/native-hashing.ts';
import { createDemoSource } from '../src/sources/demo/demo-source.ts';
import { createChain } from './support/chain-builder.ts';
import { describeOnBothEngines } from './support/databases.ts';

/** 528 blocks of history: the second live one is block 529, in whose place a rival comes first. */
const settings = { seed: 3, days: 22, transactions: 2_200, blockSeconds: 1 };

function open(db: SqlDatabase, more: Partial<typeof settings> & { now?: () => number } = {}) {
  const { now = Date.now, ...changed } = more;
  const real = createBitcoinLedger({ db, hashing });
  const reorganised: number[] = [];
  const ledger: BitcoinLedger = {
    ...real,
    async reorganise(network, depth, blocks) {
      await real.reorganise(network, depth, blocks);
      reorganised.push(...blocks.map(({ height }) => height));
    },
  };
  const failures: unknown[] = [];
  const source = createDemoSource({
    ledger,
    hashing,
    settings: { ...settings, ...changed },
    now,
    onFailure: (error) => void failures.push(error),
  });
  return { ledger, source, failures, reorganised };
}

async function until(
  { source, failures }: Opened,
  done: (status: SourceStatus) => boolean,
): Promise<SourceStatus> {
  const deadline = Date.now() + 45_000;
  for (;;) {
    const status = source.status();
    if (done(status)) return status;
    if (status.phase === 'failed' || Date.now() > deadline)
      throw new Error(JSON.stringify(status), { cause: failures[0] });
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function tipOf(ledger: BitcoinLedger): Promise<{ height: number; hash: string }> {
  const height = (await ledger.ranges()).at(-1)?.to ?? -1;
  const header = (await ledger.headers([height])).get(height) ?? new Uint8Array(80);
  return { height, hash: toHex(header) };
}

async function balances(db: SqlDatabase): Promise<Map<string, bigint>> {
  return withSession(db, async (session) => {
    const { rows } = await session.query<{ key: Uint8Array; received: bigint; spent: bigint }>(
      'select key, received, spent from btc_account where received <> spent',
    );
    return new Map(rows.map((row) => [toHex(row.key), row.received - row.spent]));
  });
}

type Opened = ReturnType<typeof open>;

/** What each address has, by the blocks themselves. */
function balancesOf(blocks: readonly Uint8Array[]): Map<string, bigint> {
  const outputs = new Map<string, { key: string; value: bigint }>();
  for (const bytes of blocks) {
    for (const tx of decodeBlock(bytes, { hashing }).transactions) {
      for (const { prevTxid, prevVout } of tx.inputs) outputs.delete(`${toHex(prevTxid)}:${prevVout}`);
      tx.outputs.forEach(({ value, script }, vout) => {
        const key = addressKeyOfScript(script, hashing);
        if (key) outputs.set(`${toHex(tx.txid)}:${vout}`, { key: toHex(key), value });
      });
    }
  }
  const sums = new Map<string, bigint>();
  for (const { key, value } of outputs.values()) sums.set(key, (sums.get(key) ?? 0n) + value);
  return sums;
}

describeOnBothEngines('The demo source', (databases) => {
  test('loads its history up to now, then follows with blocks and a reorganisation; the audit passes', async () => {
    const db = await databases.empty();
    const opened = open(db);
    const { ledger, source, failures } = opened;
    source.start();
    await until(opened, (status) => status.phase === 'following' && status.height >= 530);
    const run = await ledger.genesis();
    const start = run ? new DataView(run.header.buffer, run.header.byteOffset).getUint32(68, true) : 0;
    expect(Math.abs(start + settings.days * 86_400 - Date.now() / 1000)).toBeLessThan(120);
    await source.stop();
    expect(failures).toEqual([]);
    const audited = await auditBitcoin(db);
    expect(audited).toMatchObject({ ok: true, report: { network: 'demo', complete: true } });
    expect(opened.reorganised.slice(0, 2)).toEqual([529, 530]);
  });

  test('a stop in mid-history and a rival at the top are gone on from, to the same blocks', async () => {
    const db = await databases.empty();
    const first = open(db);
    first.source.start();
    await until(first, (status) => status.phase === 'loading' && status.height > 100);
    await first.source.stop();
    const { height } = await tipOf(first.ledger);
    expect(height).toBeLessThan(527);

    const second = open(db, { seed: 99, transactions: 5, blockSeconds: 60 });
    second.source.start();
    await until(second, (status) => status.phase === 'following');
    await second.source.stop();

    // The same chain, made again from what block 0 says and from the times of the blocks.
    const genesis = await second.ledger.genesis();
    if (!genesis) throw new Error('no block 0');
    const tip = await tipOf(second.ledger);
    const heights = Array.from({ length: tip.height + 1 }, (_, i) => i);
    const headers = await second.ledger.headers(heights);
    const times = heights.map((at) => {
      const header = headers.get(at) ?? new Uint8Array(80);
      return new DataView(header.buffer, header.byteOffset).getUint32(68, true);
    });
    const simulation = simulateBitcoin({
      seed: settings.seed,
      start: times[0] ?? 0,
      length: settings.days * 86_400,
      blockInterval: 3600,
      transactions: settings.transactions,
      hashing,
    });
    const blocks = times.map((time) => simulation.next(time).bytes);
    expect(toHex(blocks.at(-1)?.slice(0, 80) ?? new Uint8Array(0))).toBe(tip.hash);
    expect(await balances(db)).toEqual(balancesOf(blocks));

    // Killed while another miner's block stood in the place of the newest.
    const rival = simulation.rival();
    if (!rival) throw new Error('no rival');
    await second.ledger.reorganise('demo', 1, [
      { height: tip.height, block: decodeBlock(rival.bytes, { hashing }) },
    ]);
    const third = open(db, { blockSeconds: 60 });
    third.source.start();
    await until(third, (status) => status.phase === 'following');
    await third.source.stop();
    expect(await third.ledger.headers([tip.height])).toEqual(
      new Map([[tip.height, headers.get(tip.height)]]),
    );
    expect((await auditBitcoin(db)).ok).toBe(true);
  });

  test('a ledger of other demo blocks stays as it is, and the reason is told', async () => {
    const db = await databases.empty();
    const opened = open(db);
    const { ledger, source, failures } = opened;
    const chain = createChain({ seed: 5 });
    chain.extend(3);
    await ledger.append('demo', chain.blocks);
    source.start();
    await until(opened, (status) => {
      if (status.phase !== 'failed') return false;
      expect(status.reason).toBe('This ledger holds blocks of a demo network that Hopscope did not make.');
      return true;
    });
    expect(failures).toHaveLength(1);
    expect((await tipOf(ledger)).height).toBe(3);
    expect(networks.demo.name).toBe(await ledger.network());
  });

  test('a ledger of real blocks is left alone, and the reason is told', async () => {
    const opened = open(await databases.empty());
    const chain = createChain({ seed: 5, network: 'mainnet' });
    await opened.ledger.append('mainnet', chain.blocks);
    opened.source.start();
    await until(opened, (status) => {
      if (status.phase !== 'failed') return false;
      expect(status.reason).toMatch(/^This ledger holds mainnet blocks; .* \(another DATA_DIR\)\.$/);
      return true;
    });
    expect(await opened.ledger.network()).toBe('mainnet');
  });

  test('a clock that stands still or goes back makes no block', async () => {
    const db = await databases.empty();
    let clock = Date.now();
    const opened = open(db, { days: 1, transactions: 40, now: () => clock });
    const { ledger, source } = opened;
    source.start();
    // The hour after the last block of the history is over: one block comes at once.
    const status = await until(
      opened,
      ({ phase, ...more }) => phase === 'following' && 'height' in more && more.height === 24,
    );
    clock -= 3_600_000;
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(source.status()).toEqual(status);
    expect((await tipOf(ledger)).height).toBe(status.phase === 'following' ? status.height : -1);
    await source.stop();
  });
});
