import {
  addressKeyOfScript,
  decodeBlock,
  decodeCallTraces,
  decodeEthereumBlock,
  decodeReceipts,
  networks,
  toHex,
  demoChainId,
} from '@hopscope/chain';
import { type BlockAnswers, type DemoSimulation, simulateDemo } from '@hopscope/demo';
import { expect, onTestFinished, test } from 'vitest';
import { until as eventually } from '../../../../test/until.ts';
import type { SqlDatabase } from '../../src/db/session.ts';
import { withSession } from '../../src/db/session.ts';
import { auditBitcoin } from '../../src/ledger/bitcoin/audit/audit.ts';
import { type BitcoinLedger, createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { auditEthereum } from '../../src/ledger/ethereum/audit/audit.ts';
import type { EthereumBundle } from '../../src/ledger/ethereum/blocks/bundle.ts';
import { createEthereumLedger, type EthereumLedger } from '../../src/ledger/ethereum/ledger.ts';
import { nativeHashing as hashing } from '../../src/ledger/native-hashing.ts';
import { createDemoSource, type DemoSource } from '../../src/sources/demo/demo-source.ts';
import { createChain } from '../support/ledger/chain-builder.ts';
import { describeWithDatabase } from '../support/databases.ts';

/** About 264 blocks of history on each chain. */
const settings = {
  seed: 3,
  days: 11,
  transactions: 1_100,
  ethereumTransactions: 900,
  blockSeconds: 1,
  ethereumBlockSeconds: 1,
};

function open(db: SqlDatabase, more: Partial<typeof settings> & { now?: () => number } = {}) {
  const { now = Date.now, ...changed } = more;
  const bitcoin = createBitcoinLedger({ db, hashing });
  const ethereum = createEthereumLedger({ db });
  const reorganized: [chain: string, depth: number, heights: number[]][] = [];
  const ledgers: { bitcoin: BitcoinLedger; ethereum: EthereumLedger } = {
    bitcoin: {
      ...bitcoin,
      async reorganize(network, depth, blocks) {
        await bitcoin.reorganize(network, depth, blocks);
        reorganized.push(['bitcoin', depth, blocks.map(({ height }) => height)]);
      },
    },
    ethereum: {
      ...ethereum,
      async reorganize(chain, depth, bundles, openings) {
        await ethereum.reorganize(chain, depth, bundles, openings);
        reorganized.push(['ethereum', depth, bundles.map(({ block }) => block.header.number)]);
      },
    },
  };
  const failures: unknown[] = [];
  const source = createDemoSource({
    ledgers,
    hashing,
    settings: { ...settings, ...changed },
    reorganizationEvery: { bitcoin: 5, ethereum: 7 },
    now,
    onFailure: (error) => void failures.push(error),
  });
  onTestFinished(() => source.stop());
  return { ledgers, ledger: bitcoin, source, failures, reorganized };
}

type Status = ReturnType<DemoSource['status']>;

async function until({ source, failures }: Opened, done: (status: Status) => boolean): Promise<Status> {
  return eventually('the demo is where it should be', () => {
    const status = source.status();
    if (done(status)) return status;
    if (status.bitcoin.phase === 'failed') throw new Error(JSON.stringify(status), { cause: failures[0] });
    return undefined;
  });
}

const follows = ({ bitcoin, ethereum }: Status): boolean =>
  bitcoin.phase === 'following' && ethereum.phase === 'following';

const reached = ({ bitcoin, ethereum }: Status, height: number): boolean =>
  bitcoin.phase === 'following' &&
  bitcoin.height >= height &&
  ethereum.phase === 'following' &&
  ethereum.height >= height;

async function tipOf(ledger: BitcoinLedger): Promise<{ height: number; hash: string }> {
  const height = (await ledger.ranges()).at(-1)?.to ?? -1;
  const header = (await ledger.headers([height])).get(height) ?? new Uint8Array(80);
  return { height, hash: toHex(header) };
}

async function ethereumTipOf(ledger: EthereumLedger): Promise<{ height: number; hash: string }> {
  const height = (await ledger.ranges()).at(-1)?.to ?? -1;
  const ref = (await ledger.blockRefs([height])).get(height);
  return { height, hash: toHex(ref?.hash ?? new Uint8Array(0)) };
}

/** Wei and tokens of every account that has any, by address and contract, as the Ethereum ledger counts. */
async function ethereumBalances(db: SqlDatabase): Promise<Map<string, bigint>> {
  return withSession(db, async (session) => {
    const { rows } = await session.query<{ key: Uint8Array; contract: Uint8Array | null; amount: string }>(
      `select key, null::bytea as contract, (coalesce(opening, 0) + received - spent)::text as amount from eth_account
       union all select a.key, s.contract, (h.received - h.spent)::text
       from eth_holding h join eth_account a on a.id = h.id join eth_asset s on s.id = h.asset`,
    );
    return new Map(
      rows
        .filter(({ amount }) => amount !== '0')
        .map((row) => [`${toHex(row.key)}:${row.contract ? toHex(row.contract) : ''}`, BigInt(row.amount)]),
    );
  });
}

/** The same as the simulation counts; accounts that have not moved since before block 0 are not in a ledger. */
function ethereumTruth({ ethereum }: DemoSimulation): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { address, wei, tokens } of ethereum.balances()) {
    const untouched = ethereum.openings.get(toHex(address)) === wei && tokens.size === 0;
    if (wei > 0n && !untouched) sums.set(`${toHex(address)}:`, wei);
    for (const [contract, amount] of tokens) sums.set(`${toHex(address)}:${contract}`, amount);
  }
  return sums;
}

const auditBoth = async (db: SqlDatabase) => ({
  bitcoin: await auditBitcoin(db),
  ethereum: await withSession(db, (session) => auditEthereum(session)),
});

async function balances(db: SqlDatabase): Promise<Map<string, bigint>> {
  return withSession(db, async (session) => {
    const { rows } = await session.query<{ key: Uint8Array; received: bigint; spent: bigint }>(
      'select key, received, spent from btc_account where received <> spent',
    );
    return new Map(rows.map((row) => [toHex(row.key), row.received - row.spent]));
  });
}

/** A block of the simulation as the ledger takes it. Its tokens are known by now. */
function bundleOf(answers: BlockAnswers): EthereumBundle {
  const block = decodeEthereumBlock(answers.block);
  const receipts = decodeReceipts(answers.receipts, block);
  return { block, receipts, uncles: [], traces: decodeCallTraces(answers.traces), tokens: [] };
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

/** Makes the chains of the ledgers again, from what block 0 says and from the times of their blocks. */
async function again({ ledgers }: Opened) {
  const timesOf = async (top: number, read: (heights: number[]) => Promise<(height: number) => number>) => {
    const heights = Array.from({ length: top + 1 }, (_, i) => i);
    const timeAt = await read(heights);
    return heights.map(timeAt);
  };
  const { height } = await tipOf(ledgers.bitcoin);
  const bitcoin = await timesOf(height, async (heights) => {
    const headers = await ledgers.bitcoin.headers(heights);
    return (at) => {
      const header = headers.get(at) ?? new Uint8Array(80);
      return new DataView(header.buffer, header.byteOffset).getUint32(68, true);
    };
  });
  const ethereum = await timesOf((await ethereumTipOf(ledgers.ethereum)).height, async (heights) => {
    const refs = await ledgers.ethereum.blockRefs(heights);
    return (at) => refs.get(at)?.time ?? 0;
  });
  const simulation = simulateDemo({
    seed: settings.seed,
    start: bitcoin[0] ?? 0,
    length: settings.days * 86_400,
    blockInterval: 3600,
    transactions: settings.transactions,
    ethereumTransactions: settings.ethereumTransactions,
    hashing,
  });
  const blocks = bitcoin.map((time) => simulation.bitcoin.next(time).bytes);
  const last = ethereum.map((time) => simulation.ethereum.next(time)).at(-1);
  return {
    simulation,
    blocks,
    tips: [blocks.at(-1)?.slice(0, 80), last?.hash].map((hash) => hash && toHex(hash)),
  };
}

async function tipsOf({ ledgers }: Opened): Promise<string[]> {
  return [(await tipOf(ledgers.bitcoin)).hash, (await ethereumTipOf(ledgers.ethereum)).hash];
}

describeWithDatabase('The demo source', (databases) => {
  test('loads both histories up to now, then follows with reorganizations of one and two blocks', async () => {
    const db = await databases.empty();
    const opened = open(db);
    const { ledger, source, failures, reorganized } = opened;
    source.start();
    await until(opened, (status) => {
      const depths = (chain: string) =>
        new Set(reorganized.flatMap(([of, depth]) => (of === chain ? [depth] : [])));
      return follows(status) && depths('bitcoin').size === 2 && depths('ethereum').size === 2;
    });
    const run = await ledger.genesis();
    const start = run ? new DataView(run.header.buffer, run.header.byteOffset).getUint32(68, true) : 0;
    expect(Math.abs(start + settings.days * 86_400 - Date.now() / 1000)).toBeLessThan(300);
    await source.stop();
    expect(failures).toEqual([]);
    for (const [, depth, heights] of reorganized) {
      const first = heights[0] ?? 0;
      expect(heights).toEqual(Array.from({ length: depth + 1 }, (_, i) => first + i));
    }
    expect(await auditBoth(db)).toMatchObject({
      bitcoin: { ok: true, report: { network: 'demo', complete: true } },
      ethereum: { ok: true, report: { network: 'demo', hasAllTraces: true } },
    });
  });

  test('a stop at any moment is gone on from, to the same blocks; balances are those of the simulation', async () => {
    const db = await databases.empty();
    const first = open(db);
    first.source.start();
    await until(first, ({ ethereum }) => ethereum.phase === 'loading' && ethereum.height > 60);
    await first.source.stop();
    expect((await tipOf(first.ledger)).height).toBeLessThan(263);

    const later = { blockSeconds: 6, ethereumBlockSeconds: 5 };
    const second = open(db, { seed: 99, transactions: 5, ethereumTransactions: 7, ...later });
    second.source.start();
    // Long enough to have lived on between blocks, when what waits for them is made.
    await until(second, (status) => follows(status) && reached(status, 266));
    await second.source.stop();
    const third = open(db, { blockSeconds: 60, ethereumBlockSeconds: 60 });
    third.source.start();
    await until(third, follows);
    await third.source.stop();
    expect([first.failures, second.failures, third.failures]).toEqual([[], [], []]);

    const { simulation, blocks, tips } = await again(third);
    expect(await tipsOf(third)).toEqual(tips);
    expect(await balances(db)).toEqual(balancesOf(blocks));
    expect(await ethereumBalances(db)).toEqual(ethereumTruth(simulation));

    // Killed while other miners' blocks stood in the place of the newest: one on Bitcoin, two on Ethereum.
    const rival = simulation.bitcoin.rival();
    if (!rival) throw new Error('no rival');
    await third.ledgers.bitcoin.reorganize('demo', 1, [
      { height: rival.height, block: decodeBlock(rival.bytes, { hashing }) },
    ]);
    const branch = simulation.ethereum.rivalBranch().map(({ answers }) => bundleOf(answers));
    expect(branch).toHaveLength(2);
    await third.ledgers.ethereum.reorganize({ chainId: demoChainId, network: 'demo' }, 2, branch, {
      balances: simulation.ethereum.openings,
      complete: true,
    });
    expect(await tipsOf(third)).not.toEqual(tips);
    const fourth = open(db, { blockSeconds: 600, ethereumBlockSeconds: 600 });
    fourth.source.start();
    await until(fourth, follows);
    await fourth.source.stop();
    expect(await tipsOf(fourth)).toEqual(tips);
    expect(await ethereumBalances(db)).toEqual(ethereumTruth(simulation));
    expect(await auditBoth(db)).toMatchObject({ bitcoin: { ok: true }, ethereum: { ok: true } });
  });

  test('a stop at once leaves no promise behind that fails unseen, and the next start goes on', async () => {
    const db = await databases.empty();
    const first = open(db);
    first.source.start();
    await first.source.stop();
    expect(first.failures).toEqual([]);
    const second = open(db);
    second.source.start();
    await until(second, ({ bitcoin }) => bitcoin.phase !== 'starting');
    await second.source.stop();
    expect(second.failures).toEqual([]);
  });

  test('a ledger of other demo blocks stays as it is, and the reason is told', async () => {
    const db = await databases.empty();
    const opened = open(db);
    const { ledger, source, failures } = opened;
    const chain = createChain({ seed: 5 });
    chain.extend(3);
    await ledger.append('demo', chain.blocks);
    source.start();
    await until(opened, ({ bitcoin, ethereum }) => {
      if (bitcoin.phase !== 'failed') return false;
      expect(bitcoin.reason).toBe('This ledger contains blocks of an unknown demo network.');
      expect(ethereum).toEqual(bitcoin);
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
    await until(opened, ({ bitcoin }) => {
      if (bitcoin.phase !== 'failed') return false;
      expect(bitcoin.reason).toMatch(/^This ledger contains mainnet blocks\. .*: set another DATA_DIR\.$/);
      return true;
    });
    expect(await opened.ledger.network()).toBe('mainnet');
    expect(await opened.ledgers.ethereum.chain()).toBeUndefined();
  });

  test('a clock that stands still or goes back makes no block', async () => {
    const db = await databases.empty();
    let [clock, calls] = [Date.now(), 0];
    const now = (): number => {
      calls += 1;
      return clock;
    };
    const opened = open(db, { days: 1, transactions: 40, ethereumTransactions: 40, now });
    const { source } = opened;
    source.start();
    // The hour after the last block of the history is over: one block of each chain comes at once.
    const status = await until(opened, (seen) => reached(seen, 24));
    clock -= 3_600_000;
    const seen = calls;
    await eventually('the demo has looked at the clock several times', () => calls > seen + 5);
    expect(source.status()).toEqual(status);
    const tips = await tipsOf(opened);
    await source.stop();
    expect(await tipsOf(opened)).toEqual(tips);
  });

  test('without the Ethereum side the Bitcoin side runs alone', async () => {
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing });
    const source = createDemoSource({
      ledgers: { bitcoin: ledger },
      hashing,
      settings: { ...settings, days: 1, transactions: 40 },
      now: Date.now,
      onFailure: (error) => {
        throw error;
      },
    });
    source.start();
    await expect.poll(() => source.status().bitcoin.phase).toBe('following');
    expect(source.status().ethereum).toEqual({ phase: 'starting' });
    await source.stop();
    expect(await createEthereumLedger({ db }).chain()).toBeUndefined();
  });

  test('the audit passes at every height of both chains', async () => {
    const db = await databases.empty();
    const bitcoin = createBitcoinLedger({ db, hashing });
    const ethereum = createEthereumLedger({ db });
    const interval = 6 * 3600;
    const made = simulateDemo({
      seed: 5,
      start: 1_735_689_600,
      length: 12 * 86_400,
      blockInterval: interval,
      transactions: 700,
      ethereumTransactions: 600,
      hashing,
    });
    const chain = { chainId: demoChainId, network: 'demo' };
    const openings = { balances: made.ethereum.openings, complete: true };
    let movements = 0;
    for (let height = 0; height < 24; height++) {
      const time = 1_735_689_600 + height * interval;
      const block = decodeBlock(made.bitcoin.next(time).bytes, { hashing });
      await bitcoin.append('demo', [{ height, block }]);
      await ethereum.append(chain, [bundleOf(made.ethereum.next(time).answers)], openings);
      const audited = await auditBoth(db);
      expect({ height, ...audited }).toMatchObject({ height, bitcoin: { ok: true }, ethereum: { ok: true } });
      if (audited.ethereum.ok) movements = audited.ethereum.report.entries;
    }
    expect(movements).toBeGreaterThan(250);
  });
});
