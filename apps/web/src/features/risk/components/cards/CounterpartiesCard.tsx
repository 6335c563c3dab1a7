import type { CallOutput, listAddressCounterparties } from '@hopscope/contract';
import { chainOf, chains, shorten } from '@hopscope/domain';
import { useState } from 'react';
import type { NamedAddress } from '../../../../lib/directory/address-names.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { EntityLogo } from '../../../../shared/entity/EntityLogo.tsx';
import { LoadFailure } from '../../../../ui/feedback/LoadFailure.tsx';
import { RiskBadge } from '../../../../shared/risk/RiskBadge.tsx';
import { RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';
import { Segmented } from '../../../../ui/form/Segmented.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { UnknownAmount } from '../../../../shared/amount/Amount.tsx';
import { counterpartiesShown, useTopCounterparties } from '../../api/counterparties.ts';
import { useNames } from '../../../../lib/directory/use-names.ts';
import { usePrice } from '../../../../lib/prices.ts';
import { type RiskInShort, useRiskOfOthers } from '../../api/risk.ts';
import { ownerOf } from '../../../../shared/entity/owner-name.ts';
import { partOf } from '../../model/part-of.ts';
import { riskTexts } from '../../model/texts.ts';
import { CoinAmount } from '../../../../shared/amount/CoinAmount.tsx';
import { Dollars } from '../Dollars.tsx';
import css from './CounterpartiesCard.module.css';
import { SearchLink } from '../SearchLink.tsx';

type Answer = CallOutput<typeof listAddressCounterparties>;
type Counterparty = Answer['counterparties'][number];
type Sort = 'amount' | 'transactions';

const titles = {
  in: 'Top Counterparties: Received from',
  out: 'Top Counterparties: Sent to',
} as const;
const orders = [
  { value: 'amount', label: 'Volume' },
  { value: 'transactions', label: 'Count' },
] as const;
const noAmount = 'Inputs of these transactions are unknown, so amounts cannot be attributed.';

function Who({ address, named }: { address: string; named: NamedAddress | undefined }) {
  const { hidden, entity, name } = ownerOf(named);
  const short = shorten(address, 9, 6);
  if (hidden) {
    return (
      <span className={css.name}>
        {name}
        <span className={css.under}>{short}</span>
      </span>
    );
  }
  if (!entity) return <span className={css.address}>{short}</span>;
  return (
    <>
      <EntityLogo entity={entity} />
      <span className={css.name}>
        {name}
        <span className={css.under}>{short}</span>
      </span>
    </>
  );
}

function CounterpartyRow({
  row,
  chain,
  share,
  named,
  risk,
}: {
  row: Counterparty;
  chain: Answer['blockchain'];
  /** Length of the bar in percent of the largest row. */
  share: number;
  named: NamedAddress | undefined;
  risk: RiskInShort | undefined;
}) {
  const { counted } = useFormats();
  const coin = chains[chain].coin;
  const price = usePrice(coin.symbol);
  return (
    <li>
      <SearchLink address={row.address} className={css.row}>
        <span className={css.who}>
          <Who address={row.address} named={named} />
        </span>
        <span className={css.risk}>
          {risk ? (
            <RiskBadge
              level={risk.level}
              score={risk.score}
              state={risk.state}
              title={risk.reason ?? undefined}
              plain
            />
          ) : (
            <Text tone={3} size={12}>
              …
            </Text>
          )}
        </span>
        <span className={css.amount}>
          {row.amt === null ? (
            <UnknownAmount why={noAmount} />
          ) : (
            <>
              <span>
                {price ? (
                  <Dollars coin={coin} amount={row.amt} price={price} />
                ) : (
                  <CoinAmount coin={coin} amount={row.amt} />
                )}
              </span>
              {price && (
                <span className={css.under}>
                  <CoinAmount coin={coin} amount={row.amt} />
                </span>
              )}
            </>
          )}
        </span>
        <span className={css.count} title={counted(row.transactions, 'transaction')}>
          {row.transactions} tx
        </span>
        <span className={css.bar} aria-hidden="true">
          <i style={{ width: `${share}%` }} />
        </span>
      </SearchLink>
    </li>
  );
}

function Rows({ address, data, sort }: { address: string; data: Answer; sort: Sort }) {
  const addresses = data.counterparties.map((row) => row.address);
  const { byAddress } = useNames(addresses);
  const risks = useRiskOfOthers(address, addresses);
  const valueOf = (row: Counterparty): bigint =>
    sort === 'amount' ? BigInt(row.amt ?? 0) : BigInt(row.transactions);
  const most = data.counterparties.map(valueOf).reduce((a, b) => (a > b ? a : b), 0n);
  const missing = {
    level: 'unknown',
    score: null,
    state: 'failed',
    reason: 'Failed to load the score',
  } as const;
  return (
    <ul className={css.rows}>
      {data.counterparties.map((row) => (
        <CounterpartyRow
          key={row.address}
          row={row}
          chain={data.blockchain}
          share={partOf(valueOf(row), most) * 100}
          named={byAddress.get(row.address)}
          risk={risks.data?.get(row.address) ?? (risks.error ? missing : undefined)}
        />
      ))}
    </ul>
  );
}

/** Top counterparties of the address in one direction, by volume or number of transactions, with links to their dashboards. */
export function CounterpartiesCard({ address, direction }: { address: string; direction: 'in' | 'out' }) {
  const { count, counted } = useFormats();
  const [sort, setSort] = useState<Sort>('amount');
  const { data, error, refetch } = useTopCounterparties(address, direction, sort);
  return (
    <Card
      title={titles[direction]}
      count={`top ${counterpartiesShown}`}
      extra={
        <Segmented
          label={`Sort ${titles[direction].toLowerCase()}`}
          value={sort}
          options={orders}
          onChange={setSort}
        />
      }
    >
      {!data ? (
        error ? (
          <LoadFailure title="Failed to fetch counterparties" error={error} onRetry={refetch} />
        ) : (
          <RowTableSkeleton rows={counterpartiesShown} />
        )
      ) : data.counterparties.length === 0 ? (
        <EmptyState title={riskTexts.noCounterparties}>
          {direction === 'in' ? 'No payments from other addresses' : 'No payments to other addresses'}
        </EmptyState>
      ) : (
        <>
          <Rows address={address} data={data} sort={sort} />
          <p className={css.foot}>
            {data.read.transactions >= data.read.of
              ? `Based on all ${counted(data.read.of, chains[chainOf(address)].model === 'utxo' ? 'transaction' : 'movement')}`
              : `Based on the newest ${count(data.read.transactions)} of ${counted(data.read.of, 'transaction')}`}
            , at the current price
          </p>
        </>
      )}
    </Card>
  );
}
