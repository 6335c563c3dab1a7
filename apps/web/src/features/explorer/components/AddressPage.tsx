import type { ReactNode } from 'react';
import { chainOf } from '../model/chain-of.ts';
import type { MovementView } from '../api/address-movements.ts';
import { BitcoinAddressPage } from './BitcoinAddressPage.tsx';
import { EthereumAddressPage } from './ethereum/EthereumAddressPage.tsx';

/** An address by its text in the address bar; `actions` stand beside its title. */
export function AddressPage({
  address,
  view,
  actions,
}: {
  address: string;
  view: MovementView;
  actions?: ReactNode;
}) {
  return chainOf(address) === 'ethereum' ? (
    <EthereumAddressPage address={address} view={view} actions={actions} />
  ) : (
    <BitcoinAddressPage address={address} page={view.page} actions={actions} />
  );
}
