import type { EntityListItem } from '@hopscope/contract';
import { addUtcDays, type Blockchain, blockchains, chains, dayName, utcDay } from '@hopscope/domain';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { unitParts } from '../../../shared/amount/unit-parts.ts';
import { CoinAmount } from '../../../shared/amount/CoinAmount.tsx';
import { FlowKeys } from '../../../shared/activity/FlowKeys.tsx';
import { ChartCard, ChartRoom, PictureRoom } from '../../../ui/chart/ChartCard.tsx';
import { type RowColumns, RowTable, TableFoot } from '../../../ui/display/RowTable.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { LoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { Segmented } from '../../../ui/form/Segmented.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { CardGrid } from '../../../ui/layout/CardGrid.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { type EntityFlows as Found, useEntityFlows, useEntityLevels } from '../api/activity.ts';
import { byVolume, flowsIn, type PairFlow, rangeUpTo, weeksOf } from '../model/entity-matrix.ts';
import css from './EntityFlows.module.css';
import { FlowGrid } from './FlowGrid.tsx';
import { type FlowsShown, pairOf } from '../model/flows-shown.ts';

const FlowRing = lazy(async () => ({ default: (await import('./FlowRing.tsx')).FlowRing }));

const title = 'Flows between entities';
const mostShown = 20;
const periods = [
  { value: '4', label: '4 weeks' },
  { value: '12', label: '12 weeks' },
  { value: '0', label: 'All' },
] as const;
type Period = (typeof periods)[number]['value'];

function EntityLink({ id, names }: { id: string; names: ReadonlyMap<string, string> }) {
  return (
    <Link to="/home/blockham" search={{ entity: id }}>
      {names.get(id) ?? id}
    </Link>
  );
}

/** The amount of a flow; `at least` if some of its transactions were not read. */
function Amount({ flow, blockchain }: { flow: PairFlow; blockchain: Blockchain }) {
  return (
    <>
      {flow.isPartial && <Text tone={3}>at least </Text>}
      <CoinAmount coin={chains[blockchain].coin} amount={flow.amount} />
    </>
  );
}

/** The chosen pair in both directions. */
function Pair({
  pair,
  flows,
  names,
  blockchain,
}: Pick<FlowsShown, 'flows' | 'names'> & { pair: string; blockchain: Blockchain }) {
  const { counted } = useFormats();
  const [from = '', to = ''] = pair.split(' ');
  const both = [pairOf({ from, to }), pairOf({ from: to, to: from })].flatMap(
    (each) => flows.find((flow) => pairOf(flow) === each) ?? [],
  );
  return (
    <TableFoot>
      <span role="status" className={css.pair}>
        {both.map((flow, i) => (
          <span key={pairOf(flow)}>
            {i > 0 && '; '}
            <EntityLink id={flow.from} names={names} /> to <EntityLink id={flow.to} names={names} />:{' '}
            <Amount flow={flow} blockchain={blockchain} /> in {counted(flow.transactions, 'transaction')}
          </span>
        ))}
        {both.length === 0 && 'No flows of this pair in these weeks'}
      </span>
    </TableFoot>
  );
}

function Pictures({
  found,
  flows,
  names,
}: {
  found: Found;
  flows: readonly PairFlow[];
  names: ReadonlyMap<string, string>;
}) {
  const { blockchain } = found;
  const { counted, count, marks } = useFormats();
  const [chosen, setChosen] = useState<string>();
  const { data: levels } = useEntityLevels(found.entities.map(({ entity_id: id }) => id));
  const ids = byVolume(flows, mostShown);
  const { coin } = chains[blockchain];
  const shown: FlowsShown = {
    ids,
    flows,
    names,
    levels,
    textOf: ({ from, to, amount, transactions, isPartial }) =>
      `${names.get(from) ?? from} to ${names.get(to) ?? to}: ${isPartial ? 'at least ' : ''}${unitParts(amount, coin.decimals, marks).text} ${coin.symbol} in ${counted(transactions, 'transaction')}`,
    chosen,
    onChoose: (pair) => setChosen(pair === chosen ? undefined : pair),
  };
  const columns: RowColumns<PairFlow> = [
    { title: 'From', render: (_, { from }) => <EntityLink id={from} names={names} /> },
    { title: 'To', render: (_, { to }) => <EntityLink id={to} names={names} /> },
    {
      title: 'Amount',
      align: 'right',
      render: (_, flow) => <Amount flow={flow} blockchain={blockchain} />,
    },
    { title: 'Transactions', align: 'right', render: (_, { transactions }) => count(transactions) },
  ];
  const table = (label: string) => (
    <RowTable label={label} columns={columns} rows={flows} rowKey={(flow) => pairOf(flow)} />
  );
  const foot = chosen !== undefined && (
    <Pair pair={chosen} flows={flows} names={names} blockchain={blockchain} />
  );
  return (
    <CardGrid>
      <ChartCard
        title="Ring"
        file="entity-ring"
        extra={<FlowKeys />}
        table={table('Flows of the ring')}
        foot={foot}
      >
        <div className={css.frame} role="group" aria-label="Ring" tabIndex={0}>
          <Suspense>
            <FlowRing {...shown} />
          </Suspense>
        </div>
      </ChartCard>
      <ChartCard
        title="Grid"
        count="from rows to columns"
        file="entity-grid"
        table={table('Flows of the grid')}
        foot={foot}
      >
        <div className={css.frame} role="group" aria-label="Grid" tabIndex={0}>
          <FlowGrid {...shown} />
        </div>
      </ChartCard>
    </CardGrid>
  );
}

/** Flows between the entities of the directory in a period, as a ring and as a grid. */
export function EntityFlows({ entities }: { entities: readonly EntityListItem[] }) {
  const [blockchain, setBlockchain] = useState<Blockchain>(blockchains[0]);
  const [period, setPeriod] = useState<Period>('12');
  const [chosenWeek, setChosenWeek] = useState<string>();
  const { counted } = useFormats();
  const { data, error, refetch } = useEntityFlows(blockchain);
  const weeks = useMemo(() => (data ? weeksOf(data) : []), [data]);
  const names = useMemo(
    () => new Map(entities.map(({ entity_id: id, proper_name: name }) => [id, name])),
    [entities],
  );
  const at = chosenWeek === undefined ? weeks.length - 1 : Math.max(0, weeks.indexOf(chosenWeek));
  const range = rangeUpTo(weeks, at, Number(period));
  const today = utcDay(Date.now());
  const sunday = range.to === '' ? today : addUtcDays(range.to, 6);
  const lastDay = sunday < today ? sunday : today;
  const flows = useMemo(
    () => data && flowsIn(data, { from: range.from, to: range.to }),
    [data, range.from, range.to],
  );
  return (
    <>
      <Card
        title={title}
        extra={
          <Segmented
            label="Blockchain of the flows"
            value={blockchain}
            options={blockchains.map((value) => ({ value, label: chains[value].name }))}
            onChange={(value) => {
              setBlockchain(value);
              setChosenWeek(undefined);
            }}
          />
        }
      >
        {data && weeks.length > 0 && (
          <div className={css.controls}>
            <Segmented
              label="Period"
              value={period}
              options={periods.map(({ value, label }) => ({ value, label }))}
              onChange={setPeriod}
            />
            <label className={css.asOf}>
              <span>
                {dayName(range.from)} to {dayName(lastDay)}
              </span>
              <input
                type="range"
                aria-label="As of"
                aria-valuetext={dayName(lastDay)}
                min={0}
                max={weeks.length - 1}
                value={at}
                onChange={(event) => setChosenWeek(weeks[Number(event.target.value)])}
              />
            </label>
          </div>
        )}
        {data && weeks.length === 0 && <EmptyState title="No flows between known entities" />}
        {!data && !error && <ChartRoom height={76} />}
        {error && <LoadFailure title="The flows could not be loaded" error={error} onRetry={refetch} />}
        {data && weeks.length > 0 && (
          <TableFoot>
            <span>
              Newest 2,000 transactions of each of {counted(data.entities.length, 'entity', 'entities')},
              largest balances first
              {chains[blockchain].hasTokens && '; ether only'}
            </span>
          </TableFoot>
        )}
      </Card>
      {!data && !error && (
        <CardGrid>
          {['Ring', 'Grid'].map((name) => (
            <Card key={name} title={name}>
              <PictureRoom ratio={1} most={520} />
            </Card>
          ))}
        </CardGrid>
      )}
      {data &&
        flows &&
        weeks.length > 0 &&
        (flows.length > 0 ? (
          <Pictures found={data} flows={flows} names={names} />
        ) : (
          <Card>
            <EmptyState title="No flows in these weeks" />
          </Card>
        ))}
    </>
  );
}
