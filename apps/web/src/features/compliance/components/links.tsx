import type { ReactNode } from 'react';
import { Hash, type HashProps } from '../../../shared/chain/Hash.tsx';

type Shown = Pick<HashProps, 'length' | 'plain'>;

/** A link that opens in a new tab, so that the review stays open. */
export function NewTab({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
    </a>
  );
}

export function AddressTab({ address, ...shown }: { address: string } & Shown) {
  return (
    <Hash
      value={address}
      what="address"
      link={(content) => <NewTab href={`/home/block-explorer/address/${address}`}>{content}</NewTab>}
      {...shown}
    />
  );
}

export function TransactionTab({ txid, ...shown }: { txid: string } & Shown) {
  return (
    <Hash
      value={txid}
      what="transaction hash"
      link={(content) => <NewTab href={`/home/block-explorer/transaction/${txid}`}>{content}</NewTab>}
      {...shown}
    />
  );
}

export const riskHref = (address: string): string =>
  `/home/risk-dashboard?address=${encodeURIComponent(address)}`;
export const traceHref = (address: string): string =>
  `/home/flow-trace?address=${encodeURIComponent(address)}`;
