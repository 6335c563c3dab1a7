import type { ComplianceTransaction } from '@hopscope/contract';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { MouseEvent } from 'react';
import { usePhone } from '../../../../lib/browser/use-media.ts';
import { CheckBox } from '../../../../ui/form/CheckBox.tsx';
import type { ScreenerSort } from '../../model/screener-search.ts';
import { callOf } from '../../model/transaction-labels.ts';
import { CoinAmount } from '../../../../shared/amount/CoinAmount.tsx';
import { DollarsThen, MoreAssets } from '../transaction/amount-notes.tsx';
import { RowLink } from './RowLink.tsx';
import { ScoreBadge } from '../transaction/ScoreBadge.tsx';
import { type Cell, columnsFor, Presence, QueueTag } from './transaction-columns.tsx';
import css from './TransactionTable.module.css';

export interface TransactionTableProps {
  label: string;
  rows: readonly ComplianceTransaction[];
  stale: boolean;
  /** ID of the transaction whose details are open. */
  open: string | undefined;
  sort: ScreenerSort;
  /** Also shows status and reviewer. */
  cases: boolean;
  onSort: (sort: ScreenerSort) => void;
  onOpen: (id: string) => void;
  /** undefined where rows can't be selected. */
  ticks?: {
    ticked: ReadonlySet<string>;
    onTick: (rows: readonly ComplianceTransaction[], on: boolean) => void;
  };
}

/** Returns whether a click is on the row itself: not on a link, button, or checkbox in it, nor the end of a text selection. */
function meansRow({ target }: MouseEvent): boolean {
  const inside = target instanceof Element && target.closest('a, button, label, input');
  return !inside && !window.getSelection()?.toString();
}

function SortHead({
  cell,
  sort,
  onSort,
}: {
  cell: Cell;
  sort: ScreenerSort;
  onSort: (sort: ScreenerSort) => void;
}) {
  const by = cell.sortBy;
  if (by === undefined) {
    return (
      <th scope="col" data-align={cell.align} className={cell.grow ? css.grow : undefined}>
        {cell.title}
      </th>
    );
  }
  const sorted = sort.startsWith(by);
  const descending = sort === `${by}.desc`;
  const Arrow = descending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      data-align={cell.align}
      aria-sort={sorted ? (descending ? 'descending' : 'ascending') : undefined}
    >
      <button
        type="button"
        className={css.sort}
        title={cell.hint}
        onClick={() => onSort(descending ? `${by}.asc` : `${by}.desc`)}
      >
        {cell.title}
        {sorted && <Arrow size={12} aria-hidden="true" />}
      </button>
    </th>
  );
}

function PhoneCells({ transaction }: { transaction: ComplianceTransaction }) {
  return (
    <>
      <td>
        <div className={css.main}>
          <RowLink transaction={transaction} />
        </div>
        <div className={css.sub}>
          <Presence transaction={transaction} /> <QueueTag transaction={transaction} />
        </div>
        <ScoreBadge {...transaction} />
      </td>
      <td data-align="right">
        <div className={css.amount}>
          <CoinAmount coin={transaction.asset} amount={transaction.amount} />
        </div>
        <div className={css.sub}>
          <DollarsThen usd={transaction.usdAmount} />
          <MoreAssets assets={transaction.assets} />
        </div>
      </td>
    </>
  );
}

function rowClass(row: ComplianceTransaction, open: boolean, ticked: boolean): string {
  const classes = [
    css.row,
    open && css.open,
    ticked && css.chosen,
    row.presence === 'withdrawn' && css.withdrawn,
  ];
  return classes.filter(Boolean).join(' ');
}

/** Transactions of monitored addresses; a click on a row opens its details. */
export function TransactionTable(props: TransactionTableProps) {
  const { label, rows, stale, open, sort, cases, ticks, onSort, onOpen } = props;
  const phone = usePhone();
  const narrow = open !== undefined;
  const columns = columnsFor({ cases, narrow });
  const all = ticks !== undefined && rows.length > 0 && rows.every(({ _id }) => ticks.ticked.has(_id));
  return (
    <div className={stale ? `${css.scroll} ${css.stale}` : css.scroll} aria-busy={stale}>
      <table className={narrow ? `${css.table} ${css.narrow}` : css.table} aria-label={label}>
        {!phone && (
          <thead>
            <tr>
              {ticks && (
                <td className={css.tick}>
                  <CheckBox
                    bare
                    label="Select all on this page"
                    checked={all}
                    onChange={(on) => ticks.onTick(rows, on)}
                  />
                </td>
              )}
              {columns.map((cell) => (
                <SortHead key={cell.title} cell={cell} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row) => (
            <tr
              key={row._id}
              data-row
              data-transaction={row._id}
              className={rowClass(row, row._id === open, ticks?.ticked.has(row._id) ?? false)}
              aria-current={row._id === open ? 'true' : undefined}
              onClick={(event) => meansRow(event) && onOpen(row._id)}
            >
              {ticks && (
                <td className={css.tick}>
                  <CheckBox
                    bare
                    label={`Select ${callOf(row)}, transaction ${row.txId.slice(0, 10)}`}
                    checked={ticks.ticked.has(row._id)}
                    onChange={(on) => ticks.onTick([row], on)}
                  />
                </td>
              )}
              {phone ? (
                <PhoneCells transaction={row} />
              ) : (
                columns.map((cell) => (
                  <td key={cell.title} data-align={cell.align}>
                    {cell.render(row)}
                  </td>
                ))
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
