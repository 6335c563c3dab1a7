import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readSamples } from '../search-params.ts';
import { home } from './home-route.ts';

const dashboard = createRoute({
  getParentRoute: () => home,
  path: '/compliance-dashboard',
  validateSearch: readSamples,
  component: lazyRouteComponent(() => import('./SamplesRoute.tsx'), 'SamplesRoute'),
});

/** Screens with static sample data. */
export const sampleRoutes = [dashboard] as const;
