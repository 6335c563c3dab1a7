import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Blockchain, type SourceReport, type SourceReports } from '@hopscope/contract';
import { blockchains } from '@hopscope/domain';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { Backups } from '../backups/backups.service.ts';
import type { Health } from '../health/health.service.ts';
import type { Jobs } from '../../../jobs/jobs.ts';
import { readQueues } from './queues.store.ts';
import type { Stream } from '../stream/stream.service.ts';
import { type Metric, metricText, type Sample } from './metric-text.ts';
import { createRequestFigures } from './request-figures.ts';

const gauge = (name: string, help: string, samples: readonly Sample[]): Metric => ({
  name: `hopscope_${name}`,
  help,
  type: 'gauge',
  samples,
});

const counters = (name: string, help: string, samples: readonly Sample[]): Metric => ({
  ...gauge(name, help, samples),
  type: 'counter',
});

const counter = (name: string, help: string, value: number): Metric => counters(name, help, [{ value }]);

const startedAt = Math.round(Date.now() / 1000 - process.uptime());

/** Returns the number of open files; undefined where the system has no /proc. */
function openFiles(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return undefined;
  }
}

/** Metrics that every process has, by the names that client libraries of Prometheus give them. */
function ofAnyProcess(): Metric[] {
  const { user, system } = process.cpuUsage();
  const standard = (name: string, help: string, type: Metric['type'], value: number | undefined): Metric => ({
    name: `process_${name}`,
    help,
    type,
    samples: value === undefined ? [] : [{ value }],
  });
  return [
    standard('cpu_seconds_total', 'CPU time of the process.', 'counter', (user + system) / 1e6),
    standard('resident_memory_bytes', 'Resident memory of the process.', 'gauge', process.memoryUsage.rss()),
    standard('start_time_seconds', 'Start of the process, in seconds since 1970.', 'gauge', startedAt),
    standard('open_fds', 'Open file descriptors.', 'gauge', openFiles()),
  ];
}

/** Returns samples of both chains, without unknown ones. */
function ofChains(
  reports: SourceReports,
  pick: (report: SourceReport, chain: Blockchain) => number | null,
): Sample[] {
  return blockchains.flatMap((blockchain) => {
    const value = pick(reports[blockchain], blockchain);
    return value === null ? [] : [{ labels: { blockchain }, value }];
  });
}

/** Metrics of the process and the ledgers. No label has the name of a person, a host, or an address. */
export function createMetrics(options: {
  kysely: Kysely<Schema>;
  health: Pick<Health, 'reports' | 'followed'>;
  backups: Pick<Backups, 'report'>;
  jobs: Pick<Jobs, 'figures'>;
  /** Whether this process takes blocks and runs jobs. */
  works: () => boolean;
  version: string;
  /** Returns the free bytes of the disk of the data folder. */
  freeBytes(): Promise<number>;
  stream: Pick<Stream, 'figures'>;
  transactions: Readonly<Record<Blockchain, () => Promise<number>>>;
  now: () => number;
}) {
  const { kysely, health, backups, jobs, works, stream, transactions, now } = options;
  const requests = createRequestFigures();
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();

  async function databaseBytes(): Promise<number> {
    const size = sql<{ bytes: bigint }>`select pg_database_size(current_database()) as bytes`;
    const { rows } = await size.execute(kysely);
    return Number(rows[0]?.bytes ?? 0n);
  }

  async function ledgers(): Promise<Metric[]> {
    const reports = await health.reports();
    const counts = { bitcoin: await transactions.bitcoin(), ethereum: await transactions.ethereum() };
    const seconds = Math.floor(now() / 1000);
    return [
      gauge(
        'ledger_height',
        'Height of the ledger.',
        ofChains(reports, ({ height }) => height),
      ),
      gauge(
        'source_height',
        'Height of the source.',
        ofChains(reports, ({ nodeHeight }) => nodeHeight),
      ),
      gauge(
        'ledger_lag_blocks',
        'Blocks behind the source.',
        ofChains(reports, ({ behind }) => behind),
      ),
      gauge(
        'source_lag_blocks',
        'Blocks the source is behind the ledger.',
        ofChains(reports, ({ nodeBehind }) => nodeBehind),
      ),
      gauge(
        'ledger_lag_seconds',
        'Age of the newest block.',
        ofChains(reports, ({ tipTime }) => (tipTime === null ? null : Math.max(0, seconds - tipTime))),
      ),
      gauge(
        'ledger_transactions',
        'Transactions stored.',
        ofChains(reports, (_, chain) => counts[chain]),
      ),
      gauge(
        'source_connected',
        'Whether the source is reachable.',
        ofChains(reports, ({ status }) =>
          status === null ? null : Number(['loading', 'following', 'behind'].includes(status.phase)),
        ),
      ),
      gauge('database_bytes', 'Size of the database.', [{ value: await databaseBytes() }]),
    ];
  }

  /** Returns metrics of monitored addresses; only remote providers that are queried for single addresses have samples. */
  async function followed(): Promise<Metric[]> {
    const found = Object.entries(await health.followed()).flatMap(([blockchain, one]) =>
      one ? [{ labels: { blockchain }, ...one }] : [],
    );
    if (found.length === 0) return [];
    return [
      gauge(
        'monitored_addresses',
        'Monitored addresses followed through the service.',
        found.map(({ labels, monitored }) => ({ labels, value: monitored })),
      ),
      gauge(
        'monitored_addresses_compared',
        'Monitored addresses synchronized with the service.',
        found.map(({ labels, compared }) => ({ labels, value: compared })),
      ),
      gauge(
        'monitored_oldest_comparison_seconds',
        'Age of the oldest synchronization of a monitored address.',
        found.flatMap(({ labels, oldest }) =>
          oldest === null ? [] : [{ labels, value: Math.max(0, (now() - oldest) / 1000) }],
        ),
      ),
    ];
  }

  async function ofBackups(): Promise<Metric[]> {
    const { status, everyHours, lastAt, lastBytes } = await backups.report();
    return [
      gauge('backup_scheduled', 'Whether backups are made by schedule.', [
        { value: Number(everyHours !== null) },
      ]),
      gauge('backup_failed', 'Whether the last backup failed.', [{ value: Number(status === 'failed') }]),
      gauge(
        'backup_age_seconds',
        'Age of the last complete backup.',
        lastAt === null ? [] : [{ value: Math.max(0, Math.floor(now() / 1000) - lastAt) }],
      ),
      gauge(
        'backup_bytes',
        'Size of the last complete backup.',
        lastBytes === null ? [] : [{ value: lastBytes }],
      ),
    ];
  }

  function ofJobs(): Metric[] {
    const figures = jobs.figures();
    const each = (pick: (figure: (typeof figures)[number]) => number): Sample[] =>
      figures.map((figure) => ({ labels: { job: figure.job }, value: pick(figure) }));
    return [
      gauge('process_works', 'Whether this process takes blocks and runs jobs.', [
        { value: Number(works()) },
      ]),
      counters(
        'job_runs_total',
        'Runs of each job.',
        each(({ runs }) => runs),
      ),
      counters(
        'job_failures_total',
        'Failed runs of each job.',
        each(({ failures }) => failures),
      ),
      counters(
        'job_seconds_total',
        'Time that the runs of each job took.',
        each(({ seconds }) => seconds),
      ),
    ];
  }

  async function ofQueues(): Promise<Metric[]> {
    const queues = await readQueues(kysely);
    return [
      gauge(
        'queue_length',
        'Queued work: emails, deliveries to webhooks, transactions to be screened.',
        queues.map(({ queue, length }) => ({ labels: { queue }, value: length })),
      ),
      gauge(
        'queue_oldest_seconds',
        'Age of the oldest queued work.',
        queues.flatMap(({ queue, oldest }) =>
          oldest === null ? [] : [{ labels: { queue }, value: Math.max(0, (now() - oldest) / 1000) }],
        ),
      ),
    ];
  }

  async function ofDisk(): Promise<Metric[]> {
    return [
      gauge('disk_free_bytes', 'Free space on the disk of the data folder.', [
        { value: await options.freeBytes() },
      ]),
      gauge('build_info', 'Version of Hopscope.', [{ labels: { version: options.version }, value: 1 }]),
    ];
  }

  function ofProcess(): Metric[] {
    const { rss, heapUsed, external } = process.memoryUsage();
    const quantiles = [50, 99].map((percentile) => ({
      labels: { quantile: String(percentile / 100) },
      value: delay.percentile(percentile) / 1e9,
    }));
    delay.reset();
    const { open, messages, cut, resets } = stream.figures();
    return [
      gauge('event_loop_delay_seconds', 'Delay of the event loop since the previous scrape.', quantiles),
      gauge('memory_bytes', 'Memory used by the process.', [
        { labels: { kind: 'resident' }, value: rss },
        { labels: { kind: 'heap' }, value: heapUsed },
        { labels: { kind: 'external' }, value: external },
      ]),
      gauge('streams_open', 'Connected stream clients.', [{ value: open }]),
      counter('stream_messages_total', 'Messages sent over streams.', messages),
      counter('stream_cut_total', 'Streams closed because their clients read too slowly.', cut),
      counter('stream_resets_total', 'Streams resumed with an unknown cursor.', resets),
    ];
  }

  return {
    requests,
    /** Returns all metrics in Prometheus' text format. Throws database errors. */
    text: async (): Promise<string> =>
      metricText([
        ...ofAnyProcess(),
        ...ofProcess(),
        requests.metric(),
        ...ofJobs(),
        ...(await ofQueues()),
        ...(await ofDisk()),
        ...(await ledgers()),
        ...(await followed()),
        ...(await ofBackups()),
      ]),
    close: () => delay.disable(),
  };
}
