import {
  complianceEndpoints as calls,
  complianceFindingEndpoints,
  complianceFilterEndpoints,
  complianceReviewerEndpoints,
  complianceQueueEndpoints as queue,
  complianceTeamEndpoints,
} from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';

export function complianceRoutes(
  { route, file }: Router,
  {
    compliance,
    clientCategories,
    review,
    findings,
    secondPerson,
    snoozes,
    autoAssignment,
    filters,
    team,
  }: Pick<
    Context,
    | 'secondPerson'
    | 'snoozes'
    | 'autoAssignment'
    | 'filters'
    | 'clientCategories'
    | 'compliance'
    | 'review'
    | 'findings'
    | 'team'
  >,
): void {
  route(calls.listComplianceTransactions, ({ member, query }) => compliance.list(member, query));
  route(complianceTeamEndpoints.countComplianceDays, async ({ member, query }) => ({
    data: await compliance.days(member, query),
  }));
  route(complianceTeamEndpoints.listComplianceClients, async ({ member, query }) => ({
    data: await clientCategories.list(member, query),
  }));
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
  route(queue.answerComplianceProposal, async (call) => ({
    data: await secondPerson.answer(call, call.params.id, call.body),
  }));
  route(queue.snoozeComplianceTransaction, async (call) => ({
    data: await snoozes.snooze(call, call.params.id, call.body),
  }));
  route(queue.wakeComplianceTransaction, async (call) => ({
    data: await snoozes.wake(call, call.params.id),
  }));
  route(complianceReviewerEndpoints.listComplianceReviewers, async ({ member }) => ({
    data: await autoAssignment.list(member),
  }));
  route(complianceReviewerEndpoints.setComplianceReviewer, async (call) => ({
    data: await autoAssignment.set(call, call.params.userId, call.body.autoAssign),
  }));
  route(complianceFilterEndpoints.listComplianceFilters, async ({ member }) => ({
    data: await filters.list(member),
  }));
  route(complianceFilterEndpoints.saveComplianceFilter, async (call) => ({
    data: await filters.save(call, call.body),
  }));
  route(complianceFilterEndpoints.changeComplianceFilter, async (call) => ({
    data: await filters.change(call, call.params.id, call.body),
  }));
  route(complianceFilterEndpoints.deleteComplianceFilter, async (call) => {
    await filters.remove(call, call.params.id);
    return {};
  });
  route(complianceFindingEndpoints.listComplianceFindings, ({ member, query }) =>
    findings.list(member, query),
  );
  route(complianceFindingEndpoints.markComplianceFindings, async (call) => ({
    data: { marked: await findings.markSeen(call, call.body) },
  }));
  route(complianceTeamEndpoints.getComplianceTeam, async ({ member, query }) => ({
    data: await team.report(member, query),
  }));
  file(complianceTeamEndpoints.exportComplianceTeam, (call) => team.export(call, call.query));
}
