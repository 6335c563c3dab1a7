import type { ReactNode } from 'react';
import type { AddressView } from '../../model/address-view.ts';
import { chainOf } from '../../model/chain-of.ts';
import { BitcoinAddressPage } from './BitcoinAddressPage.tsx';
import { EthereumAddressPage } from '../ethereum/EthereumAddressPage.tsx';

/** An address from the URL; `actions` are shown next to the title. */
export function AddressPage(props: { address: string; view: AddressView; actions?: ReactNode }) {
  return chainOf(props.address) === 'ethereum' ? (
    <EthereumAddressPage {...props} />
  ) : (
    <BitcoinAddressPage {...props} />
  );
}
