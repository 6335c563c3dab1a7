import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readAlerts } from '../../search-params.ts';
import { home } from '../home-route.ts';

const alerts = createRoute({
  getParentRoute: () => home,
  path: '/alerts',
  validateSearch: readAlerts,
  component: lazyRouteComponent(() => import('./AlertsRoute.tsx'), 'AlertsRoute'),
});

/** The Alerts page. */
export const alertRoutes = [alerts] as const;
