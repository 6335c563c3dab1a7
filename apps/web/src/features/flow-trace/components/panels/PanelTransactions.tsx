import { type CanvasNode, limits } from '@hopscope/canvas';
import { CircleAlert } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { toApiError } from '../../../../lib/api/api-error.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { CheckBox } from '../../../../ui/form/CheckBox.tsx';
import { Direction } from '../../../../shared/chain/Direction.tsx';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import { Notice } from '../../../../ui/feedback/Notice.tsx';
import { RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';
import { Segmented } from '../../../../ui/form/Segmented.tsx';
import { Age } from '../../../../ui/text/Time.tsx';
import { useTransfers } from '../../api/expand.ts';
import { type PanelRow, rowsOf } from '../../model/panel-rows.ts';
import { flowTexts } from '../../model/texts.ts';
import { CoinAmount } from '../../../../shared/amount/CoinAmount.tsx';
import css from './EntityPanel.module.css';
import { PartOfRow } from './PartOfRow.tsx';
import { firstPage, type Picked } from '../use-tracing.ts';

type Side = 'all' | 'in' | 'out';

function TransactionRow({
  row,
  drawn,
  checked,
  onCheck,
}: {
  row: PanelRow;
  /** All of its transfers are on the canvas. */
  drawn: boolean;
  checked: boolean;
  onCheck: (checked: boolean) => void;
}) {
  const { asset } = row;
  const words = drawn ? `${row.transaction}, on the canvas` : `Select ${row.transaction}`;
  return (
    <li className={css.row}>
      <CheckBox bare label={words} checked={checked || drawn} disabled={drawn} onChange={onCheck} />
      <Direction direction={row.side} />
      <span>
        <Hash value={row.transaction} what="transaction hash" plain />
        <span className={css.age}>{row.time === null ? 'unconfirmed' : <Age seconds={row.time} ago />}</span>
        <PartOfRow row={row} />
      </span>
      <CoinAmount amount={row.amount} coin={asset} direction={row.side} bare={asset.contract === null} />
    </li>
  );
}

function List({
  rows,
  side,
  isDrawn,
  chosen,
  onChosen,
}: {
  rows: readonly PanelRow[];
  side: Side;
  isDrawn: (row: PanelRow) => boolean;
  chosen: ReadonlySet<string>;
  onChosen: (chosen: ReadonlySet<string>) => void;
}) {
  if (rows.length === 0) {
    return <p className={css.none}>{side === 'all' ? flowTexts.noTransactions : flowTexts.none[side]}</p>;
  }
  return (
    <ul aria-label="Transactions">
      {rows.map((row) => (
        <TransactionRow
          key={row.key}
          row={row}
          drawn={isDrawn(row)}
          checked={chosen.has(row.key)}
          onCheck={(on) => {
            const next = new Set(chosen);
            if (on) next.add(row.key);
            else next.delete(row.key);
            onChosen(next);
          }}
        />
      ))}
    </ul>
  );
}

/** Newest transactions of an address: up to 15 of the first page of 20; selected ones can be added to the canvas. */
export function PanelTransactions({
  node,
  isDrawn,
  busy,
  onAdd,
}: {
  node: CanvasNode;
  isDrawn: (transferId: string) => boolean;
  busy: boolean;
  onAdd: (picked: Picked) => void;
}) {
  const { count, counted } = useFormats();
  const [side, setSide] = useState<Side>('all');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { chain, address } = node;
  const question =
    chain && address
      ? { ...firstPage(chain, address, limits.panelFetched), ...(side !== 'all' && { direction: side }) }
      : undefined;
  const query = useTransfers(question);
  const { data, error } = query;
  const all = data ? rowsOf(data, node.id) : [];
  const rows = all.slice(0, limits.panelShown);
  const drawn = (row: PanelRow): boolean => row.transfers.every(({ id }) => isDrawn(id));
  const picked = rows.filter((row) => chosen.has(row.key) && !drawn(row));
  const total = side === 'all' ? (node.profile?.transactions ?? null) : null;
  const more = data && (data.pagination.next !== null || all.length > rows.length);

  return (
    <>
      <section className={css.transactions} aria-label="Transactions">
        <div className={css.subhead}>
          <h3>Transactions</h3>
          {total !== null && <span>{counted(total, 'transaction')}</span>}
          {picked.length > 0 && <span>{count(picked.length)} selected</span>}
        </div>
        <div className={css.sides}>
          <Segmented
            label="Direction"
            value={side}
            options={[
              { value: 'all', label: 'All' },
              { value: 'in', label: 'In' },
              { value: 'out', label: 'Out' },
            ]}
            onChange={setSide}
          />
        </div>
        {data ? (
          <List rows={rows} side={side} isDrawn={drawn} chosen={chosen} onChosen={setChosen} />
        ) : error ? (
          <div className={css.failed}>
            <Notice kind="error" icon={<CircleAlert size={16} strokeWidth={1.6} aria-hidden="true" />}>
              <b>{flowTexts.transactionsFailed}</b>
              <p>{toApiError(error).message}</p>
              <Button size="small" onClick={() => void query.refetch()}>
                Retry
              </Button>
            </Notice>
          </div>
        ) : (
          <RowTableSkeleton rows={6} />
        )}
        {more && address !== null && (
          <Link className={css.foot} to="/home/block-explorer/address/$address" params={{ address }}>
            View all
          </Link>
        )}
      </section>
      {picked.length > 0 && data && question && (
        <div className={css.add}>
          <Button
            kind="primary"
            block
            loading={busy}
            onClick={() => {
              onAdd({ question, answer: data, transfers: picked.flatMap(({ transfers }) => transfers) });
              setChosen(new Set());
            }}
          >
            {`Add ${counted(picked.length, 'transaction')}`}
          </Button>
        </div>
      )}
    </>
  );
}
