import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { demandSession } from './guards.ts';
import { root } from './root.ts';

/** Layout of every page that requires a session: the shell. */
export const home = createRoute({
  getParentRoute: () => root,
  path: '/home',
  beforeLoad: demandSession,
  component: lazyRouteComponent(() => import('./home.ts'), 'Shell'),
});
