import { OctagonAlert, TriangleAlert } from 'lucide-react';
import { useAddressName } from '../../../../lib/directory/use-address-name.ts';
import { Notice } from '../../../../ui/feedback/Notice.tsx';
import { useAddressMovements } from '../../api/address-movements.ts';
import { useAddressTransactions } from '../../api/address-transactions.ts';
import {
  isReused,
  lookAlikesOf,
  lookAlikesOfMovements,
  lookAlikeWarning,
  type Warning,
} from '../../model/text/warnings.ts';
import { WarningTag } from '../WarningTag.tsx';

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;
const newest = { page: 1, filter: {} };

/** Notice if the directory marks the owner of an address as listed by OFAC. */
export function SanctionNotice({ address }: { address: string }) {
  const { data } = useAddressName(address);
  if (data?.entity?.ofac !== true) return null;
  return (
    <Notice kind="error" icon={<OctagonAlert {...icon} />}>
      <b>OFAC-listed.</b> {data.entity.proper_name}, to which this address is attributed, is on a US sanctions
      list.
    </Notice>
  );
}

function LookAlikeNotice({ warning }: { warning: Warning | undefined }) {
  if (!warning) return null;
  return (
    <Notice kind="warning" icon={<TriangleAlert {...icon} />}>
      <b>{warning.name}.</b> {warning.reason}
    </Notice>
  );
}

/** Notice if a Bitcoin address resembles another address in its newest transactions. */
export function BitcoinLookAlike({ address }: { address: string }) {
  const { data } = useAddressTransactions(address, newest);
  const alike = data && lookAlikesOf(address, data.txs);
  return <LookAlikeNotice warning={alike && lookAlikeWarning(address, alike)} />;
}

/** Notice for an Ethereum address; includes movements marked as spam, the usual way to plant look-alikes. */
export function EthereumLookAlike({ address }: { address: string }) {
  const { data } = useAddressMovements(address, { ...newest, asset: undefined, hidden: true });
  const alike = data && lookAlikesOfMovements(address, data.txs);
  return <LookAlikeNotice warning={alike && lookAlikeWarning(address, alike)} />;
}

/** Tag if a Bitcoin address was paid more than once in its newest transactions. */
export function ReuseTag({ address }: { address: string }) {
  const { data } = useAddressTransactions(address, newest);
  if (!data || !isReused(data.txs)) return null;
  return (
    <WarningTag
      warning={{
        name: 'Address reuse',
        reason: 'Received payments in more than one transaction: each payer can see and link the others.',
      }}
    />
  );
}
