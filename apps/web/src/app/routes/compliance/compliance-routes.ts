import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readChecks, readLabelChanges, readScreener, readTeam, readTravel } from '../../search-params.ts';
import { home } from '../home-route.ts';

const screener = createRoute({
  getParentRoute: () => home,
  path: '/compliance-screener',
  validateSearch: readScreener,
  component: lazyRouteComponent(() => import('./ComplianceRoute.tsx'), 'ComplianceRoute'),
});

const labelChanges = createRoute({
  getParentRoute: () => home,
  path: '/compliance-screener/changes',
  validateSearch: readLabelChanges,
  component: lazyRouteComponent(() => import('./ComplianceRoute.tsx'), 'LabelChangesRoute'),
});

const team = createRoute({
  getParentRoute: () => home,
  path: '/compliance-screener/team',
  validateSearch: readTeam,
  component: lazyRouteComponent(() => import('./TeamRoute.tsx'), 'TeamRoute'),
});

const batches = createRoute({
  getParentRoute: () => home,
  path: '/compliance-screener/batches',
  component: lazyRouteComponent(
    () => import('../../../features/compliance/components/batches/BatchesPage.tsx'),
    'BatchesPage',
  ),
});

const wallets = createRoute({
  getParentRoute: () => home,
  path: '/compliance-screener/wallets',
  component: lazyRouteComponent(
    () => import('../../../features/compliance/components/wallets/WalletsPage.tsx'),
    'WalletsPage',
  ),
});

const checks = createRoute({
  getParentRoute: () => home,
  path: '/compliance-screener/checks',
  validateSearch: readChecks,
  component: lazyRouteComponent(() => import('./ChecksRoute.tsx'), 'ChecksRoute'),
});

const travelRule = createRoute({
  getParentRoute: () => home,
  path: '/compliance-screener/travel-rule',
  validateSearch: readTravel,
  component: lazyRouteComponent(() => import('./TravelRuleRoute.tsx'), 'TravelRuleRoute'),
});

/** The Compliance Screener, the Travel Rule, batches, checks, wallets, team statistics, and changes caused by new labels. */
export const complianceRoutes = [screener, labelChanges, team, batches, checks, wallets, travelRule] as const;
