import { type ComplianceTransaction, isReviewManager, type Organization } from '@hopscope/contract';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { IconButton } from '../../../../ui/button/IconButton.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { sumOfAmounts } from '../../model/transaction-labels.ts';
import { CoinAmount } from '../../../../shared/amount/CoinAmount.tsx';
import { DecideMany } from './DecideMany.tsx';
import { AssignMany } from './AssignMany.tsx';
import css from './BulkBar.module.css';

/** Selected transactions, with buttons to assign them to a reviewer and to decide on them. */
export function BulkBar({
  organization,
  ticked,
  onClear,
}: {
  organization: Organization;
  ticked: ReadonlyMap<string, ComplianceTransaction>;
  /** Clears the selection; without IDs: all. */
  onClear: (ids?: readonly string[]) => void;
}) {
  const { count } = useFormats();
  const [assigning, setAssigning] = useState(false);
  const [deciding, setDeciding] = useState(false);
  const transactions = [...ticked.values()];
  const sum = sumOfAmounts(transactions);
  return (
    <div className={css.bar} role="group" aria-label="Bulk assignment">
      <b>{count(transactions.length)} selected</b>
      {sum && (
        <Text tone={3}>
          <CoinAmount coin={sum.asset} amount={String(sum.amount)} />
        </Text>
      )}
      <span className={css.actions}>
        {isReviewManager(organization) && (
          <Button size="small" onClick={() => setDeciding(true)}>
            Decide…
          </Button>
        )}
        <Button size="small" kind="primary" onClick={() => setAssigning(true)}>
          Assign {count(transactions.length)}
        </Button>
        <IconButton label="Clear selection" onClick={() => onClear()}>
          <X size={14} aria-hidden="true" />
        </IconButton>
      </span>
      <Dialog title="Assign Transactions" open={assigning} onClose={() => setAssigning(false)}>
        <AssignMany
          organization={organization}
          transactions={transactions}
          onAssigned={onClear}
          onClose={() => setAssigning(false)}
        />
      </Dialog>
      <Dialog title="Decide on transactions" open={deciding} onClose={() => setDeciding(false)}>
        <DecideMany
          organization={organization}
          transactions={transactions}
          onDecided={onClear}
          onClose={() => setDeciding(false)}
        />
      </Dialog>
    </div>
  );
}
