/** Pages of the explorer, loaded as one piece: they share nearly all of their parts. */
export { AddressDayRoute } from './AddressDayRoute.tsx';
export { AddressListRoute } from './AddressListRoute.tsx';
export { AddressRoute } from './AddressRoute.tsx';
export { BlockRoute } from './BlockRoute.tsx';
export { CompareRoute } from './CompareRoute.tsx';
export { TransactionRoute } from './TransactionRoute.tsx';
