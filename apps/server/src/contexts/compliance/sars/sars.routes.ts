import { sarEndpoints as calls } from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';

export function sarRoutes({ route, file }: Router, { sars }: Pick<Context, 'sars'>): void {
  const { service, signing, exports, institutions } = sars;
  route(calls.listSars, ({ member, query }) => service.list(member, query));
  route(calls.createSar, async (call) => ({ data: await service.create(call, call.body) }));
  route(calls.getSar, async (call) => ({ data: await service.get(call, call.params.id) }));
  route(calls.getSarHistory, ({ member, params, query }) => service.history(member, params.id, query));
  route(calls.saveSar, async (call) => ({ data: await service.save(call, call.params.id, call.body) }));
  route(calls.askForSarSignatures, async (call) => ({
    data: await signing.ask(call, call.params.id, call.body),
  }));
  route(calls.signSar, async (call) => ({ data: await signing.sign(call, call.params.id, call.body) }));
  route(calls.returnSar, async (call) => ({
    data: await signing.returnToDraft(call, call.params.id, call.body),
  }));
  route(calls.submitSar, async (call) => ({ data: await signing.submit(call, call.params.id, call.body) }));
  route(calls.withdrawSar, async (call) => ({
    data: await signing.withdraw(call, call.params.id, call.body),
  }));
  file(calls.exportSar, (call) => exports.take(call, call.params.id, call.query.format));
  file(calls.exportSarBatch, (call) => exports.takeBatch(call, call.body.ids));
  route(calls.getSarInstitution, async ({ member }) => ({ data: await institutions.get(member) }));
  route(calls.putSarInstitution, async (call) => ({ data: await institutions.put(call, call.body) }));
}
