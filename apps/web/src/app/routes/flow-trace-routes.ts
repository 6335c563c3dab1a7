import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readFlowTrace } from '../search-params.ts';
import { home } from './home-route.ts';

const canvas = createRoute({
  getParentRoute: () => home,
  path: '/flow-trace',
  validateSearch: readFlowTrace,
  component: lazyRouteComponent(() => import('./FlowTraceRoute.tsx'), 'FlowTraceRoute'),
});

/** FlowTrace: the tracing canvas. */
export const flowTraceRoutes = [canvas] as const;
