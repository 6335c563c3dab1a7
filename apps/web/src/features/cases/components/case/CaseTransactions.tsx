import { type CaseDetails, caseEndpoints, type ComplianceTransaction } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { usePhone } from '../../../../lib/browser/use-media.ts';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Decimal } from '../../../../ui/display/Figures.tsx';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import { IconButton } from '../../../../ui/button/IconButton.tsx';
import { LinkButton } from '../../../../ui/button/LinkButton.tsx';
import { type RowColumns, RowTable } from '../../../../ui/display/RowTable.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { Time } from '../../../../ui/text/Time.tsx';
import { StackedText } from '../../../../ui/text/StackedText.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { CoinAmount } from '../../../../shared/amount/CoinAmount.tsx';
import { useCaseCall } from '../../api/cases.ts';
import css from '../Cases.module.css';

/** Returns the search parameters under which the Screener shows a transaction: the tab that lists its status. */
export function screenerSearch({ status, _id: transaction }: Pick<ComplianceTransaction, 'status' | '_id'>) {
  if (status === 'UNASSIGNED') return { transaction };
  const archived = status === 'APPROVED' || status === 'CLOSED_WITH_NOTE' || status === 'CLOSED_WITH_SAR';
  return { transaction, tab: archived ? ('archived' as const) : ('active' as const) };
}

function Value({ row: { amount, asset } }: { row: ComplianceTransaction }) {
  return <CoinAmount coin={asset} amount={amount} />;
}

function Score({ row: { riskScores, screening } }: { row: ComplianceTransaction }) {
  if (riskScores.length === 0) {
    return (
      <Text tone={3} unknown title="Unknown">
        {screening === 'pending' ? 'screening' : screening === 'failed' ? 'failed' : 'unknown'}
      </Text>
    );
  }
  const sum = riskScores.reduce((all, each) => all + each, 0);
  return <>{Math.round(sum / riskScores.length)}</>;
}

function Links({ row }: { row: ComplianceTransaction }) {
  const other = row.counterparties[0]?.address ?? row.address;
  return (
    <span className={css.links}>
      <Link to="/home/compliance-screener" search={screenerSearch(row)}>
        Screener
      </Link>
      <Link to="/home/risk-dashboard" search={{ address: row.address }}>
        Risk
      </Link>
      <Link to="/home/flow-trace" search={{ address: other }}>
        Trace
      </Link>
    </span>
  );
}

function Name({ row }: { row: ComplianceTransaction }) {
  return (
    <StackedText
      first={
        <Hash
          value={row.txId}
          what="transaction hash"
          link={(content) => (
            <Link to="/home/block-explorer/transaction/$txid" params={{ txid: row.txId }}>
              {content}
            </Link>
          )}
        />
      }
      second={`${row.direction === 'in' ? 'to' : 'from'} ${row.clientId ?? 'a monitored address'}`}
    />
  );
}

function columnsOf(phone: boolean, remove: ((row: ComplianceTransaction) => void) | undefined) {
  const away = (row: ComplianceTransaction) =>
    remove && (
      <IconButton label={`Remove transaction ${row.txId.slice(0, 10)}`} onClick={() => remove(row)}>
        <X size={14} aria-hidden="true" />
      </IconButton>
    );
  const name = {
    title: 'Transaction',
    render: (_: undefined, row: ComplianceTransaction) => <Name row={row} />,
  };
  const wide: RowColumns<ComplianceTransaction> = [
    name,
    { title: 'Amount', align: 'right', render: (_, row) => <Value row={row} /> },
    {
      title: 'Value at the time',
      align: 'right',
      render: (_, { usdAmount }) =>
        usdAmount === null ? (
          <Text tone={3} unknown title="No price is known for that time.">
            no price
          </Text>
        ) : (
          <>
            $<Decimal text={usdAmount} />
          </>
        ),
    },
    { title: 'Score', align: 'right', render: (_, row) => <Score row={row} /> },
    {
      title: 'When',
      render: (_, { timestamp, presence }) => (
        <>
          <Time seconds={Date.parse(timestamp) / 1000} to="minute" />{' '}
          {presence !== 'confirmed' && <Tag dashed>{presence}</Tag>}
        </>
      ),
    },
    { title: 'Open in', render: (_, row) => <Links row={row} /> },
    { key: 'away', align: 'right', render: (_, row) => away(row) },
  ];
  const narrow: RowColumns<ComplianceTransaction> = [
    {
      key: 'name',
      render: (_, row) => (
        <>
          <Name row={row} />
          <Links row={row} />
        </>
      ),
    },
    {
      key: 'amount',
      align: 'right',
      render: (_, row) => (
        <>
          <Value row={row} />
          <div>
            Score <Score row={row} /> {away(row)}
          </div>
        </>
      ),
    },
  ];
  return phone ? narrow : wide;
}

/** Compliance transactions of a case; they are added where they are reviewed. */
export function CaseTransactions({ found, writes }: { found: CaseDetails; writes: boolean }) {
  const { count } = useFormats();
  const toast = useToast();
  const phone = usePhone();
  const remove = useCaseCall(caseEndpoints.removeCaseTransaction, found.organizationId);

  function takeOut({ _id: transactionId }: ComplianceTransaction) {
    if (remove.isPending) return;
    remove.mutate(
      { params: { id: found._id, transactionId } },
      { onError: (thrown) => toast.error(failureMessage(thrown, 'Failed to remove the transaction')) },
    );
  }

  return (
    <Card
      id="transactions"
      title="Transactions"
      count={count(found.transactions.length)}
      extra={
        writes && (
          <LinkButton to="/home/compliance-screener" search={{ tab: 'active' }}>
            Add from the Screener
          </LinkButton>
        )
      }
    >
      {found.transactions.length === 0 ? (
        <p className={css.muted}>
          No transactions. Open one in the Compliance Screener and choose “Add to case”.
        </p>
      ) : (
        <RowTable
          label="Transactions"
          columns={columnsOf(phone, writes && found.hold === null ? takeOut : undefined)}
          rows={found.transactions}
          rowKey={({ _id }) => _id}
          hideHead={phone}
        />
      )}
    </Card>
  );
}
