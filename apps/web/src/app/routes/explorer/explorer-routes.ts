import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import {
  readAddress,
  readAddressList,
  readBlock,
  readChain,
  readNotes,
  readPair,
} from '../../search-params.ts';
import { explorer } from '../guards.ts';
import { home } from '../home-route.ts';

const behindLogin = () => import('../home.ts');

/** The index of /home redirects to the explorer, which has only one URL. */
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
  validateSearch: readChain,
  component: lazyRouteComponent(behindLogin, 'ExplorerRoute'),
});

const block = createRoute({
  getParentRoute: () => home,
  path: '/block-explorer/block/$block',
  validateSearch: readBlock,
  component: lazyRouteComponent(() => import('./BlockRoute.tsx'), 'BlockRoute'),
});

const transaction = createRoute({
  getParentRoute: () => home,
  path: '/block-explorer/transaction/$txid',
  validateSearch: readNotes,
  component: lazyRouteComponent(() => import('./TransactionRoute.tsx'), 'TransactionRoute'),
});

const address = createRoute({
  getParentRoute: () => home,
  path: '/block-explorer/address/$address',
  validateSearch: readAddress,
  component: lazyRouteComponent(() => import('./AddressRoute.tsx'), 'AddressRoute'),
});

const addressDay = createRoute({
  getParentRoute: () => home,
  path: '/block-explorer/address/$address/day/$date',
  component: lazyRouteComponent(() => import('./AddressDayRoute.tsx'), 'AddressDayRoute'),
});

const addresses = createRoute({
  getParentRoute: () => home,
  path: '/block-explorer/addresses',
  validateSearch: readAddressList,
  component: lazyRouteComponent(() => import('./AddressListRoute.tsx'), 'AddressListRoute'),
});

const compare = createRoute({
  getParentRoute: () => home,
  path: '/block-explorer/compare',
  validateSearch: readPair,
  component: lazyRouteComponent(() => import('./CompareRoute.tsx'), 'CompareRoute'),
});

const whatToTry = createRoute({
  getParentRoute: () => home,
  path: '/what-to-try',
  component: lazyRouteComponent(
    () => import('../../../features/demo/components/GuidedTour.tsx'),
    'GuidedTour',
  ),
});

const status = createRoute({
  getParentRoute: () => home,
  path: '/status',
  component: lazyRouteComponent(
    () => import('../../../features/status/components/StatusPage.tsx'),
    'StatusPage',
  ),
});

/** The block explorer, URLs that redirect to it, the starting points of the demo network, and the source status. */
export const explorerRoutes = [
  homeIndex,
  explorerIndex,
  block,
  transaction,
  address,
  addressDay,
  addresses,
  compare,
  whatToTry,
  status,
] as const;
