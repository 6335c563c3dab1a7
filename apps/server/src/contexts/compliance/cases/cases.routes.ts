import { caseEndpoints as calls } from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';

export function caseRoutes({ route, file, download }: Router, { cases }: Pick<Context, 'cases'>): void {
  const { service, decisions, contents, tasks, evidence, exports } = cases;
  route(calls.listCases, ({ member, query }) => service.list(member, query));
  route(calls.createCase, async (call) => ({ data: await service.create(call, call.body) }));
  route(calls.getCase, async (call) => ({ data: await service.get(call, call.params.id) }));
  route(calls.getCaseTimeline, ({ member, params, query }) => service.timeline(member, params.id, query));
  route(calls.updateCase, async (call) => ({ data: await service.update(call, call.params.id, call.body) }));
  route(calls.changeCaseStatus, async (call) => ({
    data: await decisions.status(call, call.params.id, call.body),
  }));
  route(calls.assignCase, async (call) => ({
    data: await decisions.assign(call, call.params.id, call.body),
  }));
  route(calls.decideCase, async (call) => ({
    data: await decisions.decide(call, call.params.id, call.body),
  }));
  route(calls.reopenCase, async (call) => ({
    data: await decisions.reopen(call, call.params.id, call.body),
  }));
  route(calls.changeCaseHold, async (call) => ({
    data: await decisions.hold(call, call.params.id, call.body),
  }));
  route(calls.addCaseTransactions, async (call) => ({
    data: await contents.addTransactions(call, call.params.id, call.body.transactionIds),
  }));
  route(calls.removeCaseTransaction, async (call) => ({
    data: await contents.removeTransaction(call, call.params.id, call.params.transactionId),
  }));
  route(calls.addCaseAddresses, async (call) => ({
    data: await contents.addAddresses(call, call.params.id, call.body.addresses),
  }));
  route(calls.removeCaseAddress, async (call) => ({
    data: await contents.removeAddress(call, call.params.id, call.params.addressId),
  }));
  route(calls.addCaseDocument, async (call) => ({
    data: await contents.addDocument(call, call.params.id, call.body.documentId),
  }));
  route(calls.removeCaseDocument, async (call) => ({
    data: await contents.removeDocument(call, call.params.id, call.params.documentId),
  }));
  route(calls.addCaseNote, async (call) => ({
    data: await contents.addNote(call, call.params.id, call.body.text),
  }));
  route(calls.addCaseTask, async (call) => ({ data: await tasks.add(call, call.params.id, call.body) }));
  route(calls.changeCaseTask, async (call) => ({ data: await tasks.change(call, call.params, call.body) }));
  route(calls.removeCaseTask, async (call) => ({ data: await tasks.remove(call, call.params) }));
  route(calls.addCaseEvidence, async (call) => ({
    data: await evidence.add(call, call.params.id, { name: call.query.name, bytes: call.raw }),
  }));
  file(calls.getCaseEvidence, (call) => evidence.download(call, call.params));
  file(calls.getCaseReport, (call) => exports.report(call, call.params.id));
  download(calls.getCaseData, (call) => exports.data(call, call.params.id));
  route(calls.removeCaseEvidence, async (call) => ({
    data: await evidence.remove(call, call.params, call.body.reason),
  }));
}
