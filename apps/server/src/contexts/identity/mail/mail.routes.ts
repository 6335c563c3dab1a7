import { getOutboxMail, listOutbox, retryOutboxMail } from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';

export function mailRoutes({ route }: Router, { mail }: Context): void {
  route(listOutbox, async ({ query }) => ({ data: await mail.list(query) }));
  route(getOutboxMail, async ({ params }) => ({ data: await mail.get(params.id) }));
  route(retryOutboxMail, async ({ params, ...by }) => ({ data: await mail.retry(by, params.id) }));
}
