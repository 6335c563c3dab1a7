import { runBackupProcess } from '../backup/backup-process.ts';
import { createBackups } from '../contexts/operations/backups/backups.service.ts';
import { freeBytesOf } from '../contexts/identity/subscriptions/storage.service.ts';
import { createProblems } from '../contexts/operations/health/problems.service.ts';
import { createHealth } from '../contexts/operations/health/health.service.ts';
import { createMetrics } from '../contexts/operations/metrics/metrics.service.ts';
import { createLedgerFeed } from '../contexts/operations/stream/ledger-feed.ts';
import { createStream } from '../contexts/operations/stream/stream.service.ts';
import type { Base } from './base.ts';
import type { ComplianceContext } from './compliance.ts';
import type { Identity } from './identity.ts';

/** Health, metrics, and the stream of what happens. */
export function createOperations(
  base: Base,
  { memberships, sessions }: Identity,
  { screened, caseChanged }: ComplianceContext,
) {
  const { bitcoin, ethereum, kysely, jobs, messages } = base;
  const backups = createBackups({
    ...base,
    settings: base.config.backup,
    run: (signal) => runBackupProcess(base.logger, signal),
  });
  const health = createHealth({ ...base, backups });
  const freeBytes = base.freeBytes ?? freeBytesOf;
  const problems = createProblems({ ...base, health, backups, freeBytes });
  const stream = createStream({
    ...base,
    ...base.stream,
    feed: createLedgerFeed(base),
    health,
    sessions,
    isMember: (organizationId, userId) => memberships.isMember(kysely, organizationId, userId),
  });
  /** Publishes to the clients of this process and of the others. */
  const everywhere = <T>(kind: string, publish: (data: T) => Promise<void>) => {
    const send = messages.channel(kind, publish);
    return async (data: T): Promise<void> => {
      send(data);
      await publish(data);
    };
  };
  screened.add(everywhere('screened', stream.publishScreened));
  caseChanged.add(everywhere('case changed', stream.publishCaseChange));
  messages.onMissed(() => void stream.publishReset());
  jobs.every(60_000, 'back up', (signal) => backups.keepUp(signal));
  const metrics = createMetrics({
    ...base,
    health,
    backups,
    freeBytes: () => freeBytes(base.config.dataDir),
    jobs: base.jobs,
    stream,
    transactions: {
      bitcoin: async () => (await bitcoin.status()).totals.transactions,
      ethereum: async () => (await ethereum.status()).totals.transactions,
    },
  });
  return { health, problems, stream, metrics };
}
