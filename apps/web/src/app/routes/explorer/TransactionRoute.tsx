import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { TransactionPage } from '../../../features/explorer/components/transaction/TransactionPage.tsx';
import { NotesButton } from '../../../features/notes/components/NotesDialog.tsx';

const from = '/home/block-explorer/transaction/$txid';

export function TransactionRoute() {
  const { txid } = useParams({ from });
  const { notes } = useSearch({ from });
  const navigate = useNavigate({ from });
  const show = (open: boolean) =>
    void navigate({ search: open ? { notes: true } : {}, replace: true, resetScroll: false });
  return (
    <TransactionPage
      key={txid}
      txid={txid}
      actions={
        <NotesButton
          subject={{ type: 'transaction', transactionId: txid }}
          open={notes === true}
          onOpen={() => show(true)}
          onClose={() => show(false)}
        />
      }
    />
  );
}
