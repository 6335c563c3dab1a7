import { ChevronDown, ChevronRight } from 'lucide-react';
import { Fragment, type MouseEvent, type ReactNode, useState } from 'react';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { IconButton } from '../button/IconButton.tsx';
import css from './RowTable.module.css';

/** A column of a table: its title and cells. */
export interface RowColumn<Row extends object> {
  /** Key of the column if the title is not text. */
  key?: string;
  title?: string;
  align?: 'right';
  /** Width in pixels. A table with widths doesn't change its columns with their content; one column has none. */
  width?: number;
  /** Number of cells that this one spans; 0: spanned by another one. */
  span?: (row: Row) => number;
  /** The first argument is always undefined: columns are of rows, not of fields. */
  render: (field: undefined, row: Row) => ReactNode;
}
export type RowColumns<Row extends object> = readonly RowColumn<Row>[];

export interface RowTableProps<Row extends object> {
  /** Accessible name of the table. */
  label: string;
  columns: RowColumns<Row>;
  rows: readonly Row[];
  /** `place` is the number of rows before it. */
  rowKey: (row: Row, place: number) => string;
  /** Content shown when a row is expanded; a click on the row expands it. */
  detail?: (row: Row) => ReactNode;
  /** Label of the expand button: `Show inputs and outputs`. */
  detailLabel?: string;
  /** True while other rows are loading. */
  stale?: boolean;
  hideHead?: boolean;
  /** Rows have no focusable content: the table itself gets the focus, so that it can be scrolled by keyboard. */
  words?: boolean;
}

const nameOf = ({ key, title }: { key?: string; title?: string }): string => key ?? title ?? '';

/** Returns whether a click is on the row itself: not on a link or button in it, nor the end of a text selection. */
function meansRow(event: MouseEvent): boolean {
  const inside = event.target instanceof Element && event.target.closest('a, button');
  return !inside && !window.getSelection()?.toString();
}

function Head<Row extends object>({ columns, opens }: { columns: RowColumns<Row>; opens: boolean }) {
  return (
    <thead>
      <tr>
        {opens && <td className={css.toggle} />}
        {columns.map((column) => (
          <th
            key={nameOf(column)}
            scope="col"
            data-align={column.align}
            {...(column.width !== undefined && { style: { width: column.width } })}
          >
            {column.title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Cells<Row extends object>({ columns, row }: { columns: RowColumns<Row>; row: Row }) {
  return columns.map((column) => {
    const cells = column.span?.(row) ?? 1;
    return cells === 0 ? null : (
      <td key={nameOf(column)} data-align={column.align} colSpan={cells}>
        {column.render(undefined, row)}
      </td>
    );
  });
}

/** A dense table; a row with a `detail` expands by click or button. */
export function RowTable<Row extends object>(props: RowTableProps<Row>) {
  const { label, columns, rows, rowKey, detail, detailLabel = 'Show details' } = props;
  const { stale = false, hideHead = false, words = false } = props;
  const [open, setOpen] = useState<readonly string[]>([]);
  const isFixed = columns.some(({ width }) => width !== undefined);

  function toggle(key: string) {
    setOpen((keys) => (keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key]));
  }

  return (
    <div
      className={stale ? `${css.table} ${css.stale}` : css.table}
      aria-busy={stale}
      {...(words && { role: 'region', 'aria-label': `${label}, rows`, tabIndex: 0 })}
    >
      <table aria-label={label} className={hideHead ? css.fitting : isFixed ? css.fixed : css.spreading}>
        {!hideHead && <Head columns={columns} opens={detail !== undefined} />}
        <tbody>
          {rows.map((row, place) => {
            const key = rowKey(row, place);
            if (!detail) {
              return (
                <tr key={key} data-row>
                  <Cells columns={columns} row={row} />
                </tr>
              );
            }
            const opened = open.includes(key);
            return (
              <Fragment key={key}>
                <tr
                  data-row
                  className={opened ? `${css.row} ${css.open}` : css.row}
                  onClick={(event) => meansRow(event) && toggle(key)}
                >
                  <td className={css.toggle}>
                    <IconButton label={detailLabel} size={20} expanded={opened} onClick={() => toggle(key)}>
                      {opened ? <ChevronDown size={14} /> : <ChevronRight size={14} />}
                    </IconButton>
                  </td>
                  <Cells columns={columns} row={row} />
                </tr>
                {opened && (
                  <tr className={css.detail}>
                    <td colSpan={columns.length + 1}>{detail(row)}</td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

const skeletonWidths = { table: ['22%', '14%', '18%', '12%'], facts: ['32%', '56%'] };

/** Skeleton of a table or a list of facts: as high as the expected rows. */
export function RowTableSkeleton({
  rows,
  kind = 'table',
}: {
  rows: number;
  kind?: keyof typeof skeletonWidths;
}) {
  return (
    <div className={css.skeleton} aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={css.skeletonRow}>
          {skeletonWidths[kind].map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Footer of a table: range, coverage, and pages. */
export function TableFoot({ children, pager }: { children: ReactNode; pager?: ReactNode }) {
  return (
    <footer className={css.foot}>
      {children}
      {pager && <span className={css.pager}>{pager}</span>}
    </footer>
  );
}
