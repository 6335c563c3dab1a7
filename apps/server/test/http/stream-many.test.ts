import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { createChain } from '../support/ledger/chain-builder.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { readStream, type StreamReader } from '../support/api/stream-client.ts';
import { startStreamServer } from '../support/servers/stream-server.ts';
import { affectedAddresses } from '../support/ledger/affected-addresses.ts';
import { createMatching } from '../../src/contexts/compliance/matching/matching.ts';

const clients = Number(process.env['TEST_CLIENTS'] ?? 150);
const transactions = Number(process.env['TEST_TRANSACTIONS'] ?? 200);
const reported = process.env['TEST_CLIENTS'] !== undefined;

describeWithDatabase('many clients', (databases) => {
  it(`a block of ${transactions} transactions reaches all ${clients}, each with its own addresses`, async () => {
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing, listener: createMatching().bitcoin });
    const chain = createChain({ seed: 9, wallet: 600, maxTxs: 40 });
    chain.extend(Math.max(20, transactions / 50));
    const scripts = chain.blocks
      .slice(1)
      .flatMap(({ block }) => block.transactions[0]?.outputs[0]?.script ?? []);
    const scriptAt = (i: number): Uint8Array => scripts[i % scripts.length] ?? new Uint8Array(0);
    const coin = chain.coins.toSorted((one, other) => Number(other.value - one.value))[0];
    if (!coin) throw new Error('The chain has no coin');
    const value = coin.value / BigInt(transactions);
    const fan = chain.spend(
      [coin],
      Array.from({ length: transactions }, (_, i) => ({ value, script: scriptAt(i) })),
    );
    chain.mine([fan]);
    const spends = fan.outputs.map((_, vout) =>
      chain.spend([{ txid: fan.txid, vout, value }], [{ value, script: scriptAt(vout + 1) }]),
    );
    const top = chain.mine(spends);
    expect(top.block.transactions).toHaveLength(transactions + 1);
    await ledger.append('demo', chain.blocks.slice(0, -1));
    const touched = [...(affectedAddresses(chain.blocks, 'demo').get(top.height) ?? [])].toSorted();
    const server = await startStreamServer(db, { stream: { limits: { perPerson: clients } } });
    const followedBy = (i: number): string[] =>
      [0, 1, 2].map((k) => touched[(i + k * 7) % touched.length] ?? '');
    const readers: StreamReader[] = [];
    const received: number[] = [];
    for (let i = 0; i < clients; i++) {
      const own = new Set(followedBy(i)).size;
      readers.push(
        await readStream(server.base, {
          token: server.token,
          addresses: followedBy(i),
          until: ({ id }) => {
            if (id !== undefined) received.push(performance.now());
            return own < 0;
          },
        }),
      );
    }
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    const memory = process.memoryUsage.rss();
    await ledger.append('demo', [top]);
    const committed = performance.now();
    const withIds = (reader: StreamReader) => reader.messages.filter(({ id }) => id !== undefined);
    await expect
      .poll(
        () =>
          readers.filter((reader, i) => withIds(reader).length === 1 + new Set(followedBy(i)).size).length,
      )
      .toBe(clients);
    for (const [i, reader] of readers.entries()) {
      expect(withIds(reader).map(({ type, data }) => data['address'] ?? type)).toEqual([
        'blocks',
        ...[...new Set(followedBy(i))].toSorted(),
      ]);
    }
    expect(server.context.stream.figures()).toMatchObject({ open: clients, cut: 0, resets: 0 });
    if (!reported) return;
    const ms = (at: number): string => (at - committed).toFixed(0);
    process.stdout.write(
      `${top.block.transactions.length} transactions, ${touched.length} addresses, first ${ms(Math.min(...received))} ms, last ${ms(Math.max(...received))} ms, ` +
        `loop p99 ${(delay.percentile(99) / 1e6 - 10).toFixed(0)} ms max ${(delay.max / 1e6).toFixed(0)} ms, memory +${((process.memoryUsage.rss() - memory) / 1e6).toFixed(0)} MB of ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB\n`,
    );
  });
});
