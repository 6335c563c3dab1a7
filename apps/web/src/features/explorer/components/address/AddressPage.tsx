import { type Blockchain, chainOf } from '@hopscope/domain';
import type { ReactNode } from 'react';
import type { AddressView } from '../../model/address-view.ts';
import { BitcoinAddressPage } from './BitcoinAddressPage.tsx';
import { EthereumAddressPage } from '../ethereum/EthereumAddressPage.tsx';

const pages = {
  bitcoin: BitcoinAddressPage,
  ethereum: EthereumAddressPage,
} satisfies Record<Blockchain, typeof BitcoinAddressPage>;

/** An address from the URL; `actions` are shown next to the title. */
export function AddressPage(props: { address: string; view: AddressView; actions?: ReactNode }) {
  const Shown = pages[chainOf(props.address)];
  return <Shown {...props} />;
}
