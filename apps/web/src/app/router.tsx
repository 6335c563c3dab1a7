import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { SessionStore } from '../lib/session/session-store.ts';
import { Crash } from './Crash.tsx';
import { adminRoutes } from './routes/account/admin-routes.ts';
import { alertRoutes } from './routes/compliance/alert-routes.ts';
import { caseRoutes } from './routes/compliance/case-routes.ts';
import { complianceRoutes } from './routes/compliance/compliance-routes.ts';
import { entityRoutes } from './routes/entity-routes.ts';
import { entranceRoutes } from './routes/account/entrance-routes.ts';
import { explorerRoutes } from './routes/explorer/explorer-routes.ts';
import { flowTraceRoutes } from './routes/flow-trace-routes.ts';
import { explorer } from './routes/guards.ts';
import { home } from './routes/home-route.ts';
import { riskRoutes } from './routes/risk-routes.ts';
import { root } from './routes/root.ts';
import { sarRoutes } from './routes/compliance/sar-routes.ts';
import { sampleRoutes } from './routes/sample-routes.ts';
import { settingsRoutes } from './routes/account/settings-routes.ts';

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: explorer, replace: true });
  },
});

const unknownInside = createRoute({
  getParentRoute: () => home,
  path: '$',
  component: lazyRouteComponent(() => import('./routes/home.ts'), 'NotFound'),
});

const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});

const routeTree = root.addChildren([
  index,
  ...entranceRoutes,
  home.addChildren([
    ...explorerRoutes,
    ...riskRoutes,
    ...flowTraceRoutes,
    ...entityRoutes,
    ...complianceRoutes,
    ...caseRoutes,
    ...sarRoutes,
    ...alertRoutes,
    ...sampleRoutes,
    settingsRoutes,
    adminRoutes,
    unknownInside,
  ]),
  unknown,
]);

/** Creates the router with the pages of the application. */
export function createAppRouter(session: SessionStore) {
  return createRouter({
    routeTree,
    context: { session },
    defaultPreload: 'intent',
    defaultErrorComponent: Crash,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
