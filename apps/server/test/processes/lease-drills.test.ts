import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { encodeAddress, networks } from '@hopscope/chain';
import { apiBase } from '@hopscope/contract';
import { expect, onTestFinished, test } from 'vitest';
import { randomRuns } from '../../../../test/depth.ts';
import { until } from '../../../../test/until.ts';
import { createMatching } from '../../src/contexts/compliance/matching/matching.ts';
import { openPostgres } from '../../src/db/postgres.ts';
import { type SqlDatabase, withSession } from '../../src/db/session.ts';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { busiestKeys, monitor } from '../support/api/monitored.ts';
import { start } from '../support/command.ts';
import { ownDatabase } from '../support/databases.ts';
import { createChain } from '../support/ledger/chain-builder.ts';
import { dumpLedger } from '../support/ledger/dump.ts';
import { createProcessClient } from '../support/servers/process-client.ts';
import { createServerProcesses, type ServerProcess } from '../support/servers/server-processes.ts';
import { startBitcoinNode } from '../support/sources/bitcoin-node.ts';
import { rawBlocks } from '../support/sources/core-source.ts';
import { createRandom } from '../support/survival/random.ts';

const network = 'regtest';
const { count, first: firstSeed } = randomRuns(4, 900);
/** A paused process is replaced after seconds, so many of them take minutes. */
const rounds = Math.min(count, 20);
const audit = fileURLToPath(new URL('../../src/commands/audit.ts', import.meta.url));

/** Confirmed transactions of monitored addresses, in one order. */
async function screened(db: SqlDatabase): Promise<unknown[]> {
  const { rows } = await withSession(db, (session) =>
    session.query(
      `select address, encode(txid, 'hex') as txid, direction, amount, height from compliance_transaction
       where presence = 'confirmed' order by address, txid, direction`,
    ),
  );
  return rows;
}

/**
 * The process that takes blocks is killed, or paused until another one has its work and then woken, again and again, while
 * blocks and reorganizations come in and people ask the others: nothing is lost or doubled.
 */
test(`${rounds} losses of the process that takes blocks lose and double nothing`, async () => {
  const random = createRandom(firstSeed);
  let chain = createChain({ seed: firstSeed, network, maxTxs: 6, wallet: 3 });
  chain.extend(30);
  const node = await startBitcoinNode({ network, blocks: rawBlocks(chain.blocks) });
  onTestFinished(() => node.close());
  const processes = await createServerProcesses({
    BITCOIN_SOURCE: 'core',
    BITCOIN_RPC_URL: node.url,
    BITCOIN_POLL_SECONDS: '1',
  });
  onTestFinished(() => processes.close());
  let holder = await processes.start();
  let standby = await processes.start();
  const setup = /setup=([\w-]{43})/.exec(holder.running.output())?.[1];
  const client = await createProcessClient(holder, setup);
  const keys = busiestKeys(chain, 4);
  for (const key of keys) {
    const added = await client.ask(standby, '/compliance/monitored-addresses', {
      method: 'POST',
      body: { address: encodeAddress(key, networks[network]), pastFrom: '2009-01-03T00:00:00Z' },
    });
    expect(added.status).toBe(201);
  }

  const growing = new AbortController();
  const grow = async (): Promise<void> => {
    while (!growing.signal.aborted) {
      const depth = random.chance(0.2) ? 1 + random.below(3) : 0;
      if (depth > 0) chain = chain.fork(chain.blocks.length - 1 - depth, random.below(2 ** 31));
      const blocks = chain.extend(depth + 1);
      node.setFrom(blocks[0]?.height ?? 0, rawBlocks(blocks));
      await pause(100);
    }
  };
  /** Statuses of a call that a person repeats all the time, at the process that stays. */
  const statuses = new Map<number, number>();
  let asked: ServerProcess | undefined;
  const look = async (): Promise<void> => {
    while (!growing.signal.aborted) {
      asked = standby;
      const { status } = await client.ask(asked, '/compliance/transactions?limit=20');
      asked = undefined;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await pause(50);
    }
  };
  const work = [grow(), look()];
  const took: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await pause(100 + random.below(700));
    const lost: ServerProcess = holder;
    // A request from when it was the one that stays.
    await until('the process has answered', () => asked !== lost);
    // Each of both first, then at random.
    const kills = round < 2 ? round === 0 : random.chance(0.5);
    lost.running.child.kill(kills ? 'SIGKILL' : 'SIGSTOP');
    const { process: next, ms } = await processes.takenBy([standby]);
    took.push(ms);
    if (!kills) {
      await pause(random.below(500));
      lost.running.child.kill('SIGCONT');
      expect(await lost.running.ended).toMatchObject({
        code: 1,
        err: expect.stringMatching(/Another process has taken over the work of this one/) as string,
      });
    } else await lost.running.ended;
    holder = next;
    standby = await processes.start();
  }
  growing.abort();
  await Promise.all(work);
  expect([...statuses.keys()]).toEqual([200]);
  const sorted = took.toSorted((a, b) => a - b).map(Math.round);
  process.stderr.write(`The next process had the work after ${sorted.join(', ')} ms\n`);

  const tip = chain.blocks.length - 1;
  await until(`the ledger has every block up to ${tip}`, async () => {
    const answer = await fetch(`${standby.url}${apiBase}/health`);
    return ((await answer.json()) as { bitcoin: { height: number } }).bitcoin.height === tip;
  });
  const reference = await ownDatabase();
  const db = openPostgres({ url: processes.databaseUrl, poolSize: 2 });
  onTestFinished(async () => {
    await db.close();
    await reference.remove();
  });
  const entries = keys.map((key) => ({ key, text: encodeAddress(key, networks[network]) }));
  await monitor(
    reference.db,
    entries.map((entry) => ({ ...entry, id: randomUUID(), organizationId: randomUUID(), outgoing: false })),
  );
  await createBitcoinLedger({
    db: reference.db,
    hashing: nativeHashing,
    listener: createMatching().bitcoin,
  }).append(network, chain.blocks);
  const expected = await screened(reference.db);
  expect(expected.length).toBeGreaterThan(20);
  await until('past transactions are screened', async () => (await screened(db)).length >= expected.length);

  for (const { running } of [standby, holder]) {
    running.child.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ code: 0, err: '' });
  }
  expect(await screened(db)).toEqual(expected);
  for (const args of [[], ['log']]) {
    const env = { DATABASE_URL: processes.databaseUrl };
    expect(await start({ script: audit, args, env }).ended).toMatchObject({ code: 0, err: '' });
  }
  expect(await dumpLedger(db)).toBe(await dumpLedger(reference.db));
});
