import type { EntityListItem } from '@hopscope/contract';
import { type Blockchain, blockchains, chains, createCountryNames } from '@hopscope/domain';
import { lazy, Suspense, useCallback, useMemo } from 'react';
import { usePhone } from '../../../lib/browser/use-media.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { tagText } from '../../../lib/text/entity-labels.ts';
import { EntityName } from '../../../shared/entity/EntityName.tsx';
import { EntityTypeTag } from '../../../shared/entity/EntityTypeTag.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { Pagination } from '../../../ui/display/Pagination.tsx';
import { type RowColumns, RowTable, TableFoot } from '../../../ui/display/RowTable.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { CheckBox } from '../../../ui/form/CheckBox.tsx';
import { Segmented } from '../../../ui/form/Segmented.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Row } from '../../../ui/layout/Row.tsx';
import { StackedText } from '../../../ui/text/StackedText.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { PictureRoom } from '../../../ui/chart/ChartCard.tsx';
import { CoinAmount } from '../../../shared/amount/CoinAmount.tsx';
import { usePrice } from '../../../lib/prices.ts';
import { type EntityBalance, useEntityBalances } from '../api/activity.ts';
import {
  balanceInCents,
  countriesOf,
  directoryOf,
  directoryPageSize,
  directorySorts,
  type DirectorySort,
  facetOf,
} from '../model/directory.ts';
import type { ExplorerView } from '../model/explorer-view.ts';
import { EntityFlows } from './EntityFlows.tsx';

const WorldMap = lazy(async () => ({ default: (await import('./WorldMap.tsx')).WorldMap }));

const all = '';
const balanceOf: Record<Blockchain, (balance: EntityBalance) => string | null> = {
  bitcoin: (balance) => balance.btc_bal,
  ethereum: (balance) => balance.eth_bal,
};
const coinNames: Record<Blockchain, string> = { bitcoin: 'Bitcoin', ethereum: 'Ether' };
const sortNames: Record<DirectorySort, string> = {
  name: 'Name',
  type: 'Type',
  country: 'Country',
  balance: 'Balance',
  changed: 'Latest change',
};

interface Props {
  entities: readonly EntityListItem[];
  view: ExplorerView;
  onView: (change: ExplorerView) => void;
}

/** Facets and order of the directory. */
function Facets({ entities, view, onView }: Props) {
  const { count } = useFormats();
  const countryName = useMemo(createCountryNames, []);
  const narrow = (change: ExplorerView) => onView({ page: undefined, ...change });
  const option = (
    label: string,
    found: { value: string; count: number }[],
    name: (value: string) => string,
  ) => [
    { value: all, label },
    ...found.map(({ value, count: n }) => ({ value, label: `${name(value)} (${count(n)})` })),
  ];
  return (
    <Row gap={8} wrap>
      <NativeSelect
        label="Type"
        value={view.type ?? all}
        options={option('All types', facetOf(entities, view, 'type'), tagText)}
        onChange={(value) => narrow({ type: value === all ? undefined : value })}
      />
      <NativeSelect
        label="Country"
        value={view.country ?? all}
        options={option('All countries', facetOf(entities, view, 'country'), countryName)}
        onChange={(value) => narrow({ country: value === all ? undefined : value })}
      />
      <NativeSelect
        label="Sort by"
        value={view.sort ?? 'name'}
        options={directorySorts.map((value) => ({ value, label: sortNames[value] }))}
        onChange={(value) =>
          narrow({ sort: directorySorts.find((each) => each === value && each !== 'name') })
        }
      />
      <Segmented
        label="View"
        value={view.show ?? 'list'}
        options={[
          { value: 'list', label: 'List' },
          { value: 'map', label: 'Map' },
          { value: 'flows', label: 'Flows' },
        ]}
        onChange={(value) => onView({ show: value === 'list' ? undefined : value })}
      />
      <CheckBox
        label="On a sanctions list"
        checked={view.sanctioned === true}
        onChange={(on) => narrow({ sanctioned: on ? true : undefined })}
      />
    </Row>
  );
}

/** Returns the balances of all entities, and a function that values one in cents. */
function useBalances() {
  const { data: balances, isPending } = useEntityBalances();
  const bitcoin = usePrice(chains.bitcoin.coin.symbol)?.priceMicros;
  const ethereum = usePrice(chains.ethereum.coin.symbol)?.priceMicros;
  const centsOf = useCallback(
    (id: string): bigint | undefined => {
      const balance = balances?.get(id);
      return balance && balanceInCents(balance, { bitcoin, ethereum });
    },
    [balances, bitcoin, ethereum],
  );
  return { balances, isPending, centsOf };
}

/** Known balance of an entity in a coin; nothing if only that of the other one is known. */
function Balance({ balance, chain }: { balance: EntityBalance | undefined; chain: Blockchain }) {
  const amount = balance && balanceOf[chain](balance);
  if (amount !== undefined && amount !== null)
    return <CoinAmount coin={chains[chain].coin} amount={amount} />;
  const isKnown = balance && blockchains.some((each) => balanceOf[each](balance) !== null);
  if (isKnown || chain !== blockchains[0]) return null;
  return (
    <Text tone={3} unknown title="No addresses with a known balance">
      Unknown
    </Text>
  );
}

/** All entities of the directory by page, narrowed by facets; the view is stored in the URL. */
export function Directory({ entities, view, onView }: Props) {
  const { counted, date } = useFormats();
  const countryName = useMemo(createCountryNames, []);
  const { balances, isPending, centsOf } = useBalances();
  const found = useMemo(
    () => directoryOf(entities, view, view.sort ?? 'name', centsOf),
    [entities, view, centsOf],
  );
  const { page = 1 } = view;
  const phone = usePhone();
  const flags = ({ ofac, dead, no_kyc_req: noKyc }: EntityListItem) => (
    <Row gap={6} wrap>
      {ofac === true && <Tag tone="red">OFAC</Tag>}
      {noKyc === true && <Tag tone="orange">No KYC</Tag>}
      {dead === true && <Tag tone="gray">Closed</Tag>}
    </Row>
  );
  const narrow: RowColumns<EntityListItem> = [
    {
      key: 'entity',
      render: (_, entity) => (
        <StackedText
          first={<EntityName entity={entity} />}
          second={
            <Row gap={6}>
              {tagText(entity.entity_type ?? 'unknown')}
              {countriesOf(entity).length > 0 && <> · {countriesOf(entity).map(countryName).join(', ')}</>}
            </Row>
          }
        />
      ),
    },
    { key: 'flags', align: 'right', render: (_, entity) => flags(entity) },
  ];
  const wide: RowColumns<EntityListItem> = [
    { title: 'Entity', render: (_, entity) => <EntityName entity={entity} /> },
    {
      title: 'Type',
      render: (_, { entity_type: type, fallback_logo: kind }) => <EntityTypeTag type={type} kind={kind} />,
    },
    {
      title: 'Countries',
      render(_, entity) {
        const countries = countriesOf(entity);
        return countries.length > 0 ? (
          countries.map(countryName).join(', ')
        ) : (
          <Text tone={3} unknown>
            Unknown
          </Text>
        );
      },
    },
    ...blockchains.map((chain) => ({
      title: coinNames[chain],
      align: 'right' as const,
      render: (_: undefined, { entity_id: id }: EntityListItem) =>
        isPending ? (
          <Skeleton width={140} height={14} />
        ) : (
          <Balance balance={balances?.get(id)} chain={chain} />
        ),
    })),
    {
      title: 'Flags',
      render: (_, entity) => flags(entity),
    },
    {
      title: 'Changed',
      align: 'right',
      render: (_, { date_updated: at }) => date(Math.floor(Date.parse(at) / 1000)),
    },
  ];
  return (
    <>
      {view.show === 'flows' && <EntityFlows entities={entities} />}
      {view.show === 'map' && (
        <Suspense
          fallback={
            <Card title="Countries">
              <PictureRoom ratio={720 / 340} most={472} />
            </Card>
          }
        >
          <WorldMap
            countries={facetOf(entities, view, 'country')}
            chosen={view.country}
            onChoose={(country) => onView({ country, page: undefined })}
          />
        </Suspense>
      )}
      <Card title="Directory" extra={<Facets entities={entities} view={view} onView={onView} />}>
        {found.length === 0 ? (
          <EmptyState
            title="No entities match"
            actions={
              <Button
                onClick={() =>
                  onView({ type: undefined, country: undefined, sanctioned: undefined, page: undefined })
                }
              >
                Reset filters
              </Button>
            }
          />
        ) : (
          <RowTable
            label="Entities"
            columns={phone ? narrow : wide}
            hideHead={phone}
            rows={found.slice((page - 1) * directoryPageSize, page * directoryPageSize)}
            rowKey={({ entity_id: id }) => id}
          />
        )}
        <TableFoot
          pager={<Pagination page={page} totalPages={Math.ceil(found.length / directoryPageSize)} />}
        >
          Total: {counted(found.length, 'entity', 'entities')}
        </TableFoot>
      </Card>
    </>
  );
}
