import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readSar, readSars } from '../../search-params.ts';
import { home } from '../home-route.ts';

const sars = createRoute({
  getParentRoute: () => home,
  path: '/sars',
  validateSearch: readSars,
  component: lazyRouteComponent(() => import('./SarsRoute.tsx'), 'SarsRoute'),
});

const one = createRoute({
  getParentRoute: () => home,
  path: '/sars/$id',
  validateSearch: readSar,
  component: lazyRouteComponent(() => import('./SarsRoute.tsx'), 'SarRoute'),
});

/** The list of suspicious activity reports and the page of a report. */
export const sarRoutes = [sars, one] as const;
