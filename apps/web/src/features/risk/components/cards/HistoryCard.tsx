import { shorten } from '@hopscope/domain';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useState } from 'react';
import type { NamedAddress } from '../../../../lib/directory/address-names.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Direction } from '../../../../shared/chain/Direction.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { IconButton } from '../../../../ui/button/IconButton.tsx';
import { LoadFailure } from '../../../../ui/feedback/LoadFailure.tsx';
import { NativeSelect } from '../../../../ui/form/NativeSelect.tsx';
import { RiskBadge } from '../../../../shared/risk/RiskBadge.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { RowTableSkeleton, TableFoot } from '../../../../ui/display/RowTable.tsx';
import { Segmented } from '../../../../ui/form/Segmented.tsx';
import { useNames } from '../../../../lib/directory/use-names.ts';
import { usePrice } from '../../../../lib/prices.ts';
import { type RiskInShort, useRiskOfOthers } from '../../api/risk.ts';
import { useHistoryRows } from '../../api/use-history-rows.ts';
import {
  filterHistory,
  type HistoryFilter,
  historyFilters,
  historyPageSizes,
  type HistoryRow,
  othersOf,
} from '../../model/history.ts';
import { ownerOf } from '../../../../shared/entity/owner-name.ts';
import { riskTexts } from '../../model/texts.ts';
import { CoinAmount } from '../../../../shared/amount/CoinAmount.tsx';
import { Dollars } from '../Dollars.tsx';
import css from './HistoryCard.module.css';
import { TransactionDialog } from '../TransactionDialog.tsx';

const title = 'Transaction History';
const filterNames: Readonly<Record<HistoryFilter, string>> = { all: 'All', in: 'In', out: 'Out' };

function Who({ row, names }: { row: HistoryRow; names: ReadonlyMap<string, NamedAddress> }) {
  const [first, ...rest] = othersOf(row);
  if (first === undefined) return <span className={css.words}>{row.words}</span>;
  const { name } = ownerOf(names.get(first));
  return (
    <span className={css.who}>
      {name !== undefined && <b>{name}</b>} <code>{shorten(first, 9, 6)}</code>
      {(rest.length > 0 || row.more) && (
        <span className={css.words}>
          {' '}
          +{rest.length}
          {row.more && ' or more'}
        </span>
      )}
    </span>
  );
}

/** A row of the history; opens its details. */
export function HistoryLine({
  row,
  names,
  risk,
  onOpen,
}: {
  row: HistoryRow;
  names: ReadonlyMap<string, NamedAddress>;
  risk: RiskInShort | undefined;
  onOpen: () => void;
}) {
  const { count, dateTime } = useFormats();
  const price = usePrice(row.coin.symbol);
  const valued = row.ofChain ? price : undefined;
  return (
    <tr onClick={onOpen}>
      <td>
        <button type="button" className={css.open} onClick={(event) => (event.stopPropagation(), onOpen())}>
          {row.txid === null ? 'Block' : <code>{shorten(row.txid)}</code>}
        </button>
        <span className={css.under}>
          {dateTime(row.timestamp)}, block {count(row.block)}
        </span>
      </td>
      <td>
        <Row gap={8}>
          <Direction direction={row.direction} />
          <Who row={row} names={names} />
        </Row>
      </td>
      <td className={css.risk}>
        {risk && (
          <RiskBadge
            level={risk.level}
            score={risk.score}
            state={risk.state}
            title={risk.reason ?? undefined}
            plain
          />
        )}
      </td>
      <td className={css.amount}>
        <CoinAmount coin={row.coin} amount={row.amount} direction={row.direction} />
        <span className={css.under}>
          <Dollars coin={row.coin} amount={row.amount} price={valued} />
        </span>
      </td>
    </tr>
  );
}

/** Previous and next buttons, disabled at the ends. */
export function HistoryPager({
  at,
  pages,
  onPage,
}: {
  at: number;
  pages: number;
  onPage: (page: number) => void;
}) {
  return (
    <>
      <IconButton label="Previous page" disabled={at === 1} onClick={() => onPage(at - 1)}>
        <ArrowLeft size={14} aria-hidden="true" />
      </IconButton>
      <span>
        {at} of {pages}
      </span>
      <IconButton label="Next page" disabled={at === pages} onClick={() => onPage(at + 1)}>
        <ArrowRight size={14} aria-hidden="true" />
      </IconButton>
    </>
  );
}

function Loaded({ address, rows, total }: { address: string; rows: readonly HistoryRow[]; total: number }) {
  const { count } = useFormats();
  const [filter, setFilter] = useState<HistoryFilter>('all');
  const [size, setSize] = useState<number>(historyPageSizes[0]);
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<HistoryRow>();
  const [open, setOpen] = useState(false);
  const stored = filterHistory(rows, filter);
  const pages = Math.max(1, Math.ceil(stored.length / size));
  const at = Math.min(page, pages);
  const shown = stored.slice((at - 1) * size, at * size);
  const firsts = shown.flatMap((row) => othersOf(row).slice(0, 1));
  const { byAddress } = useNames(firsts);
  const risks = useRiskOfOthers(address, firsts);
  return (
    <Card
      title={title}
      count={count(total)}
      extra={
        <Segmented
          label="Direction"
          value={filter}
          options={historyFilters.map((value) => ({ value, label: filterNames[value] }))}
          onChange={(value) => {
            setFilter(value);
            setPage(1);
          }}
        />
      }
    >
      {shown.length === 0 ? (
        <EmptyState title={riskTexts.noTransactions}>
          {filter !== 'all' && 'No recent transactions in this direction'}
        </EmptyState>
      ) : (
        <div className={css.scroll} role="region" aria-label={`${title}, rows`} tabIndex={0}>
          <table className={css.table} aria-label={title}>
            <thead>
              <tr>
                <th scope="col">Transaction</th>
                <th scope="col">Counterparty</th>
                <th scope="col">Risk</th>
                <th scope="col" className={css.amount}>
                  Amount
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <HistoryLine
                  key={row.key}
                  row={row}
                  names={byAddress}
                  risk={risks.data?.get(othersOf(row)[0] ?? '')}
                  onOpen={() => {
                    setOpened(row);
                    setOpen(true);
                  }}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <TableFoot
        pager={
          <Row gap={8}>
            <NativeSelect
              label="Rows per page"
              value={String(size)}
              options={historyPageSizes.map((each) => ({ value: String(each), label: `${each} per page` }))}
              onChange={(value) => {
                setSize(Number(value));
                setPage(1);
              }}
            />
            <HistoryPager at={at} pages={pages} onPage={setPage} />
          </Row>
        }
      >
        <span>
          {stored.length === 0
            ? 'None'
            : `${count((at - 1) * size + 1)}–${count(Math.min(stored.length, at * size))} of ${count(stored.length)}`}
          {total > rows.length && `, latest ${count(rows.length)} of ${count(total)}`}
        </span>
      </TableFoot>
      {opened && <TransactionDialog row={opened} open={open} onClose={() => setOpen(false)} />}
    </Card>
  );
}

/** The latest 100 transactions in pages; a row opens its details. */
export function HistoryCard({ address }: { address: string }) {
  const { rows, total, error, refetch } = useHistoryRows(address);
  if (rows && total !== undefined) return <Loaded address={address} rows={rows} total={total} />;
  return (
    <Card title={title}>
      {error ? (
        <LoadFailure title="Failed to fetch transactions" error={error} onRetry={refetch} />
      ) : (
        <RowTableSkeleton rows={historyPageSizes[0]} />
      )}
    </Card>
  );
}
