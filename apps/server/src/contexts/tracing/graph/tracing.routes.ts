import {
  autoTrace,
  expandFlow,
  findFlowPath,
  findSameOwners,
  listFlowProfiles,
  taintFlow,
} from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';

export function tracingRoutes({ route, download }: Router, { tracing }: Pick<Context, 'tracing'>): void {
  route(expandFlow, (call) => tracing.expand(call, call.body));
  route(listFlowProfiles, (call) => tracing.profiles(call, call.body));
  download(autoTrace, async (call) => ({
    filename: 'trace.jsonl',
    lines: await tracing.auto(call, call.body),
  }));
  download(findFlowPath, async (call) => ({
    filename: 'path.jsonl',
    lines: await tracing.path(call, call.body),
  }));
  route(findSameOwners, (call) => tracing.sameOwner(call, call.body));
  route(taintFlow, (call) => tracing.taint(call, call.body));
}
