import { search as searchCall } from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';

export function searchRoutes({ route }: Router, { search }: Context): void {
  route(searchCall, async ({ query }) => ({ data: await search.find(query.q) }));
}
