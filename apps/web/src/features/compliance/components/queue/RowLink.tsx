import type { ComplianceTransaction } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { ScreenReaderText } from '../../../../ui/text/ScreenReaderText.tsx';
import { callOf } from '../../model/transaction-labels.ts';
import css from './TransactionTable.module.css';

/** The link that opens a row, for keyboard and screen readers. */
export function RowLink({ transaction }: { transaction: ComplianceTransaction }) {
  return (
    <Link
      to="."
      search={(previous) => ({ ...previous, transaction: transaction._id })}
      className={css.link}
      title={transaction.clientId ?? transaction.address}
      resetScroll={false}
    >
      {callOf(transaction)}
      <ScreenReaderText>, details of transaction {transaction.txId}</ScreenReaderText>
    </Link>
  );
}
