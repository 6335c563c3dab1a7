import { openStream } from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';

export function streamRoutes({ stream }: Router, context: Context): void {
  stream(openStream, ({ actor, query, headers }) => {
    const last = headers['last-event-id'];
    return context.stream.open(actor, { ...query, ...(typeof last === 'string' && { cursor: last }) });
  });
}
