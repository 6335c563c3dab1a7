import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readRisk } from '../search-params.ts';
import { home } from './home-route.ts';

const dashboard = createRoute({
  getParentRoute: () => home,
  path: '/risk-dashboard',
  validateSearch: readRisk,
  component: lazyRouteComponent(() => import('./RiskRoute.tsx'), 'RiskRoute'),
});

const howGood = createRoute({
  getParentRoute: () => home,
  path: '/risk-dashboard/how-good',
  component: lazyRouteComponent(() => import('./ModelQualityRoute.tsx'), 'ModelQualityRoute'),
});

/** The Risk Dashboard and the measured quality of its scores. */
export const riskRoutes = [dashboard, howGood] as const;
