import type { ComplianceTransaction } from '@hopscope/contract';
import { ArrowDown, ArrowUp, ChevronDown, ChevronRight } from 'lucide-react';
import { type CSSProperties, type MouseEvent, type ReactNode, useState } from 'react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { useMediumScreen, usePhone } from '../../../../lib/browser/use-media.ts';
import { CheckBox } from '../../../../ui/form/CheckBox.tsx';
import type { ScreenerSort } from '../../model/screener-search.ts';
import { type Story, storiesOf } from '../../model/stories.ts';
import { callOf } from '../../model/transaction-labels.ts';
import { CoinAmount } from '../../../../shared/amount/CoinAmount.tsx';
import { DollarsThen, MoreAssets } from '../transaction/amount-notes.tsx';
import { Counterparties } from '../transaction/Counterparties.tsx';
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
  /** Transactions of one story share a row. */
  grouped: boolean;
  onSort: (sort: ScreenerSort) => void;
  onOpen: (id: string) => void;
  /** undefined where rows can't be selected. */
  ticks?:
    | {
        ticked: ReadonlySet<string>;
        onTick: (rows: readonly ComplianceTransaction[], on: boolean) => void;
      }
    | undefined;
}

/** Returns whether a click is on the row itself: not on a link, button, or checkbox in it, nor the end of a text selection. */
function meansRow({ target }: MouseEvent): boolean {
  const inside = target instanceof Element && target.closest('a, button, label, input');
  return !inside && !window.getSelection()?.toString();
}

const widthOf = ({ least }: Cell) =>
  least === undefined ? {} : { style: { '--least': `${least}px` } as CSSProperties };

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
      <th scope="col" data-align={cell.align} className={cell.grow ? css.grow : undefined} {...widthOf(cell)}>
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
      {...widthOf(cell)}
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
          <Counterparties transaction={transaction} />
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

/** Rows of one story under a row with their number and sum, which shows and hides them. */
function StoryRows({
  story,
  columns,
  open,
  ticks,
  children,
}: Pick<TransactionTableProps, 'open' | 'ticks'> & {
  story: Story;
  columns: readonly Cell[];
  children: ReactNode;
}) {
  const { counted } = useFormats();
  const phone = usePhone();
  const [unfolded, setUnfolded] = useState(false);
  const { rows } = story;
  const [first] = rows;
  const shown = unfolded || rows.some(({ _id }) => _id === open);
  const ids = rows.map(({ _id }) => _id);
  const ticked = ticks !== undefined && ids.every((id) => ticks.ticked.has(id));
  if (!first) return null;
  const number = counted(rows.length, first.direction === 'in' ? 'deposit' : 'payment');
  const title = (
    <>
      <button
        type="button"
        className={css.fold}
        data-row-button
        aria-expanded={shown}
        aria-label={`${callOf(first)}, ${number}`}
        onClick={() => setUnfolded(!shown)}
      >
        {shown ? <ChevronDown size={14} aria-hidden="true" /> : <ChevronRight size={14} aria-hidden="true" />}
        {callOf(first)}
      </button>
      <div className={css.sub}>
        {number}
        {phone && <Counterparties transaction={{ ...first, counterpartiesInAll: 1 }} />}
      </div>
    </>
  );
  return (
    <>
      <tr
        data-row
        className={rowClass(first, false, ticked)}
        onClick={(event) => meansRow(event) && setUnfolded(!shown)}
      >
        {ticks && (
          <td className={css.tick}>
            <CheckBox
              bare
              label={`Select ${callOf(first)}, ${number}`}
              checked={ticked}
              onChange={(on) => ticks.onTick(rows, on)}
            />
          </td>
        )}
        {columns
          .filter((cell) => !phone || cell.onPhone)
          .map((cell) => (
            <td key={cell.title} data-align={cell.align}>
              {cell.title === 'Client' ? title : cell.sum?.(story)}
              {phone && cell.title === 'Client' && riskOf(columns)?.sum?.(story)}
            </td>
          ))}
      </tr>
      {shown && children}
    </>
  );
}

const riskOf = (columns: readonly Cell[]): Cell | undefined =>
  columns.find(({ sortBy }) => sortBy === 'riskScores');

/** Transactions of monitored addresses; a click on a row opens its details. */
export function TransactionTable(props: TransactionTableProps) {
  const { label, rows, stale, open, sort, cases, grouped, ticks, onSort, onOpen } = props;
  const phone = usePhone();
  const narrow = open !== undefined;
  const columns = columnsFor({ cases, narrow, medium: useMediumScreen() });
  const all = ticks !== undefined && rows.length > 0 && rows.every(({ _id }) => ticks.ticked.has(_id));
  const line = (row: ComplianceTransaction) => (
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
  );
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
          {grouped
            ? storiesOf(rows).map((story) =>
                story.rows.length === 1 ? (
                  story.rows.map(line)
                ) : (
                  <StoryRows key={story.key} story={story} columns={columns} open={open} ticks={ticks}>
                    {story.rows.map(line)}
                  </StoryRows>
                ),
              )
            : rows.map(line)}
        </tbody>
      </table>
    </div>
  );
}
