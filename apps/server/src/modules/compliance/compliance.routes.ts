import { complianceEndpoints as calls, complianceFindingEndpoints } from '@hopscope/contract';
import type { Context } from '../../context.ts';
import type { Router } from '../../http/router.ts';

export function complianceRoutes(
  { route }: Router,
  { compliance, review, findings }: Pick<Context, 'compliance' | 'review' | 'findings'>,
): void {
  route(calls.listComplianceTransactions, ({ member, query }) => compliance.list(member, query));
  route(calls.countComplianceTransactions, async ({ member }) => ({ data: await compliance.counts(member) }));
  route(calls.getComplianceTransaction, async (call) => ({
    data: await compliance.get(call, call.params.id),
  }));
  route(calls.changeComplianceStatus, async (call) => ({
    data: await review.decide(call, call.params.id, call.body),
  }));
  route(calls.assignComplianceTransaction, async (call) => ({
    data: await review.assign(call, call.params.id, call.body),
  }));
  route(calls.assignComplianceTransactions, async (call) => ({
    data: { results: await review.assignMany(call, call.body) },
  }));
  route(calls.takeNextComplianceTransaction, async (call) => ({ data: await review.takeNext(call) }));
  route(complianceFindingEndpoints.listComplianceFindings, ({ member, query }) =>
    findings.list(member, query),
  );
  route(complianceFindingEndpoints.markComplianceFindings, async (call) => ({
    data: { marked: await findings.markSeen(call, call.body) },
  }));
}
