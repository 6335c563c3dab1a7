import { type CanvasNode, limits } from '@hopscope/canvas';
import { type Blockchain, shortAddress } from '@hopscope/domain';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { toApiError } from '../../../../lib/api/api-error.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { CheckBox } from '../../../../ui/form/CheckBox.tsx';
import { Actions, Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { Direction } from '../../../../shared/chain/Direction.tsx';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import { Notice } from '../../../../ui/feedback/Notice.tsx';
import { RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';
import { Scroll } from '../../../../ui/layout/Scroll.tsx';
import { Age } from '../../../../ui/text/Time.tsx';
import { type ExpandAnswer, useTransfers } from '../../api/expand.ts';
import { emptyFilter, type ExpandFilter, expandQuestion } from '../../model/expand-filter.ts';
import { titleOf } from '../../model/node-labels.ts';
import { type PanelRow, rowsOf, totalsOf } from '../../model/panel-rows.ts';
import { flowTexts } from '../../model/texts.ts';
import { CoinAmount } from '../../../../shared/amount/CoinAmount.tsx';
import css from './ExpandDialog.module.css';
import { useTokenDecimals } from '../../api/token-decimals.ts';
import { ExpandFilters } from './ExpandFilters.tsx';
import { PartOfRow } from '../panels/PartOfRow.tsx';
import type { Picked } from '../use-tracing.ts';

function Row({
  row,
  names,
  drawn,
  checked,
  onCheck,
}: {
  row: PanelRow;
  names: ReadonlyMap<string, string>;
  drawn: boolean;
  checked: boolean;
  onCheck: (on: boolean) => void;
}) {
  const [first = ''] = row.others;
  const more = row.others.length - 1;
  return (
    <li className={css.row}>
      <CheckBox
        bare
        label={drawn ? `${row.transaction}, on the canvas` : `Select ${row.transaction}`}
        checked={checked || drawn}
        disabled={drawn}
        onChange={onCheck}
      />
      <Direction direction={row.side} />
      <span className={css.who}>
        <span className={css.other}>
          {names.get(first) ?? shortAddress(first.slice(first.indexOf(':') + 1))}
          {more > 0 && ` and ${more} more`}
        </span>
        <Hash value={row.transaction} what="transaction hash" plain />
        <PartOfRow row={row} />
      </span>
      <span className={css.age}>{row.time === null ? 'unconfirmed' : <Age seconds={row.time} ago />}</span>
      <CoinAmount amount={row.amount} coin={row.asset} direction={row.side} />
    </li>
  );
}

function Totals({
  answer,
  rows,
  nodeId,
}: {
  answer: ExpandAnswer;
  rows: readonly PanelRow[];
  nodeId: string;
}) {
  const { count, counted } = useFormats();
  const { totals, scanned } = answer;
  const chosen = totalsOf(
    rows.flatMap(({ transfers }) => transfers),
    nodeId,
  );
  return (
    <div className={css.totals}>
      {totals?.map((each) => (
        <p key={each.asset.contract ?? each.asset.symbol}>
          {counted(each.transfers, 'transfer')}: in <CoinAmount amount={BigInt(each.in)} coin={each.asset} />,
          out <CoinAmount amount={BigInt(each.out)} coin={each.asset} />
        </p>
      ))}
      {!scanned.complete && (
        <p className={css.bound}>
          Searched the newest {count(scanned.transactions)} of {counted(scanned.of, 'transaction')}.
        </p>
      )}
      {chosen.map((each) => (
        <p key={`chosen ${each.asset.contract ?? each.asset.symbol}`}>
          <b>Selected:</b> in <CoinAmount amount={each.in} coin={each.asset} />, out{' '}
          <CoinAmount amount={each.out} coin={each.asset} />
        </p>
      ))}
    </div>
  );
}

interface ContentProps {
  node: CanvasNode & { chain: Blockchain; address: string };
  isDrawn: (transferId: string) => boolean;
  busy: boolean;
  onAdd: (picked: Picked) => void;
  onClose: () => void;
}

function Content({ node, isDrawn, busy, onAdd, onClose }: ContentProps) {
  const { counted } = useFormats();
  const [filter, setFilter] = useState<ExpandFilter>(emptyFilter);
  /** Cursors of the previous pages. */
  const [after, setAfter] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const tokens = useTokenDecimals(node.chain, node.address);
  const asked = expandQuestion(node.chain, node.address, filter, tokens);
  const question =
    asked.kind === 'question'
      ? {
          ...asked.question,
          limit: limits.expandFetched,
          ...(after.length > 0 && { after: after.at(-1) }),
        }
      : undefined;
  const query = useTransfers(question);
  const { data, error } = query;
  const following = data?.pagination.next ?? null;
  const rows = data ? rowsOf(data, node.id) : [];
  const drawn = (row: PanelRow): boolean => row.transfers.every(({ id }) => isDrawn(id));
  const free = rows.filter((row) => !drawn(row));
  const picked = free.filter(({ key }) => chosen.has(key));
  const names = new Map(
    data?.parties.flatMap(({ id, profile }) => (profile.name ? [[id, profile.name]] : [])),
  );

  function check(key: string, on: boolean) {
    const next = new Set(chosen);
    if (on) next.add(key);
    else next.delete(key);
    setChosen(next);
  }

  return (
    <div className={css.content}>
      <ExpandFilters
        tokens={tokens}
        filter={filter}
        chain={node.chain}
        onFilter={(next) => {
          setFilter(next);
          setAfter([]);
          setChosen(new Set());
        }}
      />
      {data ? (
        <>
          <div className={css.all}>
            <CheckBox
              label={`Select all ${free.length} on this page`}
              checked={free.length > 0 && picked.length === free.length}
              disabled={free.length === 0}
              onChange={(on) => setChosen(new Set(on ? free.map(({ key }) => key) : []))}
            />
            <span>
              {after.length > 0 && (
                <Button size="small" kind="quiet" onClick={() => setAfter(after.slice(0, -1))}>
                  Previous
                </Button>
              )}
              {following !== null && (
                <Button size="small" kind="quiet" onClick={() => setAfter([...after, following])}>
                  Next
                </Button>
              )}
            </span>
          </div>
          <div className={css.list}>
            <Scroll>
              {rows.length === 0 ? (
                <p className={css.none}>
                  {filter.direction === 'both' ? flowTexts.noTransactions : flowTexts.none[filter.direction]}
                </p>
              ) : (
                <ul aria-label="Transactions to select">
                  {rows.map((row) => (
                    <Row
                      key={row.key}
                      row={row}
                      names={names}
                      drawn={drawn(row)}
                      checked={chosen.has(row.key)}
                      onCheck={(on) => check(row.key, on)}
                    />
                  ))}
                </ul>
              )}
            </Scroll>
          </div>
          <Totals answer={data} rows={picked} nodeId={node.id} />
        </>
      ) : error ? (
        <Notice kind="error" icon={<CircleAlert size={16} strokeWidth={1.6} aria-hidden="true" />}>
          <b>{flowTexts.transactionsFailed}</b>
          <p>{toApiError(error).message}</p>
          <Button size="small" onClick={() => void query.refetch()}>
            Retry
          </Button>
        </Notice>
      ) : (
        <RowTableSkeleton rows={8} />
      )}
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          kind="primary"
          loading={busy}
          disabled={picked.length === 0}
          onClick={() => {
            if (!data || !question) return;
            onAdd({ question, answer: data, transfers: picked.flatMap(({ transfers }) => transfers) });
          }}
        >
          {picked.length === 0 ? 'Add' : `Add ${counted(picked.length, 'transaction')}`}
        </Button>
      </Actions>
    </div>
  );
}

/** Dialog to select the transactions of an address to add to the canvas. */
export function ExpandDialog({
  node,
  ...rest
}: Omit<ContentProps, 'node'> & { node: CanvasNode | undefined }) {
  const { chain, address } = node ?? {};
  return (
    <Dialog
      title={node ? `Expand Node: ${titleOf(node)}` : 'Expand Node'}
      open={Boolean(chain && address)}
      width={520}
      aside
      onClose={rest.onClose}
    >
      {node && chain && address && <Content {...rest} node={{ ...node, chain, address }} />}
    </Dialog>
  );
}
