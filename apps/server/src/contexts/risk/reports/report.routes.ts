import { makeReport, makeReportFile } from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';

export function reportRoutes({ route, file }: Router, { reports }: Pick<Context, 'reports'>): void {
  route(makeReport, async (call) => ({
    data: await reports.make(call, { ...call.body, ...call.query }),
  }));
  file(makeReportFile, (call) => reports.file(call, { ...call.body, ...call.query }));
}
