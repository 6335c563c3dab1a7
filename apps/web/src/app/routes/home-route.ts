import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { demandSession } from './guards.ts';
import { root } from './root.ts';

/** Everything behind the login stands in the shell. */
export const home = createRoute({
  getParentRoute: () => root,
  path: '/home',
  beforeLoad: demandSession,
  component: lazyRouteComponent(() => import('./home.ts'), 'Shell'),
});
