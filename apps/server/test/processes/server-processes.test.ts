import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodeAddress, networks } from '@hopscope/chain';
import { apiBase } from '@hopscope/contract';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { until } from '../../../../test/until.ts';
import { busiestKeys } from '../support/api/monitored.ts';
import { readStream } from '../support/api/stream-client.ts';
import { start } from '../support/command.ts';
import { createChain } from '../support/ledger/chain-builder.ts';
import { createProcessClient } from '../support/servers/process-client.ts';
import { createServerProcesses, type ServerProcess } from '../support/servers/server-processes.ts';
import { startBitcoinNode } from '../support/sources/bitcoin-node.ts';
import { temporaryFolder } from '../support/sources/block-files.ts';
import { rawBlocks } from '../support/sources/core-source.ts';

const serve = fileURLToPath(new URL('../support/servers/serve.ts', import.meta.url));
const network = 'regtest';
const setupOf = ({ running }: ServerProcess): string | undefined =>
  /setup=([\w-]{43})/.exec(running.output())?.[1];
const idOf = z.looseObject({ data: z.looseObject({ _id: z.string() }) });
const sourceOf = z.looseObject({ data: z.looseObject({ bitcoin: z.looseObject({ status: z.unknown() }) }) });
const stateOf = z.looseObject({ data: z.looseObject({ state: z.string() }) });

async function startWorld() {
  const chain = createChain({ seed: 30, network, maxTxs: 6, wallet: 3 });
  chain.extend(20);
  const node = await startBitcoinNode({ network, blocks: rawBlocks(chain.blocks) });
  onTestFinished(() => node.close());
  const folder = temporaryFolder();
  onTestFinished(() => folder.remove());
  const lists = join(folder.path, 'lists');
  mkdirSync(lists);
  const processes = await createServerProcesses({
    BITCOIN_SOURCE: 'core',
    BITCOIN_RPC_URL: node.url,
    BITCOIN_POLL_SECONDS: '1',
    DIRECTORY_FOLDER: lists,
  });
  onTestFinished(() => processes.close());
  const grow = (blocks: number): void => {
    const fresh = chain.extend(blocks);
    node.setFrom(fresh[0]?.height ?? 0, rawBlocks(fresh));
  };
  return { chain, node, lists, processes, grow };
}

test('a worker and two processes that answer are one Hopscope to people and programs', async () => {
  const { chain, lists, processes, grow } = await startWorld();
  const worker = await processes.start({ MODE: 'worker' });
  const [one, two] = [await processes.start({ MODE: 'api' }), await processes.start({ MODE: 'api' })];
  expect([worker, one, two].map(processes.hasWorked)).toEqual([true, false, false]);
  const client = await createProcessClient(one, setupOf(worker));
  const { ask, organization, token } = client;

  // The worker only says how it is.
  expect((await ask(worker, '/status')).status).toBe(503);
  for (const path of ['/health', '/health/live', '/health/ready'])
    expect((await fetch(`${worker.url}${apiBase}${path}`)).status).toBe(200);

  // States of the sources, blocks, and screened transactions reach clients of every process.
  const tip = chain.blocks.length - 1;
  for (const process of [one, two])
    await until('the state of the source is known', async () => {
      const { status } = sourceOf.parse((await ask(process, '/status')).body).data.bitcoin;
      return JSON.stringify(status) === JSON.stringify({ phase: 'following', height: tip });
    });
  const address = encodeAddress(busiestKeys(chain, 1)[0] ?? new Uint8Array(), networks[network]);
  const stream = await readStream(two.url, { token });
  onTestFinished(() => stream.close());
  const monitored = await ask(one, '/compliance/monitored-addresses', {
    method: 'POST',
    body: { address, pastFrom: '2009-01-03T00:00:00Z' },
  });
  expect(monitored.status).toBe(201);
  await until('past transactions are announced', () =>
    stream.messages.some(({ type }) => type === 'compliance'),
  );
  grow(1);
  await until('a block is announced', () => stream.messages.some(({ type }) => type === 'blocks'));

  // A list that one process is asked to import is imported by the worker; each process knows how far it is.
  writeFileSync(
    join(lists, 'list.csv'),
    `entity_id,proper_name,entity_type,address\ne,Entity,exchange,${address}\n`,
  );
  const feed = {
    name: 'List',
    importer: 'own-list',
    location: 'list.csv',
    rank: 10,
    enabled: true,
    license: null,
    acknowledgment: null,
  };
  expect((await ask(one, '/sot/feeds/list', { method: 'PUT', body: feed })).status).toBe(200);
  const job = idOf.parse((await ask(two, '/sot/jobs', { method: 'POST', body: { feeds: ['list'] } })).body);
  await until('the job has ended', async () => {
    const { state } = stateOf.parse((await ask(one, `/sot/jobs/${job.data._id}`)).body).data;
    return state === 'succeeded';
  });

  // What somebody does in a document is seen by who has it open elsewhere.
  const documents = `/organizations/${organization}/flow-documents`;
  const created = await ask(one, documents, { method: 'POST', body: { title: 'Live' } });
  const place = `${documents}/${idOf.parse(created.body).data._id}`;
  const live = await fetch(`${two.url}${apiBase}${place}/live?after=0&client=two`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const reader = live.body?.pipeThrough(new TextDecoderStream()).getReader();
  let seen = '';
  const read = async (what: RegExp): Promise<void> => {
    while (!what.test(seen)) {
      const part = await reader?.read();
      if (!part || part.done) throw new Error(`The stream ended before ${String(what)}: ${seen}`);
      seen += part.value;
    }
  };
  const note = { kind: 'note', id: 'n', on: null, text: 'Seen there', author: 'x', time: 1 };
  const step = {
    id: 's',
    author: 'x',
    time: 0,
    title: 'A note',
    changes: [{ change: 'create', record: note }],
  };
  const added = await ask(one, `${place}/steps`, { method: 'POST', body: { base: 0, steps: [step] } });
  expect(added.status).toBe(200);
  await read(/id: 1\nevent: steps\n.*Seen there/);
  const cursor = { client: 'one', x: 3, y: -4, selected: [] };
  await ask(one, `${place}/cursor`, { method: 'POST', body: cursor });
  await read(/event: cursor\ndata: .*"client":"one","x":3,"y":-4/);
  await ask(one, place, { method: 'DELETE' });
  await read(/event: ended\n/);

  // A limit counts the attempts at all processes, and a session that one ends is ended at the other.
  const guess = async (process: ServerProcess): Promise<number> =>
    (
      await ask(process, '/auth/login', {
        method: 'POST',
        body: { email: 'ada@example.org', password: 'a wrong guess' },
      })
    ).status;
  const guesses: number[] = [];
  for (let i = 0; i < 12; i++) guesses.push(await guess(i % 2 === 0 ? one : two));
  expect(guesses).toEqual([...Array<number>(10).fill(401), 429, 429]);
  expect((await ask(two, '/auth/logout', { method: 'POST' })).status).toBe(200);
  await until('the session has ended', async () => (await ask(one, '/status')).status === 401);
});

test('who takes over the work prints a new link for the operator, and the one before is void', async () => {
  const { processes } = await startWorld();
  const [first, second] = [await processes.start(), await processes.start()];
  expect([setupOf(first), setupOf(second)]).toEqual([expect.any(String), undefined]);
  first.running.child.kill('SIGTERM');
  expect(await first.running.ended).toMatchObject({ code: 0 });
  await second.running.waitForOutput(/setup=[\w-]{43}/);
  await expect(createProcessClient(second, setupOf(first))).rejects.toThrow();
  expect((await createProcessClient(second, setupOf(second))).organization).toMatch(/^[\da-f-]{36}$/);
});

test('a process with another token secret, or without one, does not start', async () => {
  const { processes } = await startWorld();
  await processes.start();
  const folder = temporaryFolder();
  onTestFinished(() => folder.remove());
  const refused = start({
    script: serve,
    env: {
      DATABASE_URL: processes.databaseUrl,
      DATA_DIR: folder.path,
      PORT: '0',
      TOKEN_SECRET: 'another secret, of one process alone',
    },
  });
  expect(await refused.ended).toMatchObject({
    code: 1,
    err: expect.stringMatching(/uses this database with another token secret/) as string,
  });
  const alone = start({
    script: serve,
    env: { MODE: 'api', PORT: '0', DATA_DIR: folder.path },
  });
  const { code, err } = await alone.ended;
  expect(code).toBe(1);
  expect(err).toMatch(/DATABASE_URL must be set with MODE=api/);
  expect(err).toMatch(/TOKEN_SECRET must be set with MODE=api/);
});
