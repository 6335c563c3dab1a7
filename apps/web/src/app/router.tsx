import {
  Outlet,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { safeReturnPath } from '../lib/session/return-path.ts';
import type { SessionStore } from '../lib/session/session-store.ts';
import { Crash } from './Crash.tsx';
import { readFrom, readPage } from './search-params.ts';

interface RouterContext {
  session: SessionStore;
}

const explorer = '/home/block-explorer';
const entrance = () => import('./routes/entrance.ts');
const behindLogin = () => import('./routes/home.ts');

const root = createRootRouteWithContext<RouterContext>()({ component: Outlet, errorComponent: Crash });

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: explorer, replace: true });
  },
});

const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});

/** Pages for people who are not signed in; everyone else goes on to where they came from. */
function leaveIfSignedIn(session: SessionStore, from: string | undefined): void {
  if (session.state().status === 'signed-out') return;
  throw redirect({ href: safeReturnPath(from) ?? explorer, replace: true });
}

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: readFrom,
  beforeLoad: ({ context, search }) => leaveIfSignedIn(context.session, search.from),
  component: lazyRouteComponent(entrance, 'LoginRoute'),
});

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  validateSearch: readFrom,
  beforeLoad: ({ context, search }) => leaveIfSignedIn(context.session, search.from),
  component: lazyRouteComponent(entrance, 'RegisterRoute'),
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/home',
  beforeLoad: ({ context, location }) => {
    const state = context.session.state();
    if (state.status !== 'signed-out') return;
    const remember = state.reason !== 'logout' && location.href !== explorer;
    throw redirect({ to: '/login', search: remember ? { from: location.href } : {}, replace: true });
  },
  component: lazyRouteComponent(behindLogin, 'Shell'),
});

/** The index of /home is the explorer; it lives at one address only. */
const homeIndex = createRoute({
  getParentRoute: () => home,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: explorer, replace: true });
  },
});
const explorerIndex = createRoute({
  getParentRoute: () => home,
  path: '/block-explorer',
  component: lazyRouteComponent(behindLogin, 'ExplorerHome'),
});

const block = createRoute({
  getParentRoute: () => home,
  path: '/block-explorer/block/$block',
  validateSearch: readPage,
  component: lazyRouteComponent(behindLogin, 'BlockRoute'),
});

const transaction = createRoute({
  getParentRoute: () => home,
  path: '/block-explorer/transaction/$txid',
  component: lazyRouteComponent(behindLogin, 'TransactionRoute'),
});

const address = createRoute({
  getParentRoute: () => home,
  path: '/block-explorer/address/$address',
  validateSearch: readPage,
  component: lazyRouteComponent(behindLogin, 'AddressRoute'),
});

const routeTree = root.addChildren([
  index,
  login,
  register,
  home.addChildren([homeIndex, explorerIndex, block, transaction, address]),
  unknown,
]);

/** The pages of the application (specification section 2). */
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
