import { Table, type TableColumnsType } from 'antd';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Bone } from './Bone.tsx';
import { IconButton } from './IconButton.tsx';
import css from './RowTable.module.css';

/** What the columns of a table are called and show. */
export type RowColumns<Row extends object> = TableColumnsType<Row>;

export interface RowTableProps<Row extends object> {
  /** Name of the table for screen readers. */
  label: string;
  columns: TableColumnsType<Row>;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** What a row shows when it is opened; the whole row opens it. */
  detail?: (row: Row) => ReactNode;
  /** What the opening button is called: `Show inputs and outputs`. */
  detailLabel?: string;
  /** True while other rows are on their way. */
  stale?: boolean;
  hideHead?: boolean;
}

/** A dense table on Ant Design's; a row with a `detail` opens by click or by its button. */
export function RowTable<Row extends object>(props: RowTableProps<Row>) {
  const { label, columns, rows, rowKey, detail, detailLabel = 'Show details', stale, hideHead } = props;
  const [open, setOpen] = useState<readonly string[]>([]);

  function toggle(row: Row) {
    const key = rowKey(row);
    setOpen((keys) => (keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key]));
  }

  return (
    <div className={stale ? `${css.table} ${css.stale}` : css.table} aria-busy={stale}>
      <Table<Row>
        aria-label={label}
        size="small"
        columns={columns}
        dataSource={rows}
        rowKey={rowKey}
        pagination={false}
        showHeader={!hideHead}
        {...(!hideHead && { scroll: { x: 'max-content' as const } })}
        {...(detail && {
          onRow: (row: Row) => ({
            onClick: (event) => {
              const link = event.target instanceof Element && event.target.closest('a, button');
              if (!link && !window.getSelection()?.toString()) toggle(row);
            },
          }),
          rowClassName: (row: Row) => (open.includes(rowKey(row)) ? `${css.row} ${css.open}` : `${css.row}`),
          expandable: {
            expandedRowRender: detail,
            expandedRowKeys: open,
            expandedRowClassName: () => css.detail ?? '',
            columnWidth: 36,
            expandIcon: ({ expanded, record }) => (
              <IconButton label={detailLabel} size={20} expanded={expanded} onClick={() => toggle(record)}>
                {expanded ? <ChevronDown size={14} /> : <ChevronRight size={14} />}
              </IconButton>
            ),
          },
        })}
      />
    </div>
  );
}

const boneWidths = { table: ['22%', '14%', '18%', '12%'], facts: ['32%', '56%'] };

/** Stand-in of a table, or of a list of facts, that is on its way: as high as the rows it will have. */
export function RowTableBones({ rows, kind = 'table' }: { rows: number; kind?: keyof typeof boneWidths }) {
  return (
    <div className={css.bones} aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={css.boneRow}>
          {boneWidths[kind].map((width) => (
            <Bone key={width} width={width} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Foot of a table: what is shown, what it rests on, pages. */
export function TableFoot({ children, pager }: { children: ReactNode; pager?: ReactNode }) {
  return (
    <footer className={css.foot}>
      {children}
      {pager && <span className={css.pager}>{pager}</span>}
    </footer>
  );
}
