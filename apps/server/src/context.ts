import { type ContextOptions, createBase } from './composition/base.ts';
import { createComplianceContext } from './composition/compliance.ts';
import { createDemo } from './composition/demo.ts';
import { createDirectoryContext } from './composition/directory.ts';
import { createExplorer } from './composition/explorer.ts';
import { createIdentity } from './composition/identity.ts';
import { createOperations } from './composition/operations.ts';
import { createRiskContext } from './composition/risk.ts';
import { createTracingContext } from './composition/tracing.ts';
import { readEvidenceBytes } from './contexts/compliance/cases/case-evidence.store.ts';
import { caseRetention } from './contexts/compliance/cases/case-retention.ts';
import { sarRetention } from './contexts/compliance/sars/sar-retention.ts';
import { complianceRetention } from './contexts/compliance/transactions/compliance-retention.ts';
import { minimumRetention } from './contexts/identity/subscriptions/minimum-retention.ts';
import { scoreRetention } from './contexts/risk/history/score-retention.ts';
import { readDocumentBytes } from './contexts/tracing/documents/flow-documents.store.ts';

/** Builds every service once, context by context, the lowest first. Nothing else creates services. */
export function createContext(options: ContextOptions) {
  const base = createBase(options);
  const { config, db, logger, version, now, publicUrl, jobs, sources, messages } = base;
  const months = config.complianceKeepMonths ?? null;
  const identity = createIdentity(base, {
    stored: [readEvidenceBytes, readDocumentBytes],
    // Reports before cases, cases before transactions: each frees what it refers to.
    retained: [
      scoreRetention,
      ...[sarRetention, caseRetention, complianceRetention].map((source) =>
        minimumRetention(months, { source, now }),
      ),
    ],
  });
  const directory = createDirectoryContext(base, identity);
  const explorer = createExplorer(base, identity, directory);
  const risk = createRiskContext(base, identity, directory, explorer);
  const tracing = createTracingContext(base, identity, directory, explorer, risk);
  const compliance = createComplianceContext(base, identity, explorer, risk, tracing);
  const operations = createOperations(base, identity, compliance);
  const demo = createDemo(base, identity, directory, explorer, tracing, compliance);
  return {
    config,
    db,
    logger,
    version,
    now,
    publicUrl,
    jobs,
    sources,
    messages,
    telemetry: options.telemetry,
    ...identity,
    ...directory,
    ...explorer,
    ...risk,
    ...tracing,
    ...compliance,
    ...operations,
    ...demo,
  };
}

export type Context = ReturnType<typeof createContext>;
