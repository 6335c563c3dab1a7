import { addressKeyOfScript, decodeBlock, encodeAddress, networks, toHex } from '@hopscope/chain';
import { screenerBandOf, utcDay } from '@hopscope/domain';
import { pino } from 'pino';
import { readConfig } from '../../apps/server/src/config.ts';
import { remoteChains } from '../../apps/server/src/composition/base.ts';
import { createContext } from '../../apps/server/src/context.ts';
import { createScoreThreads } from '../../apps/server/src/contexts/risk/scores/threads/score-threads.ts';
import { noSources } from '../../apps/server/src/sources/sources.ts';
import { createKysely, kyselyOver } from '../../apps/server/src/db/dialect.ts';
import { openBench } from '../lib/open-bench.ts';
import { inTransaction, type SqlDatabase, withSession } from '../../apps/server/src/db/session.ts';
import { createBitcoinLedger } from '../../apps/server/src/ledger/bitcoin/ledger.ts';
import { createWatchlist } from '../../apps/server/src/contexts/compliance/matching/watchlist.ts';
import { nativeHashing } from '../../apps/server/src/ledger/native-hashing.ts';
import {
  countTransactions,
  readTransactions,
  type TransactionFilter,
} from '../../apps/server/src/contexts/compliance/transactions/compliance-transactions.store.ts';
import type { TransactionPage } from '../../apps/server/src/contexts/compliance/transactions/transaction-order.ts';
import { enqueueAffected } from '../../apps/server/src/contexts/compliance/screening/rescreening.store.ts';
import { sortNewNames } from '../../apps/server/src/contexts/risk/scores/dependents.ts';
import { createTeam } from '../../apps/server/src/contexts/compliance/team/team.service.ts';
import { createPastScreening } from '../../apps/server/src/contexts/compliance/watchlist/past-screening.ts';
import { obey } from './child-side.ts';
import { fillDirectory } from '../lib/fill-directory.ts';
import { makeFanBlocks } from '../lib/fan-blocks.ts';
import { createMatching } from '../../apps/server/src/contexts/compliance/matching/matching.ts';

export type ScreeningOrder = { dataDir: string; databaseUrl: string | undefined } & (
  | { kind: 'monitor'; addresses: number }
  | { kind: 'hits'; transactions: number; blocks: number }
  | { kind: 'lists'; rows: number; requests: number }
  /** Past transactions with several names each, of which a release affects `touched`. */
  | { kind: 'look-through'; rows: number; touched: number }
  /** Screens the past of addresses of a demo, then all of these transactions again. */
  | { kind: 'again'; attributionFile: string; addresses: number; most: number }
);

/** Milliseconds. */
export interface ListFigure {
  name: string;
  matching: number;
  p50: number;
  p99: number;
}

export interface ScreeningAnswer {
  seconds: number;
  /** Milliseconds in which a new process reads all monitored addresses, once. */
  readMs: number;
  /** Of blocks: without and with every payment going to a monitored address. */
  plainMs: number[];
  hitMs: number[];
  lists: ListFigure[];
  lookThroughMs: number;
  again: { rows: number; firstSeconds: number; seconds: number };
}

const organization = '00000000-0000-4000-8000-0000000000aa';

/** Writes random monitored addresses, as after `count` calls; returns the milliseconds to read them. */
async function monitor(db: SqlDatabase, count: number): Promise<number> {
  await withSession(db, async (session) => {
    await session.query(
      `insert into monitored_address (id, organization_id, chain, key, address, is_active, outgoing, version, screen_from,
         change_number, created_by, created_at, updated_at)
       select gen_random_uuid(), $1, 'bitcoin', decode('00' || substr(md5(i::text) || md5((-i)::text), 1, 40), 'hex'), 'bench-' || i,
         true, false, 1, '2009-01-01', 2, $1, now(), now() from generate_series(1, $2::int4) i`,
      [organization, count],
    );
    await session.query('update monitored_change_counter set last = 2');
    await session.query('analyze monitored_address');
  });
  const begun = performance.now();
  await inTransaction(db, 'read write', (session) => createWatchlist('bitcoin').loadForShare(session));
  return performance.now() - begun;
}

async function appendAll(db: SqlDatabase, blocks: readonly Uint8Array[]): Promise<number[]> {
  const ledger = createBitcoinLedger({ db, hashing: nativeHashing, listener: createMatching().bitcoin });
  const times: number[] = [];
  const from = (await ledger.ranges()).at(-1)?.to ?? -1;
  for (const [i, raw] of blocks.entries()) {
    const block = decodeBlock(raw, { hashing: nativeHashing });
    const begun = performance.now();
    await ledger.append('demo', [{ height: from + 1 + i, block }]);
    times.push(performance.now() - begun);
  }
  return times;
}

async function measureHits(
  db: SqlDatabase,
  { transactions, blocks: count }: { transactions: number; blocks: number },
): Promise<Pick<ScreeningAnswer, 'plainMs' | 'hitMs'>> {
  const { blocks } = makeFanBlocks(transactions, count * 2);
  const head = blocks.slice(0, -count * 2);
  await appendAll(db, head);
  const plainMs = await appendAll(db, blocks.slice(head.length, head.length + count));
  const last = decodeBlock(blocks.at(-1) ?? new Uint8Array(), { hashing: nativeHashing });
  const keys = last.transactions.flatMap(({ outputs }) =>
    outputs.flatMap(({ script }) => {
      const key = addressKeyOfScript(script, nativeHashing);
      return key ? [toHex(key)] : [];
    }),
  );
  await withSession(db, async (session) => {
    await session.query(
      `insert into monitored_address (id, organization_id, chain, key, address, is_active, outgoing, version, screen_from,
         change_number, created_by, created_at, updated_at)
       select gen_random_uuid(), $1, 'bitcoin', decode(k, 'hex'), k, true, false, 1, '2009-01-01', 3, $1, now(), now()
       from unnest($2::text[]) k on conflict do nothing`,
      [organization, keys],
    );
    await session.query('update monitored_change_counter set last = 3');
  });
  return { plainMs, hitMs: await appendAll(db, blocks.slice(head.length + count)) };
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

async function measureLists(
  db: SqlDatabase,
  { rows, requests }: { rows: number; requests: number },
): Promise<ListFigure[]> {
  await withSession(db, async (session) => {
    await session.query(
      `insert into compliance_transaction (id, organization_id, address_id, chain, txid, address, client_id, direction, amount, presence,
         height, happened_at, seen_at, screening, risk_score, risk_level, over_threshold, below_threshold, status)
       select gen_random_uuid(), $1, $1, case when i % 5 = 0 then 'ethereum' else 'bitcoin' end,
         decode(md5(i::text) || md5((-i)::text), 'hex'), 'bench-' || i % 10000, 'CLIENT-' || i % 2000, 'in', (i::int8 * 7919) % 100000000,
         'confirmed', i / 10, timestamptz '2025-01-01' + i * interval '30 seconds', now(), 'scored',
         case when i % 11 = 0 then null else (i * 31) % 101 end, case when i % 11 = 0 then null else ($3::text[])[(i * 31) % 101 + 1] end, (i * 31) % 101 >= 70, i % 20 = 0,
         case when i % 50 = 0 then 'UNASSIGNED' when i % 50 < 3 then 'IN_REVIEW' else 'APPROVED' end
       from generate_series(1, $2::int4) i`,
      [organization, rows, Array.from({ length: 101 }, (_, score) => screenerBandOf(score))],
    );
    await session.query('vacuum analyze compliance_transaction');
  });
  const kysely = createKysely(db);
  const unassigned: TransactionFilter = { organizationId: organization, statuses: ['UNASSIGNED'] };
  const archived: TransactionFilter = {
    organizationId: organization,
    statuses: ['APPROVED', 'CLOSED_WITH_NOTE', 'CLOSED_WITH_SAR'],
  };
  const newest: TransactionPage = { page: 1, limit: 10, sortBy: 'timestamp', sortOrder: 'desc' };
  const asked: [string, TransactionFilter, TransactionPage][] = [
    ['unassigned, newest', unassigned, newest],
    ['unassigned, riskiest', unassigned, { ...newest, sortBy: 'riskScores' }],
    ['unassigned, largest, page 100', unassigned, { ...newest, sortBy: 'amount', page: 100 }],
    ['unassigned, high risk, Ethereum', { ...unassigned, riskLevel: 'high', blockchain: 'ethereum' }, newest],
    ['archived, newest', archived, newest],
    ['archived, one client', { ...archived, clientId: 'CLIENT-7' }, newest],
    [
      'archived, high risk, riskiest',
      { ...archived, riskLevel: 'high' },
      { ...newest, sortBy: 'riskScores' },
    ],
    ['archived, low risk, riskiest', { ...archived, riskLevel: 'low' }, { ...newest, sortBy: 'riskScores' }],
    ['archived, amount between', { ...archived, minAmount: '1000', maxAmount: '2000' }, newest],
  ];
  const figures: ListFigure[] = [];
  for (const [name, filter, page] of asked) {
    const times: number[] = [];
    let matching = 0;
    for (let i = 0; i < requests; i++) {
      const begun = performance.now();
      await readTransactions(kysely, filter, page);
      matching = await countTransactions(kysely, filter, { belowThreshold: false });
      times.push(performance.now() - begun);
    }
    times.sort((a, b) => a - b);
    figures.push({ name, matching, p50: quantile(times, 0.5), p99: quantile(times, 0.99) });
  }
  return [...figures, ...(await measureTeam(db, requests))];
}

/**
 * Measures the figures of a team over the rows of the lists: each archived row was opened and decided once, and every tenth has
 * an alert of one of 20 rules.
 */
async function measureTeam(db: SqlDatabase, requests: number): Promise<ListFigure[]> {
  await withSession(db, async (session) => {
    await session.query(
      `insert into review_step (transaction_id, number, organization_id, kind, outcome, at, actor_id, seconds)
       select t.id, k, organization_id, case k when 0 then 'look' else 'decision' end, case k when 1 then 'APPROVED' end,
         happened_at + k * interval '1 hour', md5((amount % 20)::text)::uuid, (amount % 90000)::int4
       from compliance_transaction t, generate_series(0, 1) k where status = 'APPROVED'`,
    );
    await session.query(
      `insert into alert (id, organization_id, rule_id, transaction_id, type, severity, message, summary, raised_at, status, version, group_id)
       select t.id, organization_id, md5('rule' || (amount % 200))::uuid, t.id, 'entity', 'high', '', '', happened_at, 'acknowledged', 1, t.id
       from compliance_transaction t where status = 'APPROVED' and amount % 10 = 0`,
    );
    await session.query('analyze review_step, alert');
  });
  const kysely = createKysely(db);
  const end = Date.UTC(2025, 11, 14);
  const team = createTeam({
    kysely,
    audit: { record: () => Promise.reject(new Error('Nothing is recorded here')) },
    people: { findByIds: async () => new Map() },
    organizations: { membersAmong: async () => new Set() },
    now: () => end,
  });
  await team.addUp(new AbortController().signal);
  const member = { organizationId: organization, userId: organization, role: 'admin' } as const;
  const weeksAgo = (weeks: number): string => utcDay(end - (weeks - 1) * 7 * 86_400_000);
  const figures: ListFigure[] = [];
  for (const weeks of [12, 53]) {
    const times: number[] = [];
    let matching = 0;
    for (let i = 0; i < requests; i++) {
      const begun = performance.now();
      const { total } = await team.report(member, { from: weeksAgo(weeks), to: utcDay(end) });
      times.push(performance.now() - begun);
      matching = total.decision.count;
    }
    times.sort((a, b) => a - b);
    figures.push({
      name: `team, ${weeks} weeks`,
      matching,
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
    });
  }
  return figures;
}

/** Names that the screening of one transaction depends on. */
const dependencyNames = 20;

/** Measures the milliseconds to find what a release affects. */
async function measureLookThrough(
  db: SqlDatabase,
  { rows, touched }: { rows: number; touched: number },
): Promise<number> {
  await withSession(db, async (session) => {
    // Many times faster than row by row: recreated after all inserts.
    await session.query('drop index compliance_dependency_names');
    await session.query(
      `insert into compliance_dependency (transaction_id, directory_version, dependencies, dependencies_complete)
       select gen_random_uuid(), 1,
         array[i::int8] || array(select (((i::int8 * 7919 + k * 104729) % 5000000) + 10000000)::int8 from generate_series(2, $2::int4) k), true
       from generate_series(1, $1::int4) i`,
      [rows, dependencyNames],
    );
    await session.query(`set maintenance_work_mem = '256MB'`);
    await session.query(
      'create index compliance_dependency_names on compliance_dependency using gin (dependencies)',
    );
    await session.query('analyze compliance_dependency');
  });
  const names = Array.from({ length: touched }, (_, i) => BigInt(1 + i * Math.floor(rows / touched)));
  const begun = performance.now();
  await inTransaction(db, 'read write', async (session) => {
    await sortNewNames(kyselyOver(session), 'compliance_dependency_names');
    await enqueueAffected(kyselyOver(session), 2, names);
    await enqueueAffected(kyselyOver(session), 2, null);
  });
  const ms = performance.now() - begun;
  const found = await withSession(db, (session) =>
    session.query<{ n: bigint }>('select count(*)::int8 as n from compliance_rescreen'),
  );
  if (Number(found.rows[0]?.n) !== touched) throw new Error('Not what the release touches is in the queue');
  return ms;
}

/** Longer durations count as failures. */
const patienceMs = 120_000;

/** Monitors addresses of a demo with their past; each has at most 100 transactions. */
async function monitorDemo(db: SqlDatabase, addresses: number): Promise<void> {
  await withSession(db, async (session) => {
    const { rows } = await session.query<{ key: Uint8Array }>(
      `select key from (select key, row_number() over (order by id) as place, count(*) over () as n from btc_account where tx_count <= 100) as each
       where place % greatest(1, n / $1) = 0 order by place limit $1`,
      [addresses],
    );
    await session.query(
      `insert into app_user (id, name, surname, email, email_key, role, created_at)
       values ($1, 'Bench', '', 'bench@example.org', 'bench@example.org', 'user', now())`,
      [organization],
    );
    await session.query(
      `insert into organization (id, name, description, email, owner_id, allowed_domains, allow_csam, invite_code, risk_score_threshold,
         transaction_threshold, require_second_factor, invitations_sent, created_at, updated_at)
       values ($1, 'Bench', '', '', $1, '{}', false, 'bench', 70, 0, false, 0, now(), now())`,
      [organization],
    );
    await session.query(
      `insert into subscription (organization_id, plan_id, status, billing_period, anchor, period_start, trial_used, cancel_at_period_end,
         price, currency, credit, stripe_cancel, version, created_at, updated_at)
       values ($1, 'custom', 'active', 'monthly', now(), now(), false, false, 0, 'USD', 0, false, 1, now(), now())`,
      [organization],
    );
    const texts = rows.map(({ key }) => encodeAddress(key, networks.demo));
    await session.query(
      `insert into monitored_address (id, organization_id, chain, key, address, is_active, outgoing, version, screen_from,
         change_number, created_by, created_at, updated_at, past_from)
       select gen_random_uuid(), $1, 'bitcoin', decode(k, 'hex'), a, true, true, 1, '2009-01-01', 2, $1, now(), now(), '2009-01-01'
       from unnest($2::text[], $3::text[]) as listed (k, a)`,
      [organization, rows.map(({ key }) => toHex(key)), texts],
    );
    await session.query('update monitored_change_counter set last = 2');
  });
}

async function measureAgain(
  db: SqlDatabase,
  { dataDir, attributionFile, addresses, most }: ScreeningOrder & { kind: 'again' },
): Promise<ScreeningAnswer['again']> {
  await fillDirectory(db, attributionFile);
  await monitorDemo(db, addresses);
  const logger = pino({ level: 'warn' }, pino.destination(2));
  const config = readConfig({ DATA_DIR: dataDir, BITCOIN_SOURCE: 'off', ETHEREUM_SOURCE: 'off' });
  // As a server does.
  const scores = createScoreThreads({
    db,
    logger,
    now: Date.now,
    count: config.scoreThreads,
    remote: remoteChains(noSources),
  });
  const context = createContext({
    config,
    db,
    logger,
    tokenSecret: 'x'.repeat(32),
    version: 'bench',
    scores,
  });
  const { signal } = new AbortController();
  await createPastScreening({ db, now: Date.now }).run(signal);
  const count = async (what: string): Promise<number> => {
    const { rows } = await withSession(db, (session) =>
      session.query<{ n: bigint }>(`select count(*)::int8 as n from ${what}`),
    );
    return Number(rows[0]?.n);
  };
  await withSession(db, async (session) => {
    await session.query(
      `delete from compliance_transaction where id not in (select id from compliance_transaction order by txid limit $1)`,
      [most],
    );
    await session.query('vacuum analyze');
  });
  const rows = await count('compliance_transaction');
  const seconds = async (run: () => Promise<void>, left: string): Promise<number> => {
    const begun = performance.now();
    while ((await count(left)) > 0) {
      await run();
      if (performance.now() - begun > patienceMs) throw new Error(`Not all of ${left} was screened in time`);
    }
    return (performance.now() - begun) / 1000;
  };
  const firstSeconds = await seconds(
    () => context.screening.run(signal),
    'compliance_transaction where next_attempt_at is not null',
  );
  await withSession(db, (session) =>
    session.query(
      'insert into compliance_rescreen (transaction_id, release) select transaction_id, 1 from compliance_dependency',
    ),
  );
  // The release is another state of the directory: nothing is remembered.
  await withSession(db, (session) => session.query('update btc_ledger set network = network'));
  const againSeconds = await seconds(() => context.rescreening.run(signal), 'compliance_rescreen');
  await scores.close();
  return { rows, firstSeconds, seconds: againSeconds };
}

obey<{ order: ScreeningOrder; answer: ScreeningAnswer }>(async (order) => {
  const { dataDir, databaseUrl } = order;
  const { db, close } = await openBench({ dataDir, databaseUrl });
  const begun = performance.now();
  const answer: Omit<ScreeningAnswer, 'seconds'> = {
    readMs: 0,
    plainMs: [],
    hitMs: [],
    lists: [],
    lookThroughMs: 0,
    again: { rows: 0, firstSeconds: 0, seconds: 0 },
  };
  if (order.kind === 'monitor') answer.readMs = await monitor(db, order.addresses);
  else if (order.kind === 'hits') Object.assign(answer, await measureHits(db, order));
  else if (order.kind === 'lists') answer.lists = await measureLists(db, order);
  else if (order.kind === 'look-through') answer.lookThroughMs = await measureLookThrough(db, order);
  else answer.again = await measureAgain(db, order);
  const seconds = (performance.now() - begun) / 1000;
  await close();
  return { ...answer, seconds };
});
