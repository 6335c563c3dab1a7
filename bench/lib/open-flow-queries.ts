import type { SqlDatabase } from '../../apps/server/src/db/session.ts';
import {
  clustersOf,
  clustersUpTo,
  entitiesOf,
  relabel,
} from '../../apps/server/src/ledger/bitcoin/clusters/clusters.ts';
import {
  createTracing,
  type TracingCall,
} from '../../apps/server/src/contexts/tracing/graph/tracing.service.ts';

/** Opens the queries of FlowTrace on a database, without a server: without prices and scores. */
export function openFlowQueries(db: SqlDatabase) {
  const tracing = createTracing({
    db,
    clusters: { clustersOf, clustersUpTo, entitiesOf, relabel },
    remote: { bitcoin: false, ethereum: false },
    risk: { calculate: () => Promise.reject(new Error('The bench asks for no scores here')) },
    canSeeRestricted: async () => false,
    pricesOnDays: async () => new Map(),
    logger: { error: () => undefined },
    now: Date.now,
  });
  // Only the signal of the call is used here.
  const call = {
    signal: new AbortController().signal,
    inTurn: (work: () => Promise<unknown>) => work(),
  } as TracingCall;
  return { tracing, call };
}
