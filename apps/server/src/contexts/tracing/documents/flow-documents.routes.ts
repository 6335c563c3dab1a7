import { flowDocumentEndpoints as calls, flowLinkHeader } from '@hopscope/contract';
import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';
import { personOf } from '../../identity/organizations/membership.service.ts';

/** Returns the link token in the headers of a call. */
function linkOf(headers: IncomingHttpHeaders): string | undefined {
  const given = headers[flowLinkHeader];
  return typeof given === 'string' ? given.slice(0, 100) : undefined;
}

export function flowDocumentRoutes(
  { route, file, stream }: Router,
  { flowDocuments, memberships }: Pick<Context, 'flowDocuments' | 'memberships'>,
): void {
  route(calls.listFlowDocuments, ({ member, query }) => flowDocuments.list(member, query));
  route(calls.createFlowDocument, async (call) => ({ data: await flowDocuments.create(call, call.body) }));
  route(calls.getFlowDocument, async ({ member, params, headers }) => ({
    data: await flowDocuments.open(member, params.documentId, linkOf(headers)),
  }));
  route(calls.describeFlowDocument, async ({ member, params, headers }) => ({
    data: await flowDocuments.describe(member, params.documentId, linkOf(headers)),
  }));
  route(calls.changeFlowDocument, async (call) => ({
    data: await flowDocuments.change(call, call.params.documentId, call.body),
  }));
  route(calls.deleteFlowDocument, async (call) => {
    await flowDocuments.remove(call, call.params.documentId);
    return {};
  });
  route(calls.appendFlowSteps, (call) => flowDocuments.append(call, call.params.documentId, call.body));
  route(calls.listFlowSteps, ({ member, params, query, headers }) =>
    flowDocuments.steps(member, params.documentId, { ...query, link: linkOf(headers) }),
  );
  route(calls.getFlowVersion, async ({ member, params, headers }) => ({
    data: await flowDocuments.version(member, params.documentId, params.sequence, linkOf(headers)),
  }));
  file(calls.getFlowRecords, async ({ member, params, headers }) => {
    const packed = await flowDocuments.records(member, params.documentId, params.sequence, linkOf(headers));
    const type = 'application/json; charset=utf-8';
    return { type, bytes: packed, headers: { 'content-encoding': 'gzip' } };
  });
  route(calls.createFlowSnapshot, async (call) => ({
    data: await flowDocuments.snapshot(call, call.params.documentId, call.body),
  }));
  route(calls.deleteFlowSnapshot, async (call) => {
    await flowDocuments.removeSnapshot(call, call.params.documentId, call.params.snapshotId);
    return {};
  });
  route(calls.shareFlowDocument, async (call) => ({
    data: await flowDocuments.share(call, call.params.documentId, {
      userId: call.params.userId,
      role: call.body.role,
    }),
  }));
  route(calls.createFlowLink, async (call) => ({
    data: await flowDocuments.link(call, call.params.documentId, call.body),
  }));
  route(calls.revokeFlowLink, async (call) => {
    await flowDocuments.revokeLink(call, call.params.documentId, call.params.linkId);
    return {};
  });
  stream(calls.openFlowDocument, (call) => {
    const last = call.headers['last-event-id'];
    const after = typeof last === 'string' && /^\d{1,9}$/.test(last) ? Number(last) : call.query.after;
    return flowDocuments.listen(
      call,
      call.params.documentId,
      { ...call.query, after, link: linkOf(call.headers) },
      () => memberships.require(personOf(call.actor), call.member.organizationId, 'traces.read'),
    );
  });
  route(calls.sendFlowCursor, async (call) => {
    await flowDocuments.point(call, call.params.documentId, linkOf(call.headers), call.body);
    return {};
  });
}
