import { getHealth } from '@hopscope/contract';
import type { Context } from '../../context.ts';
import type { Router } from '../../http/router.ts';

export function healthRoutes({ route }: Router, { health }: Context): void {
  route(getHealth, async () => health.check());
}
