import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { readPage } from '../../search-params.ts';
import { home } from '../home-route.ts';

const settings = () => import('./settings.ts');

const layout = createRoute({
  getParentRoute: () => home,
  path: '/settings',
  component: lazyRouteComponent(settings, 'SettingsLayout'),
});

const index = createRoute({
  getParentRoute: () => layout,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/home/settings/profile', replace: true });
  },
});

const profile = createRoute({
  getParentRoute: () => layout,
  path: '/profile',
  component: lazyRouteComponent(settings, 'ProfileSection'),
});

const invitations = createRoute({
  getParentRoute: () => layout,
  path: '/invitations',
  component: lazyRouteComponent(settings, 'InvitationsSection'),
});

const organization = createRoute({
  getParentRoute: () => layout,
  path: '/organization',
  component: lazyRouteComponent(settings, 'GeneralRoute'),
});

const people = createRoute({
  getParentRoute: () => layout,
  path: '/organization/people',
  validateSearch: readPage,
  component: lazyRouteComponent(settings, 'PeopleRoute'),
});

const riskProfile = createRoute({
  getParentRoute: () => layout,
  path: '/organization/risk-profile',
  component: lazyRouteComponent(settings, 'RiskProfileRoute'),
});

const screeningRules = createRoute({
  getParentRoute: () => layout,
  path: '/organization/screening-rules',
  component: lazyRouteComponent(settings, 'ScreeningRulesRoute'),
});

const notes = createRoute({
  getParentRoute: () => layout,
  path: '/organization/notes',
  component: lazyRouteComponent(settings, 'NotesRoute'),
});

const subscription = createRoute({
  getParentRoute: () => layout,
  path: '/subscription',
  component: lazyRouteComponent(settings, 'SubscriptionRoute'),
});

const preferences = createRoute({
  getParentRoute: () => layout,
  path: '/preferences',
  component: lazyRouteComponent(settings, 'PreferencesSection'),
});

const notifications = createRoute({
  getParentRoute: () => layout,
  path: '/notifications',
  component: lazyRouteComponent(settings, 'NotificationsSection'),
});

const security = createRoute({
  getParentRoute: () => layout,
  path: '/security',
  component: lazyRouteComponent(settings, 'SecuritySection'),
});

const auditLog = createRoute({
  getParentRoute: () => layout,
  path: '/audit-log',
  validateSearch: readPage,
  component: lazyRouteComponent(settings, 'AuditRoute'),
});

const apiKeys = createRoute({
  getParentRoute: () => layout,
  path: '/api-keys',
  component: lazyRouteComponent(settings, 'ApiKeysRoute'),
});

/** The settings; every section has its own URL. */
export const settingsRoutes = layout.addChildren([
  index,
  profile,
  invitations,
  organization,
  people,
  riskProfile,
  screeningRules,
  notes,
  subscription,
  preferences,
  notifications,
  security,
  apiKeys,
  auditLog,
]);
