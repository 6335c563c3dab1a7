import { Navigate } from '@tanstack/react-router';
import { Card } from '../../../../ui/layout/Card.tsx';
import { HopLoader } from '../../../../ui/feedback/HopLoader.tsx';
import { Page } from '../../../../ui/layout/Page.tsx';
import { useFirstOfDay } from '../../api/address-activity.ts';
import { Failure } from '../Failure.tsx';

/** Redirects to the first transaction of an address on a day, or to the address if there is none. */
export function AddressDay({ address, date }: { address: string; date: string }) {
  const { data: txid, error, refetch } = useFirstOfDay(address, date);
  if (txid === undefined) {
    if (!error) {
      return (
        <Page>
          <HopLoader text={`Finding the first transaction on ${date}`} />
        </Page>
      );
    }
    return (
      <Page>
        <Card>
          <Failure error={error} subject="address" onRetry={refetch} />
        </Card>
      </Page>
    );
  }
  return txid === null ? (
    <Navigate to="/home/block-explorer/address/$address" params={{ address }} replace />
  ) : (
    <Navigate to="/home/block-explorer/transaction/$txid" params={{ txid }} replace />
  );
}
