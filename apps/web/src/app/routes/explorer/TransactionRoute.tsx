import { chainOf } from '@hopscope/domain';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { TransactionPage } from '../../../features/explorer/components/transaction/TransactionPage.tsx';
import { useTransaction } from '../../../features/explorer/api/transaction.ts';
import { mainRecipient } from '../../../features/explorer/model/transaction/main-recipient.ts';
import { NotesButton } from '../../../features/notes/components/NotesDialog.tsx';
import { AddressLinks } from '../SubjectActions.tsx';

const from = '/home/block-explorer/transaction/$txid';

/** Returns the address that a trace of a transaction starts from: its main recipient. */
function useRecipient(txid: string): string | undefined {
  const { data } = useTransaction(chainOf(txid), txid);
  if (!data) return undefined;
  return 'from' in data ? (data.to ?? data.from) : mainRecipient(data);
}

export function TransactionRoute() {
  const { txid } = useParams({ from });
  const { notes } = useSearch({ from });
  const navigate = useNavigate({ from });
  const recipient = useRecipient(txid);
  const show = (open: boolean) =>
    void navigate({ search: open ? { notes: true } : {}, replace: true, resetScroll: false });
  return (
    <TransactionPage
      key={txid}
      txid={txid}
      actions={
        <>
          <NotesButton
            subject={{ type: 'transaction', transactionId: txid }}
            open={notes === true}
            onOpen={() => show(true)}
            onClose={() => show(false)}
          />
          {recipient !== undefined && <AddressLinks address={recipient} about="For the main recipient" />}
        </>
      }
    />
  );
}
