import {
  getHealth,
  getLiveness,
  getReadiness,
  getStatus,
  listProblems,
  openStream,
} from '@hopscope/contract';
import type { Context } from '../../context.ts';
import type { Router } from '../../http/router.ts';

export function healthRoutes({ route }: Router, { health, problems }: Context): void {
  route(getHealth, async () => health.check());
  route(getLiveness, async () => ({ status: 'live' as const }));
  route(getReadiness, async () => health.ready());
  route(getStatus, async () => health.status());
  route(listProblems, async () => ({ data: await problems.list() }));
}

export function streamRoutes({ stream }: Router, context: Context): void {
  stream(openStream, ({ actor, query, headers }) => {
    const last = headers['last-event-id'];
    return context.stream.open(actor, { ...query, ...(typeof last === 'string' && { cursor: last }) });
  });
}
