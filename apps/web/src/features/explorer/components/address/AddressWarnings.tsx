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

/** Whether the owner of an address is on OFAC's list, as the directory says. */
export function SanctionNotice({ address }: { address: string }) {
  const { data } = useAddressName(address);
  if (data?.entity?.ofac !== true) return null;
  return (
    <Notice kind="error" icon={<OctagonAlert {...icon} />}>
      <b>OFAC-listed.</b> {data.entity.proper_name}, to whom this address is attributed, is on a sanctions
      list of the United States.
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

/** Whether a Bitcoin address looks like another one among its newest transactions. */
export function BitcoinLookAlike({ address }: { address: string }) {
  const { data } = useAddressTransactions(address, newest);
  const alike = data && lookAlikesOf(address, data.txs);
  return <LookAlikeNotice warning={alike && lookAlikeWarning(address, alike)} />;
}

/** The same of an Ethereum address, movements marked as spam included: they are sent for that. */
export function EthereumLookAlike({ address }: { address: string }) {
  const { data } = useAddressMovements(address, { ...newest, asset: undefined, hidden: true });
  const alike = data && lookAlikesOfMovements(address, data.txs);
  return <LookAlikeNotice warning={alike && lookAlikeWarning(address, alike)} />;
}

/** Whether a Bitcoin address was paid more than once, as its newest transactions show. */
export function ReuseTag({ address }: { address: string }) {
  const { data } = useAddressTransactions(address, newest);
  if (!data || !isReused(data.txs)) return null;
  return (
    <WarningTag
      warning={{
        name: 'Address reuse',
        reason:
          'It was paid in more than one transaction: whoever pays it sees what it got before, and links it.',
      }}
    />
  );
}
