import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { readPage } from '../../search-params.ts';
import { home } from '../home-route.ts';

const admin = () => import('./admin.ts');

const layout = createRoute({
  getParentRoute: () => home,
  path: '/admin',
  component: lazyRouteComponent(admin, 'AdminLayout'),
});

const index = createRoute({
  getParentRoute: () => layout,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/home/admin/directory', replace: true });
  },
});

const directory = createRoute({
  getParentRoute: () => layout,
  path: '/directory',
  validateSearch: readPage,
  component: lazyRouteComponent(admin, 'DirectoryRoute'),
});

const plans = createRoute({
  getParentRoute: () => layout,
  path: '/plans',
  component: lazyRouteComponent(admin, 'PlansSection'),
});

const subscriptions = createRoute({
  getParentRoute: () => layout,
  path: '/subscriptions',
  validateSearch: readPage,
  component: lazyRouteComponent(admin, 'SubscriptionsRoute'),
});

const invoices = createRoute({
  getParentRoute: () => layout,
  path: '/invoices',
  validateSearch: readPage,
  component: lazyRouteComponent(admin, 'InvoicesRoute'),
});

const contactRequests = createRoute({
  getParentRoute: () => layout,
  path: '/contact-requests',
  validateSearch: readPage,
  component: lazyRouteComponent(admin, 'ContactRequestsRoute'),
});

const outbox = createRoute({
  getParentRoute: () => layout,
  path: '/outbox',
  validateSearch: readPage,
  component: lazyRouteComponent(admin, 'OutboxRoute'),
});

const sessions = createRoute({
  getParentRoute: () => layout,
  path: '/sessions',
  component: lazyRouteComponent(admin, 'SessionsSection'),
});

const auditLog = createRoute({
  getParentRoute: () => layout,
  path: '/audit-log',
  validateSearch: readPage,
  component: lazyRouteComponent(admin, 'InstallationAuditRoute'),
});

/** The admin panel. */
export const adminRoutes = layout.addChildren([
  index,
  directory,
  plans,
  subscriptions,
  invoices,
  contactRequests,
  outbox,
  sessions,
  auditLog,
]);
