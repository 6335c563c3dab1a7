import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { encodeAddress, networks } from '@hopscope/chain';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { randomRuns } from '../../../../test/depth.ts';
import { until } from '../../../../test/until.ts';
import { findPostmaster } from '../../src/db/built-in/postmaster-file.ts';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { password } from '../support/api/api-client.ts';
import { startBitcoinNode } from '../support/sources/bitcoin-node.ts';
import { temporaryFolder } from '../support/sources/block-files.ts';
import { createChain } from '../support/ledger/chain-builder.ts';
import { openBuiltIn, type Running, start } from '../support/command.ts';
import { rawBlocks } from '../support/sources/core-source.ts';
import { ownDatabase } from '../support/databases.ts';
import { dumpLedger } from '../support/ledger/dump.ts';
import { busiestKeys } from '../support/api/monitored.ts';
import { createRandom } from '../support/survival/random.ts';

/** Each target once; more where tests go deep. */
const { count: kills, first: firstSeed } = randomRuns(3, 700);
const serve = fileURLToPath(new URL('../support/servers/serve.ts', import.meta.url));
const audit = fileURLToPath(new URL('../../src/commands/audit.ts', import.meta.url));

const idOf = z.object({ data: z.object({ _id: z.string() }) });
const owner = z.object({ data: z.object({ user: z.object({ _id: z.string() }) }) });
const signedIn = z.object({ data: z.object({ accessToken: z.string() }) });
const noteList = z.object({ data: z.array(z.object({ content: z.string() })), total: z.number() });
const transactionList = z.object({
  data: z.object({ transactions: z.array(z.object({ _id: z.string(), status: z.string() })) }),
});
const jobs = z.object({ data: z.array(z.object({ _id: z.string(), state: z.string() })) });

const targets = ['the database server', 'a process of the database', 'Hopscope'] as const;
type Target = (typeof targets)[number];

/**
 * Kills at random what answers, while blocks come in, people write and decide, and a list is brought up to date: what was
 * acknowledged is there, once, and the ledger equals a fresh sync.
 */
test(`${kills} kills of the database server, of its processes and of Hopscope lose and double nothing`, async () => {
  // Whom it kills does not hang on how often people come to decide.
  const [random, whims] = [createRandom(firstSeed), createRandom(firstSeed + 1_000_000)];
  const folder = temporaryFolder();
  const [dataDir, lists] = [join(folder.path, 'data'), join(folder.path, 'lists')];
  mkdirSync(lists);
  const network = 'regtest';
  let chain = createChain({ seed: firstSeed, network, maxTxs: 6, wallet: 3 });
  chain.extend(40);
  const node = await startBitcoinNode({ network, blocks: rawBlocks(chain.blocks) });
  const env = {
    DATA_DIR: dataDir,
    DIRECTORY_FOLDER: lists,
    PORT: '0',
    LOG_LEVEL: 'warn',
    BITCOIN_SOURCE: 'core',
    BITCOIN_RPC_URL: node.url,
    BITCOIN_POLL_SECONDS: '1',
  };
  let server: Running = start({ script: serve, env });
  let url = await server.where();

  /** Calls that the server had no words for: a database that is gone is no defect of a call. */
  const broken: string[] = [];
  let token = '';
  let organization = '';
  /** An answer with all of its body; undefined where that breaks off. */
  const wholly = async (answer: Response): Promise<Response | undefined> => {
    const body = await answer.text().catch(() => undefined);
    return body === undefined
      ? undefined
      : new Response(body === '' ? null : body, { status: answer.status });
  };
  /** The answer; undefined where none came, or the database did not answer: then it is not known whether it happened. */
  const ask = async (method: string, path: string, body?: object): Promise<Response | undefined> => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(organization !== '' && { 'x-organization-id': organization }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).then(wholly, () => undefined);
    if (answer?.status === 401 && (await signIn())) return ask(method, path, body);
    if (answer?.status === 500) {
      const text = await answer.text();
      const { requestId = '' } = JSON.parse(text) as { requestId?: string };
      broken.push(`${method} ${path}: ${text}\n${await logOf(requestId)}`);
    }
    return answer?.status === 503 || answer?.status === 500 ? undefined : answer;
  };
  /** What the server has logged of a request. */
  const logOf = (requestId: string): Promise<string> =>
    until('the log has the request', () => {
      const lines = server.output().split('\n');
      return lines.find((line) => line.includes('"level":50') && line.includes(requestId));
    });
  const signIn = async (): Promise<boolean> => {
    const answer = await fetch(`${url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.org', password }),
    }).then(wholly, () => undefined);
    if (!answer?.ok) return false;
    token = signedIn.parse(await answer.json()).data.accessToken;
    return true;
  };
  /** Asks until there is an answer. */
  const insist = (method: string, path: string, body?: object): Promise<Response> =>
    until(`${method} ${path} is answered`, () => ask(method, path, body));

  await server.waitForOutput(/setup=[\w-]{43}/);
  const setup = /setup=([\w-]{43})/.exec(server.output())?.[1];
  const person = { name: 'Ada', surname: 'Tester', email: 'ada@example.org', password, setupToken: setup };
  const signedUp = await insist('POST', '/auth/signup', person);
  expect(signedUp.status).toBe(201);
  const self = owner.parse(await signedUp.json()).data.user._id;
  expect(await signIn()).toBe(true);
  const founded = await insist('POST', '/organizations', { name: 'Drill', email: 'drill@example.org' });
  organization = idOf.parse(await founded.json()).data._id;
  await until('the network is known by its first blocks', async () => {
    const answer = await ask('GET', '/health');
    return (
      answer?.ok && ((await answer.json()) as { bitcoin: { network: string } }).bitcoin.network === network
    );
  });
  for (const key of busiestKeys(chain, 4)) {
    const address = encodeAddress(key, networks[network]);
    const added = await insist('POST', '/compliance/monitored-addresses', {
      address,
      pastFrom: '2009-01-03T00:00:00Z',
    });
    expect([added.status, added.status === 201 ? '' : await added.text()]).toEqual([201, '']);
  }
  const thresholds = { riskScoreThreshold: 0, transactionThreshold: 0 };
  expect((await insist('PATCH', `/organizations/${organization}`, thresholds)).status).toBe(200);
  const list = { name: 'List', importer: 'own-list', location: 'list.csv', rank: 10, enabled: true };
  const writeList = (rows: number): void => {
    const lines = chain.blocks
      .slice(0, rows)
      .map(
        (_, i) =>
          `e${i},Entity ${i},exchange,${encodeAddress(busiestKeys(chain, 4)[i % 4] ?? new Uint8Array(), networks[network])}`,
      );
    writeFileSync(
      join(lists, 'list.csv'),
      `entity_id,proper_name,entity_type,address\n${lines.join('\n')}\n`,
    );
  };
  writeList(1);
  const feed = { ...list, license: null, acknowledgment: null };
  expect((await insist('PUT', '/sot/feeds/list', feed)).status).toBe(200);

  const stopping = new AbortController();
  const acknowledged: string[] = [];
  /** What a transaction's status may be: the last one that was acknowledged, or what was tried since. */
  const decided = new Map<string, Set<string>>();
  async function write(): Promise<void> {
    for (let i = 0; !stopping.signal.aborted; i++) {
      const content = `note ${i}`;
      const answer = await ask('POST', `/organizations/${organization}/notes`, { type: 'general', content });
      if (answer?.status === 201) acknowledged.push(content);
      await pause(5);
    }
  }
  async function decide(): Promise<void> {
    while (!stopping.signal.aborted) {
      const answer = await ask('GET', '/compliance/transactions?limit=20');
      const rows = answer?.ok ? transactionList.parse(await answer.json()).data.transactions : [];
      for (const { _id: id, status: before } of rows) {
        if (before === 'UNASSIGNED')
          await ask('PUT', `/compliance/transactions/${id}/assignee`, { assigneeId: self });
        const status = whims.chance(0.5) ? 'HOLD' : 'IN_REVIEW';
        decided.get(id)?.add(status);
        const change = { status, note: 'Looked at' };
        const changed = await ask('PUT', `/compliance/transactions/${id}/status`, change);
        if (changed?.ok) decided.set(id, new Set([status]));
      }
      await pause(10);
    }
  }
  async function bringUpToDate(): Promise<void> {
    for (let rows = 1; !stopping.signal.aborted; rows = (rows % 30) + 1) {
      writeList(rows);
      await ask('POST', '/sot/jobs', {});
      await pause(100);
    }
  }
  function grow(): void {
    const depth = random.chance(0.3) ? random.below(3) : 0;
    if (depth > 0) chain = chain.fork(chain.blocks.length - 1 - depth, random.below(2 ** 31));
    const blocks = chain.extend(depth + 1);
    node.setFrom(blocks[0]?.height ?? 0, rawBlocks(blocks));
  }
  grow();
  await until('payments are listed', async () => {
    const answer = await ask('GET', '/compliance/transactions?limit=20');
    return answer?.ok && transactionList.parse(await answer.json()).data.transactions.length > 0;
  });
  const work = [write(), decide(), bringUpToDate()];

  const counts: Record<Target, number> = {
    'the database server': 0,
    'a process of the database': 0,
    Hopscope: 0,
  };
  /** Adds what the server said last. */
  const withLog = (error: unknown): never => {
    throw new Error(`${String(error)}\n${server.output().split('\n').slice(-20).join('\n')}`, {
      cause: error,
    });
  };
  const healthy = (): Promise<boolean> =>
    until('the server is healthy', async () => {
      const { exitCode, signalCode } = server.child;
      if (exitCode !== null || signalCode !== null)
        throw new Error(`Hopscope has ended with ${exitCode ?? signalCode}: ${server.output()}`);
      return fetch(`${url}/api/v1/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    }).catch(withLog);
  for (let kill = 0; kill < kills; kill++) {
    grow();
    await pause(50 + random.below(500));
    // Each of them first, then at random.
    const target = targets[kill < targets.length ? kill : random.below(targets.length)] ?? 'Hopscope';
    counts[target]++;
    if (target === 'Hopscope') {
      server.child.kill('SIGKILL');
      await server.ended;
      server = start({ script: serve, env });
      url = await server.where();
    } else {
      const pid = findPostmaster(join(dataDir, 'postgres'))?.pid;
      const children = pid === undefined ? [] : childrenOf(pid);
      const victim = target === 'the database server' ? pid : children[random.below(children.length)];
      try {
        if (victim !== undefined) process.kill(victim, 'SIGKILL');
      } catch {
        // It has just ended by itself.
      }
    }
    await healthy();
  }
  stopping.abort();
  await Promise.all(work);
  process.stderr.write(
    `Killed ${JSON.stringify(counts)}; ${acknowledged.length} notes, ${decided.size} decisions\n`,
  );

  const tip = chain.blocks.length - 1;
  let health: string | undefined;
  await until(`the ledger has every block up to ${tip}`, async () => {
    const answer = await fetch(`${url}/api/v1/health`).then(wholly, () => undefined);
    health = await answer?.text();
    if (!answer?.ok || health === undefined) return false;
    return (JSON.parse(health) as { bitcoin: { height: number } }).bitcoin.height === tip;
  }).catch((error: unknown) => withLog(`${String(error)}; health: ${health}`));
  const notes: string[] = [];
  for (let page = 1; ; page++) {
    const answer = await insist('GET', `/organizations/${organization}/notes?page=${page}&limit=100`);
    const { data, total } = noteList.parse(await answer.json());
    notes.push(...data.map(({ content }) => content));
    if (notes.length >= total || data.length === 0) break;
  }
  expect(broken).toEqual([]);
  expect(new Set(notes).size).toBe(notes.length);
  expect(acknowledged.filter((content) => !notes.includes(content))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(kills);
  expect(decided.size).toBeGreaterThan(0);
  for (const [id, possible] of decided) {
    const answer = await insist('GET', `/compliance/transactions/${id}`);
    const { data } = z.object({ data: z.object({ status: z.string() }) }).parse(await answer.json());
    expect([...possible]).toContain(data.status);
  }
  const newestJob = async () => {
    const answer = await ask('GET', '/sot/jobs');
    return answer?.ok === true ? jobs.parse(await answer.json()).data[0] : undefined;
  };
  // A job that began earlier may have read the list before it was written.
  const earlier = await until('jobs are listed', newestJob);
  writeList(30);
  await until('the list is up to date', async () => {
    const newest = await newestJob();
    if (newest === undefined || newest.state === 'running') return false;
    if (newest._id !== earlier._id && newest.state === 'succeeded') return true;
    await ask('POST', '/sot/jobs', {});
    return false;
  });
  server.child.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0, err: '' });

  for (const args of [[], ['log']]) {
    const checked = await start({ script: audit, args, env: { DATA_DIR: dataDir } }).ended;
    expect(checked).toMatchObject({ code: 0, err: '' });
  }
  const { db, close } = await openBuiltIn(dataDir);
  const fresh = await ownDatabase();
  await createBitcoinLedger({ db: fresh.db, hashing: nativeHashing }).append(network, chain.blocks);
  expect(await dumpLedger(db)).toBe(await dumpLedger(fresh.db));
  await fresh.remove();
  await close();
  await node.close();
  folder.remove();
});

/** Processes of the database server. */
function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
}
