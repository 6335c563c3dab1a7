import { createFlowDocuments } from '../contexts/tracing/documents/flow-documents.service.ts';
import { readSteps } from '../contexts/tracing/documents/flow-steps.store.ts';
import { createFlowLive } from '../contexts/tracing/documents/flow-live.ts';
import { createReplays } from '../contexts/tracing/documents/replay.service.ts';
import { createEvidence } from '../contexts/tracing/evidence/evidence.service.ts';
import { createTracing } from '../contexts/tracing/graph/tracing.service.ts';
import type { Base } from './base.ts';
import type { DirectoryContext } from './directory.ts';
import type { Explorer } from './explorer.ts';
import type { Identity } from './identity.ts';
import type { RiskContext } from './risk.ts';

/** Steps of another process are shown up to this number; clients ask for more. */
const stepsAtOnce = 1000;

/** FlowTrace: answers about the flow of money, documents, and evidence. */
export function createTracingContext(
  base: Base,
  { audit, people, memberships, sessions, storage }: Identity,
  { directory }: DirectoryContext,
  { prices }: Explorer,
  { risk }: RiskContext,
) {
  const shared = {
    ...base,
    clusters: base.clusterAccess,
    risk,
    canSeeRestricted: directory.canSeeRestricted,
  };
  const tracing = createTracing({ ...shared, pricesOnDays: prices.pricesOnDays });
  const flowLive = createFlowLive({
    sessions,
    messages: base.messages,
    readSteps: (documentId, after) => readSteps(base.kysely, documentId, { after, limit: stepsAtOnce }),
  });
  const flowDocuments = createFlowDocuments({
    ...base,
    audit,
    people,
    isMember: memberships.isMember,
    live: flowLive,
    storage,
  });
  return {
    tracing,
    flowLive,
    flowDocuments,
    replays: createReplays({ ...base, documents: flowDocuments, tracing }),
    evidence: createEvidence({ ...shared, audit, documents: flowDocuments }),
  };
}

export type TracingContext = ReturnType<typeof createTracingContext>;
