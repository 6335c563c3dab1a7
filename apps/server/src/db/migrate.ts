import { bitcoinLedger } from './migrations/0001-bitcoin-ledger.ts';
import { accounts } from './migrations/0002-accounts.ts';
import { auditLog } from './migrations/0003-audit-log.ts';
import { organizations } from './migrations/0004-organizations.ts';
import { signIn } from './migrations/0005-sign-in.ts';
import { mail } from './migrations/0006-mail.ts';
import { notes } from './migrations/0007-notes.ts';
import { subscriptions } from './migrations/0008-subscriptions.ts';
import { ethereumLedger } from './migrations/0009-ethereum-ledger.ts';
import { ledgerEvents } from './migrations/0010-ledger-events.ts';
import { bitcoinMempool } from './migrations/0011-bitcoin-mempool.ts';
import { bitcoinByAddress } from './migrations/0012-bitcoin-by-address.ts';
import { ethereumByAddress } from './migrations/0013-ethereum-by-address.ts';
import { directory } from './migrations/0014-directory.ts';
import { clusters } from './migrations/0015-clusters.ts';
import { directoryUpdate } from './migrations/0016-directory-update.ts';
import { addressDays } from './migrations/0017-address-days.ts';
import { keptScripts } from './migrations/0018-kept-scripts.ts';
import { prices } from './migrations/0019-prices.ts';
import { feeds } from './migrations/0020-feeds.ts';
import { risk } from './migrations/0021-risk.ts';
import { riskHistory } from './migrations/0022-risk-history.ts';
import { flowDocuments } from './migrations/0023-flow-documents.ts';
import { monitoredAddresses } from './migrations/0024-monitored-addresses.ts';
import { compliance } from './migrations/0025-compliance.ts';
import { cases } from './migrations/0026-cases.ts';
import { alerts } from './migrations/0027-alerts.ts';
import { sars } from './migrations/0028-sars.ts';
import { alertDelivery } from './migrations/0029-alert-delivery.ts';
import { screenedAgain } from './migrations/0030-screened-again.ts';
import { reviewQueue } from './migrations/0031-review-queue.ts';
import { reviewSteps } from './migrations/0032-review-steps.ts';
import { complianceTally } from './migrations/0033-compliance-tally.ts';
import { complianceExposure } from './migrations/0034-compliance-exposure.ts';
import { closedWithReport } from './migrations/0035-closed-with-report.ts';
import { severalAssets } from './migrations/0036-several-assets.ts';
import { flowNotes } from './migrations/0037-flow-notes.ts';
import { notEnoughSeen } from './migrations/0050-not-enough-seen.ts';
import { approvalOverThreshold } from './migrations/0051-approval-over-threshold.ts';
import { complianceWorth } from './migrations/0052-compliance-worth.ts';
import { inTransaction, type SqlDatabase } from './session.ts';

/** Forward only; a migration that has shipped is never changed. */
const migrations: readonly { name: string; sql: string | readonly string[] }[] = [
  { name: '0001-bitcoin-ledger', sql: bitcoinLedger },
  { name: '0002-accounts', sql: accounts },
  { name: '0003-audit-log', sql: auditLog },
  { name: '0004-organizations', sql: organizations },
  { name: '0005-sign-in', sql: signIn },
  { name: '0006-mail', sql: mail },
  { name: '0007-notes', sql: notes },
  { name: '0008-subscriptions', sql: subscriptions },
  { name: '0009-ethereum-ledger', sql: ethereumLedger },
  { name: '0010-ledger-events', sql: ledgerEvents },
  { name: '0011-bitcoin-mempool', sql: bitcoinMempool },
  { name: '0012-bitcoin-by-address', sql: bitcoinByAddress },
  { name: '0013-ethereum-by-address', sql: ethereumByAddress },
  { name: '0014-directory', sql: directory },
  { name: '0015-clusters', sql: clusters },
  { name: '0016-directory-update', sql: directoryUpdate },
  { name: '0017-address-days', sql: addressDays },
  { name: '0018-kept-scripts', sql: keptScripts },
  { name: '0019-prices', sql: prices },
  { name: '0020-feeds', sql: feeds },
  { name: '0021-risk', sql: risk },
  { name: '0022-risk-history', sql: riskHistory },
  { name: '0023-flow-documents', sql: flowDocuments },
  { name: '0024-monitored-addresses', sql: monitoredAddresses },
  { name: '0025-compliance', sql: compliance },
  { name: '0026-cases', sql: cases },
  { name: '0027-alerts', sql: alerts },
  { name: '0028-sars', sql: sars },
  { name: '0029-alert-delivery', sql: alertDelivery },
  { name: '0030-screened-again', sql: screenedAgain },
  { name: '0031-review-queue', sql: reviewQueue },
  { name: '0032-review-steps', sql: reviewSteps },
  { name: '0033-compliance-tally', sql: complianceTally },
  { name: '0034-compliance-exposure', sql: complianceExposure },
  { name: '0035-closed-with-report', sql: closedWithReport },
  { name: '0036-several-assets', sql: severalAssets },
  { name: '0037-flow-notes', sql: flowNotes },
  { name: '0050-not-enough-seen', sql: notEnoughSeen },
  { name: '0051-approval-over-threshold', sql: approvalOverThreshold },
  { name: '0052-compliance-worth', sql: complianceWorth },
];

const lockNumber = 4_207_001;

/** Statements of a migration; a list is taken as it is (function bodies hold semicolons). */
function statements(sql: string | readonly string[]): readonly string[] {
  if (typeof sql !== 'string') return sql;
  return sql
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/**
 * Brings the database to this version's schema, each migration in one transaction.
 * Throws if the database was made by a newer version.
 */
export async function migrate(db: SqlDatabase): Promise<void> {
  await inTransaction(db, 'read write', async (session) => {
    await session.query('select pg_advisory_xact_lock($1::int8)', [lockNumber]);
    await session.query(
      'create table if not exists schema_migration (name text primary key, applied_at timestamptz not null default now())',
    );
    const done = await session.query<{ name: string }>('select name from schema_migration order by name');
    const known = new Set(migrations.map((m) => m.name));
    const foreign = done.rows.find((row) => !known.has(row.name));
    if (foreign) {
      throw new Error(
        `The database was made by a newer version of Hopscope (it has ${foreign.name}). Install that version.`,
      );
    }
    const applied = new Set(done.rows.map((row) => row.name));
    for (const migration of migrations) {
      if (applied.has(migration.name)) continue;
      for (const statement of statements(migration.sql)) await session.query(statement);
      await session.query('insert into schema_migration (name) values ($1)', [migration.name]);
    }
  });
}
