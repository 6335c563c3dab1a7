import { useParams } from '@tanstack/react-router';
import { TransactionPage } from '../../features/explorer/components/TransactionPage.tsx';

export function TransactionRoute() {
  const { txid } = useParams({ from: '/home/block-explorer/transaction/$txid' });
  return <TransactionPage key={txid} txid={txid} />;
}
