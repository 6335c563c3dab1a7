import type { OperatorProblem, SourceReport } from '@hopscope/contract';
import { blockchains, chains } from '@hopscope/domain';
import { type Kysely, sql } from 'kysely';
import type { Config } from '../../../config.ts';
import type { Schema } from '../../../db/schema.ts';
import { isLoopbackHost } from '../../../lib/loopback.ts';
import type { Backups } from '../backups/backups.service.ts';
import { type QueueState, readQueues } from '../metrics/queues.store.ts';
import type { Health } from './health.service.ts';

const minuteMs = 60_000;
/** Seconds after which a lease that isn't renewed needs a person. */
const longestWithoutLease = 30;
/** Queued work that is older than this needs a person. */
const longestWaitMs: Readonly<Record<QueueState['queue'], number>> = {
  email: 30 * minuteMs,
  webhooks: 6 * 60 * minuteMs,
  travel_rule: 6 * 60 * minuteMs,
  screening: 60 * minuteMs,
};

const error = (id: string, what: string, action: string): OperatorProblem => ({
  id,
  severity: 'error',
  what,
  action,
});
const warning = (id: string, what: string, action: string): OperatorProblem => ({
  ...error(id, what, action),
  severity: 'warning',
});

function problemsOfSource(name: string, { status, behind }: SourceReport): OperatorProblem[] {
  const id = `source-${name.toLowerCase()}`;
  if (status?.phase === 'failed')
    return [
      error(
        id,
        `The ${name} source has stopped: ${status.reason}`,
        'Solve the named problem. The source checks again every minute.',
      ),
    ];
  if (status?.phase === 'retrying')
    return [
      warning(
        id,
        `The ${name} source is not connected: ${status.reason}`,
        'Check that the node or service runs and can be reached.',
      ),
    ];
  if (status?.phase === 'following' && behind !== null && behind > 6)
    return [
      warning(
        id,
        `The ${name} ledger is ${behind} blocks behind its source`,
        'Check the load of the server and the database.',
      ),
    ];
  return [];
}

/** Lists what is wrong with the installation, and what to do about it, for the operator. */
export function createProblems(options: {
  kysely: Kysely<Schema>;
  config: Pick<
    Config,
    'host' | 'publicUrl' | 'mail' | 'dataDir' | 'diskReserveBytes' | 'demoAccounts' | 'backup'
  >;
  isDemo: boolean;
  health: Pick<Health, 'reports'>;
  backups: Pick<Backups, 'report'>;
  /** Whether this process takes blocks and runs jobs. */
  works: () => boolean;
  /** Returns the free bytes of the disk of a folder. */
  freeBytes(folder: string): Promise<number>;
  now: () => number;
}) {
  const { kysely, config, isDemo, health, backups, works, freeBytes, now } = options;

  async function ofBackups(): Promise<OperatorProblem[]> {
    const { status, lastFailure } = await backups.report();
    if (status === 'failed')
      return [
        error(
          'backup',
          `The last backup failed: ${lastFailure?.text}`,
          'Read the log, and check BACKUP_TO. The next attempt follows within an hour.',
        ),
      ];
    if (status === 'late')
      return [error('backup', 'There is no recent backup', 'Read the log, and check BACKUP_TO.')];
    if (status === 'off' && !isDemo)
      return [
        warning(
          'backup',
          'Nothing is backed up',
          'Set BACKUP_TO to a folder on another disk, or to a bucket.',
        ),
      ];
    if (config.backup.to !== undefined && config.backup.passphrase === undefined)
      return [
        warning(
          'backup-encryption',
          'Backups are not encrypted',
          'Set BACKUP_PASSPHRASE_FILE, unless only trusted people can read the place of the backups.',
        ),
      ];
    return [];
  }

  async function ofProcesses(): Promise<OperatorProblem[]> {
    if (works()) return [];
    const lease = await kysely
      .selectFrom('work_lease')
      .select('token')
      .where('holder', 'is not', null)
      .where('renewed_at', '>', sql<Date>`clock_timestamp() - make_interval(secs => ${longestWithoutLease})`)
      .executeTakeFirst();
    if (lease) return [];
    return [
      error(
        'processes',
        'No server process takes blocks and runs jobs',
        'Start one with MODE=worker or MODE=all, and read its log.',
      ),
    ];
  }

  async function ofQueues(): Promise<OperatorProblem[]> {
    const queues = await readQueues(kysely);
    return queues.flatMap(({ queue, length, oldest }) => {
      if (oldest === null || now() - oldest < longestWaitMs[queue]) return [];
      const minutes = Math.floor((now() - oldest) / minuteMs);
      const names = {
        email: 'Emails',
        webhooks: 'Deliveries to webhooks',
        travel_rule: 'Travel Rule messages',
        screening: 'Transactions to be screened',
      };
      return [
        warning(
          `queue-${queue}`,
          `${names[queue]} are queued for ${minutes} minutes (${length})`,
          'Read the log for failures of jobs.',
        ),
      ];
    });
  }

  async function ofDisk(): Promise<OperatorProblem[]> {
    const free = await freeBytes(config.dataDir);
    if (free >= 2 * config.diskReserveBytes) return [];
    const megabytes = Math.floor(free / 1e6);
    const action = 'Free space on the disk of DATA_DIR. Uploads are refused below DISK_RESERVE_MB.';
    return [error('disk', `The disk of DATA_DIR has ${megabytes} MB left`, action)];
  }

  function ofSettings(): OperatorProblem[] {
    const found: OperatorProblem[] = [];
    const isPublic = !isLoopbackHost(config.host) || config.publicUrl !== undefined;
    if (isPublic && config.publicUrl === undefined)
      found.push(
        warning('public-url', 'Links in emails name the address where the server listens', 'Set PUBLIC_URL.'),
      );
    if (config.publicUrl?.startsWith('http:') === true && !isLoopbackHost(new URL(config.publicUrl).host))
      found.push(
        error(
          'tls',
          'People reach the server without TLS',
          'Terminate TLS in front of the server, and set PUBLIC_URL to its https address.',
        ),
      );
    if (config.mail.smtpUrl === undefined && !isDemo)
      found.push(
        warning(
          'mail',
          'Emails are not sent',
          'Set SMTP_URL. Until then, read them in the Admin Panel under Email outbox.',
        ),
      );
    if (isDemo && config.demoAccounts === 'anyone')
      found.push(
        warning(
          'demo-accounts',
          'Everyone who reaches the server can use the demo accounts',
          'Remove DEMO_ACCOUNTS unless this is intended.',
        ),
      );
    return found;
  }

  return {
    /** Returns the problems, errors first. Throws database errors. */
    async list(): Promise<OperatorProblem[]> {
      const reports = await health.reports();
      const found = [
        ...blockchains.flatMap((chain) => problemsOfSource(chains[chain].name, reports[chain])),
        ...(await ofProcesses()),
        ...(await ofBackups()),
        ...(await ofDisk()),
        ...(await ofQueues()),
        ...ofSettings(),
      ];
      return found.toSorted((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'));
    },
  };
}
