import { apiBase } from '@hopscope/contract';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../../../test/until.ts';
import { createChain } from '../support/ledger/chain-builder.ts';
import { startCuttingProxy } from '../support/servers/cutting-proxy.ts';
import { createProcessClient } from '../support/servers/process-client.ts';
import { createServerProcesses, type ServerProcess } from '../support/servers/server-processes.ts';
import { startBitcoinNode } from '../support/sources/bitcoin-node.ts';
import { rawBlocks } from '../support/sources/core-source.ts';

const network = 'regtest';

async function startWorld(blocks: number) {
  const chain = createChain({ seed: 60, network, maxTxs: 6, wallet: 3 });
  chain.extend(blocks);
  const node = await startBitcoinNode({ network, blocks: rawBlocks(chain.blocks) });
  onTestFinished(() => node.close());
  const processes = await createServerProcesses({
    BITCOIN_SOURCE: 'core',
    BITCOIN_RPC_URL: node.url,
    BITCOIN_POLL_SECONDS: '1',
  });
  onTestFinished(() => processes.close());
  const grow = (): number => {
    const fresh = chain.extend(1);
    node.setFrom(fresh[0]?.height ?? 0, rawBlocks(fresh));
    return chain.blocks.length - 1;
  };
  return { processes, grow };
}

const heightAt = async ({ url }: ServerProcess): Promise<number | null> => {
  const answer = await fetch(`${url}${apiBase}/health`);
  return ((await answer.json()) as { bitcoin: { height: number | null } }).bitcoin.height;
};

test('a process that is cut off from the database is replaced, and ends when it is back', async () => {
  const { processes, grow } = await startWorld(10);
  const proxy = await startCuttingProxy(processes.databaseUrl);
  onTestFinished(() => proxy.close());
  const first = await processes.start({ DATABASE_URL: proxy.url });
  const second = await processes.start();
  await until('the first one takes blocks', async () => (await heightAt(second)) === 10);
  proxy.cut();
  const tip = grow();
  await processes.takenBy([second]);
  await until('the second one takes blocks', async () => (await heightAt(second)) === tip);
  proxy.heal();
  expect(await first.running.ended).toMatchObject({
    code: 1,
    err: expect.stringMatching(/Another process has taken over/) as string,
  });
  const next = grow();
  await until('blocks go on', async () => (await heightAt(second)) === next);
});

test('while one process after the other is restarted, 50 clients need a retry at most', async () => {
  const { processes, grow } = await startWorld(10);
  const running: ServerProcess[] = [];
  for (let i = 0; i < 3; i++) running.push(await processes.start());
  const [first] = running;
  if (!first) throw new Error('No process');
  const setup = /setup=([\w-]{43})/.exec(first.running.output())?.[1];
  const client = await createProcessClient(first, setup);
  const stopping = new AbortController();
  const counts = { calls: 0, retries: 0 };
  const failures: unknown[] = [];
  const ask = (process: ServerProcess): Promise<number | undefined> =>
    client.ask(process, '/compliance/transactions?limit=5').then(
      ({ status }) => status,
      () => undefined,
    );
  /** Goes to one process after the other, and to the next one at once if that doesn't answer, as a proxy does. */
  const person = async (at: number): Promise<void> => {
    for (let turn = at; !stopping.signal.aborted; turn++) {
      const process = running[turn % running.length] ?? first;
      counts.calls++;
      const status = await ask(process);
      if (status === 200) continue;
      counts.retries++;
      const others = running.filter((each) => each !== process);
      const again = await ask(others[turn % others.length] ?? first);
      if (again !== 200) failures.push({ status, again });
    }
  };
  const people = Array.from({ length: 50 }, (_, i) => person(i));
  for (let i = 0; i < running.length; i++) {
    const leaving = running[i] ?? first;
    const before = counts.calls;
    leaving.running.child.kill('SIGTERM');
    expect(await leaving.running.ended).toMatchObject({ code: 0, err: '' });
    running[i] = await processes.start();
    await until('people went on', () => counts.calls > before + 100);
  }
  stopping.abort();
  await Promise.all(people);
  expect(failures).toEqual([]);
  expect(counts.retries).toBeLessThan(counts.calls / 2);
  const tip = grow();
  for (const process of running) await until('blocks go on', async () => (await heightAt(process)) === tip);
});
