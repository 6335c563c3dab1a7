import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import {
  readCallback,
  readFrom,
  readOnboarding,
  readRegister,
  readReset,
  readSetup,
  readToken,
} from '../../search-params.ts';
import { demandSession, leaveLogin, leaveRegister } from '../guards.ts';
import { root } from '../root.ts';

const entrance = () => import('./entrance.ts');

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: readFrom,
  beforeLoad: ({ context, search }) => leaveLogin(context.session, search.from),
  component: lazyRouteComponent(entrance, 'LoginRoute'),
});

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  validateSearch: readRegister,
  beforeLoad: ({ context, search }) => leaveRegister(context.session, search),
  component: lazyRouteComponent(entrance, 'RegisterRoute'),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  validateSearch: readReset,
  beforeLoad: ({ search }) => {
    if (!search.id || !search.token) throw redirect({ to: '/login', replace: true });
  },
  component: lazyRouteComponent(entrance, 'ResetPasswordRoute'),
});

const callback = createRoute({
  getParentRoute: () => root,
  path: '/auth/callback',
  validateSearch: readCallback,
  component: lazyRouteComponent(entrance, 'CallbackRoute'),
});

const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: '/verify-email',
  validateSearch: readToken,
  beforeLoad: ({ search }) => {
    if (!search.token) throw redirect({ to: '/', replace: true });
  },
  component: lazyRouteComponent(entrance, 'VerifyEmailRoute'),
});

const welcome = createRoute({
  getParentRoute: () => root,
  path: '/welcome',
  validateSearch: readSetup,
  beforeLoad: demandSession,
  component: lazyRouteComponent(entrance, 'WelcomeRoute'),
});

/** Public with an invitation; otherwise requires a session. */
const onboarding = createRoute({
  getParentRoute: () => root,
  path: '/onboarding',
  validateSearch: readOnboarding,
  beforeLoad: ({ context, location, search }) => {
    if (!search.token) demandSession({ context, location });
  },
  component: lazyRouteComponent(entrance, 'OnboardingRoute'),
});

/** Routes before and during sign-in. */
export const entranceRoutes = [
  login,
  register,
  resetPassword,
  callback,
  verifyEmail,
  welcome,
  onboarding,
] as const;
