/** Everything behind the login, loaded as one piece: its pages share nearly all of their parts. */
export { WhatToTry } from '../../features/demo/components/WhatToTry.tsx';
export { StatusPage } from '../../features/status/components/StatusPage.tsx';
export { Shell } from '../shell/Shell.tsx';
export { AddressDayRoute } from './AddressDayRoute.tsx';
export { AddressListRoute } from './AddressListRoute.tsx';
export { AddressRoute } from './AddressRoute.tsx';
export { BlockRoute } from './BlockRoute.tsx';
export { CompareRoute } from './CompareRoute.tsx';
export { EntitiesRoute, EntityChangesRoute } from './EntitiesRoute.tsx';
export { ExplorerRoute } from './ExplorerRoute.tsx';
export { TransactionRoute } from './TransactionRoute.tsx';
