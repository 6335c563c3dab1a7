import { chains, type Coin, fixedDecimal } from '@hopscope/domain';
import { checkStorage, type StorageCheck } from '../db/check-storage.ts';
import { inTransaction, type SqlDatabase } from '../db/session.ts';
import { type AuditProgress, type AuditReport, auditBitcoin } from '../ledger/bitcoin/audit/audit.ts';
import type { Violation } from '../ledger/bitcoin/audit/audit-violation.ts';
import { auditEthereum, type EthereumAuditReport } from '../ledger/ethereum/audit/audit.ts';
import type { EthereumViolation } from '../ledger/ethereum/audit/audit-violation.ts';

const coinText = (units: bigint, { symbol, decimals }: Coin): string =>
  `${fixedDecimal(units, decimals)} ${symbol}`;

function bitcoins(sats: bigint): string {
  return coinText(sats, chains.bitcoin.coin);
}

function describeReport(report: AuditReport): string {
  const ranges = report.ranges
    .map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`))
    .join(', ');
  const rows: [string, string | number][] = [
    ['Network', report.network ?? 'none yet'],
    [
      'Blocks',
      report.blocks === 0 ? 0 : `${report.blocks} (${ranges}${report.complete ? ', complete' : ''})`,
    ],
    ['Fork blocks', report.forkBlocks],
    ['Transactions', report.transactions],
    [
      'Inputs',
      `${report.inputs}${report.unknownInputs > 0 ? `, ${report.unknownInputs} of them unknown` : ''}`,
    ],
    ['Outputs', `${report.outputs}, ${report.spends} of them spent or replaced`],
    ['Addresses', `${report.addresses} with ${report.activityEntries} entries`],
    ['Scripts', `stored for ${report.scriptsStored} transactions`],
    ['Clusters', describeClusters(report)],
  ];
  for (const balance of [report.tip, report.atHeight]) {
    if (!balance) continue;
    rows.push([
      `At block ${balance.height}`,
      `${bitcoins(balance.addresses)} on addresses, ${bitcoins(balance.other)} elsewhere, ${bitcoins(balance.destroyed)} destroyed`,
    ]);
    if (report.complete) rows.push(['', `${bitcoins(balance.issued)} issued`]);
  }
  return rows.map(([name, value]) => `${name.padEnd(16)}${value}\n`).join('');
}

function describeClusters({ clusters, ranges }: AuditReport): string {
  const { upTo, addresses, links } = clusters;
  const of = `${addresses} addresses in ${addresses - links} clusters`;
  const top = ranges.at(-1)?.to ?? -1;
  return upTo === top ? of : `${of}, up to block ${upTo}; the rest is pending`;
}

function describeViolation(violation: Violation): string {
  const { height, txid, address, sequence } = violation;
  const places = { block: height, transaction: txid, address, entry: sequence };
  const where = Object.entries(places).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${value}`],
  );
  return `Violation: ${violation.message}\n${where.length > 0 ? `  at ${where.join(', ')}\n` : ''}`;
}

function ether(wei: bigint): string {
  return coinText(wei, chains.ethereum.coin);
}

function describeEthereum(report: EthereumAuditReport): string {
  const { totals, ranges, hasAllTraces, openingsKnown } = report;
  const heights = ranges.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`)).join(', ');
  const rows: [string, string | number | bigint][] = [
    [chains.ethereum.name, report.network ?? 'none yet'],
    ['Blocks', `${report.blocks} (${heights})`],
    ['Transactions', totals.transactions],
    ['Accounts', `${totals.accounts} with ${report.entries} entries`],
    ['Tokens', totals.assets],
    ['Created', `${ether(totals.rewards)} in rewards, ${ether(totals.withdrawals)} in withdrawals`],
    ['Removed', `${ether(totals.burnt)} burned, ${ether(totals.destroyed)} destroyed`],
    [
      'Traces',
      hasAllTraces ? 'for every block' : 'missing for some blocks: internal transfers are incomplete',
    ],
    [
      'Opening balance',
      openingsKnown ? 'known for every account' : 'unknown, so current balances are unknown',
    ],
  ];
  return rows.map(([name, value]) => `${name.padEnd(16)}${value}\n`).join('');
}

function describeEthereumViolation(violation: EthereumViolation): string {
  const { height, hash, address, sequence } = violation;
  const places = { block: height, transaction: hash, address, entry: sequence };
  const where = Object.entries(places).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${value}`],
  );
  return `Violation: ${violation.message}\n${where.length > 0 ? `  at ${where.join(', ')}\n` : ''}`;
}

function describeStorage(storage: StorageCheck): string {
  if (storage.is === 'sound') return `${storage.tables} tables and ${storage.indexes} indexes are intact\n`;
  return storage.is === 'not checked'
    ? `Tables and indexes were not checked: this PostgreSQL server has no amcheck extension (${storage.reason})\n`
    : '';
}

/** A line of a terminal that shows the progress; nothing elsewhere. */
function progressLine(): {
  show(progress: Omit<AuditProgress, 'stage'> & { stage: string }): void;
  clear(): void;
} {
  if (!process.stderr.isTTY) return { show: () => {}, clear: () => {} };
  let shownAt = 0;
  return {
    show({ stage, done, total }) {
      const now = Date.now();
      if (now - shownAt < 200) return;
      shownAt = now;
      process.stderr.write(`\r\u001b[KChecking ${stage}: ${done} of ${total}`);
    },
    clear: () => void process.stderr.write('\r\u001b[K'),
  };
}

/** Checks tables, indexes, and every invariant of both ledgers; `text` is the report, or the first violation. */
export async function auditLedger(
  db: SqlDatabase,
  height: number | undefined,
  signal: AbortSignal,
): Promise<{ ok: boolean; text: string }> {
  const line = progressLine();
  const storage = await checkStorage(db, {
    onProgress: (done, total) => line.show({ stage: 'tables and indexes', done, total }),
    signal,
  }).finally(() => line.clear());
  if (storage.is === 'damaged')
    return { ok: false, text: `Violation: ${storage.what} is damaged: ${storage.reason}\n` };
  const options = { onProgress: line.show, signal };
  const bitcoin = await auditBitcoin(db, {
    ...options,
    ...(height === undefined ? {} : { height }),
  }).finally(() => line.clear());
  if (!bitcoin.ok) return { ok: false, text: describeViolation(bitcoin.violation) };
  const ethereum = await inTransaction(db, 'read only', (session) => auditEthereum(session, options)).finally(
    () => line.clear(),
  );
  if (!ethereum.ok) return { ok: false, text: describeEthereumViolation(ethereum.violation) };
  // A ledger without Ethereum says nothing about it.
  const more = ethereum.report.blocks > 0 ? describeEthereum(ethereum.report) : '';
  const stored = describeStorage(storage);
  return { ok: true, text: `${describeReport(bitcoin.report)}${more}${stored}The ledger is consistent\n` };
}
