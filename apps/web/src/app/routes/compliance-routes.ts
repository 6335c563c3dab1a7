import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readScreener } from '../search-params.ts';
import { home } from './home-route.ts';

const screener = createRoute({
  getParentRoute: () => home,
  path: '/compliance-screener',
  validateSearch: readScreener,
  component: lazyRouteComponent(() => import('./ComplianceRoute.tsx'), 'ComplianceRoute'),
});

/** The Compliance Screener. */
export const complianceRoutes = [screener] as const;
