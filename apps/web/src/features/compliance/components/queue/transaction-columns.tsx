import type { ComplianceTransaction } from '@hopscope/contract';
import { chains } from '@hopscope/domain';
import type { ReactNode } from 'react';
import { Direction } from '../../../../shared/chain/Direction.tsx';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { Age } from '../../../../ui/text/Time.tsx';
import { riskiestOf, type Story } from '../../model/stories.ts';
import {
  statusNames,
  statusTone,
  sumOfAmounts,
  sumOfDollars,
  withdrawnWords,
} from '../../model/transaction-labels.ts';
import { CoinAmount } from '../../../../shared/amount/CoinAmount.tsx';
import { DollarsThen, MoreAssets } from '../transaction/amount-notes.tsx';
import { Counterparties } from '../transaction/Counterparties.tsx';
import { RowLink } from './RowLink.tsx';
import { ScoreBadge } from '../transaction/ScoreBadge.tsx';
import css from './TransactionTable.module.css';

/** A column of the table of transactions. */
export interface Cell {
  readonly title: string;
  readonly align?: 'right';
  readonly grow?: boolean;
  /** Minimum width in pixels on wide windows: that of usual content, so that new content doesn't change the columns. */
  readonly least?: number;
  /** Hint of the header: the sort criterion. */
  readonly hint?: string;
  /** Sort key of the server. */
  readonly sortBy?: 'timestamp' | 'amount' | 'riskScores';
  readonly render: (row: ComplianceTransaction) => ReactNode;
  /** Also on phones. */
  readonly onPhone?: true;
  /** Content for several transactions of one story. */
  readonly sum?: (story: Story) => ReactNode;
}

/** Chain state: dashed while unconfirmed, and the reason if it was withdrawn. */
export function Presence({ transaction }: { transaction: ComplianceTransaction }) {
  const { presence, withdrawnBecause } = transaction;
  if (presence === 'unconfirmed') return <Tag dashed>0 conf</Tag>;
  if (presence === 'confirmed') return null;
  const why = withdrawnBecause === null ? 'Withdrawn' : withdrawnWords[withdrawnBecause];
  return (
    <Tag tone="orange" title={why}>
      Withdrawn
    </Tag>
  );
}

export function StatusTag({ status }: Pick<ComplianceTransaction, 'status'>) {
  return <Tag tone={statusTone(status)}>{statusNames[status]}</Tag>;
}

const risk: Cell = {
  title: 'Risk',
  least: 164,
  sortBy: 'riskScores',
  render: (row) => <ScoreBadge {...row} />,
  sum(story) {
    const row = riskiestOf(story);
    return row && <ScoreBadge {...row} />;
  },
};
const client: Cell = {
  title: 'Client',
  least: 136,
  onPhone: true,
  render: (row) => (
    <>
      <div className={css.main}>
        <RowLink transaction={row} />
      </div>
      <div className={css.sub}>
        <Row gap={6} wrap>
          <Hash value={row.address} what="address" plain />
          <Presence transaction={row} />
        </Row>
      </div>
    </>
  ),
};
const counterparties: Cell = {
  title: 'Counterparties',
  grow: true,
  render: (row) => (
    <span className={css.cut}>
      <Counterparties transaction={row} />
    </span>
  ),
  sum: ({ rows: [row] }) =>
    row && (
      <span className={css.cut}>
        <Counterparties transaction={{ ...row, counterpartiesInAll: 1 }} />
      </span>
    ),
};
const chain: Cell = {
  title: 'Blockchain',
  least: 98,
  render: ({ blockchain }) => chains[blockchain].name,
  sum: ({ rows }) => [...new Set(rows.map(({ blockchain }) => chains[blockchain].name))].join(', '),
};
/** Tag of a transaction that waits for a second person or is snoozed. */
export function QueueTag({ transaction: { proposal, snooze } }: { transaction: ComplianceTransaction }) {
  if (proposal) return <Tag tone="blue">Awaiting approval</Tag>;
  return snooze ? <Tag title={snooze.reason}>Snoozed</Tag> : null;
}

const status: Cell = {
  title: 'Status',
  render: (row) => (
    <Row gap={6} wrap>
      <StatusTag status={row.status} />
      <QueueTag transaction={row} />
    </Row>
  ),
};
const reviewer: Cell = {
  title: 'Assigned to',
  render: ({ reviewer: person }) => (
    <Text tone={person ? 1 : 3} nowrap>
      {person?.name ?? 'nobody'}
    </Text>
  ),
};
const amount: Cell = {
  title: 'Amount',
  least: 150,
  align: 'right',
  onPhone: true,
  sortBy: 'amount',
  hint: 'Sorted by value in US dollars at the time; by amount if only Bitcoin is listed',
  render: (row) => (
    <>
      <div className={css.amount}>
        {row.direction === 'out' && <Direction direction="out" />}{' '}
        <CoinAmount coin={row.asset} amount={row.amount} />
      </div>
      <div className={css.sub}>
        <DollarsThen usd={row.usdAmount} />
        <MoreAssets assets={row.assets} />
      </div>
    </>
  ),
  sum: ({ rows }) => <StorySum rows={rows} />,
};

/** Sum of a story in its asset, if it has only one, and in US dollars, if each price is known. */
function StorySum({ rows }: Pick<Story, 'rows'>) {
  const sum = sumOfAmounts(rows);
  return (
    <>
      <div className={css.amount}>
        {rows[0]?.direction === 'out' && <Direction direction="out" />}{' '}
        {sum ? <CoinAmount coin={sum.asset} amount={String(sum.amount)} /> : 'several assets'}
      </div>
      <div className={css.sub}>
        <DollarsThen usd={sumOfDollars(rows.map(({ usdAmount }) => usdAmount))} />
      </div>
    </>
  );
}
const age: Cell = {
  title: 'Age',
  least: 68,
  align: 'right',
  sortBy: 'timestamp',
  render: ({ timestamp }) => <Age seconds={Math.floor(Date.parse(timestamp) / 1000)} />,
  sum: ({ rows }) => (
    <Age seconds={Math.floor(Math.min(...rows.map(({ timestamp }) => Date.parse(timestamp))) / 1000)} />
  ),
};

/** Returns the columns of a tab; fewer beside open details (`narrow`), and of cases on a `medium` window. */
export function columnsFor({
  cases,
  narrow,
  medium,
}: {
  cases: boolean;
  narrow: boolean;
  medium: boolean;
}): readonly Cell[] {
  const own = cases ? [status, reviewer] : [];
  if (narrow) return [risk, client, counterparties, ...own.slice(0, 1), amount, age];
  // The coin of the amount names the chain.
  return [risk, client, counterparties, ...(cases && medium ? [] : [chain]), ...own, amount, age];
}
