import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readCase, readCases } from '../../search-params.ts';
import { home } from '../home-route.ts';

const cases = createRoute({
  getParentRoute: () => home,
  path: '/cases',
  validateSearch: readCases,
  component: lazyRouteComponent(() => import('./CasesRoute.tsx'), 'CasesRoute'),
});

const one = createRoute({
  getParentRoute: () => home,
  path: '/cases/$id',
  validateSearch: readCase,
  component: lazyRouteComponent(() => import('./CasesRoute.tsx'), 'CaseRoute'),
});

/** The list of cases and the page of a case. */
export const caseRoutes = [cases, one] as const;
