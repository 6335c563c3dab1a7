import type { RiskScore, RiskWalk } from '@hopscope/contract';
import type { LevelBounds } from '@hopscope/domain';
import { useMemo } from 'react';
import { useRiskScore } from '../../../../lib/risk/use-risk-score.ts';
import { CoinAmount } from '../../../../shared/amount/CoinAmount.tsx';
import { riskMark } from '../../../../shared/risk/risk-colors.ts';
import { ChartCard } from '../../../../ui/chart/ChartCard.tsx';
import chart from '../../../../ui/chart/Chart.module.css';
import { Ring } from '../../../../ui/chart/Ring.tsx';
import { useWidth } from '../../../../ui/chart/use-width.ts';
import { RowTable, RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import {
  type Distance,
  distanceNames,
  hundredthsAt,
  type RingShare,
  ringShares,
} from '../../model/exposure-ring.ts';
import { percentText } from '../../../../lib/text/percent.ts';
import { levelOfSeverity } from '../../model/exposures.ts';
import { riskTexts } from '../../model/texts.ts';

const title = 'Direct and indirect exposure';
const size = 148;
const center = size / 2;
const hatch = 'ring-not-traced';
const ways = { backward: 'Source of funds', forward: 'Destination of funds' } as const;
/** Most names beside a ring; the table has all. */
const mostNames = 6;
const lineHeight = 20;

/** Colors of categories that are no risk, in turn. */
const plainFills = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-5)', 'var(--chart-6)'];

/** Returns the color of each share: of its risk, hatched if not traced, or else one of the charts. */
function fillsOf(shares: readonly RingShare[], levels: LevelBounds): ReadonlyMap<string, string> {
  const plain = [...new Set(shares.flatMap(({ severity, name }) => (severity === 0 ? [name] : [])))];
  return new Map(
    shares.map(({ key, name, severity }) => {
      if (severity === null) return [key, `url(#${hatch})`];
      if (severity > 0) return [key, riskMark(levelOfSeverity(severity, levels))];
      return [key, plainFills[plain.indexOf(name) % plainFills.length] ?? ''];
    }),
  );
}

/** Shortens a name to the room beside a ring; its share follows. */
function cut(name: string, width: number): string {
  const most = Math.floor(width / 5.9) - ' 100.00%'.length;
  return name.length <= most ? name : `${name.slice(0, Math.max(4, most - 1))}…`;
}

const distanceFills: Readonly<Record<Distance, { fill: string; opacity: number }>> = {
  direct: { fill: 'var(--text-1)', opacity: 0.9 },
  indirect: { fill: 'var(--text-1)', opacity: 0.45 },
  self: { fill: 'var(--text-1)', opacity: 0.2 },
  open: { fill: `url(#${hatch})`, opacity: 1 },
};

function Names({
  shares,
  fills,
  width,
}: {
  shares: readonly RingShare[];
  fills: ReadonlyMap<string, string>;
  width: number;
}) {
  const shown = shares.length > mostNames ? shares.slice(0, mostNames - 1) : shares;
  const rest = shares.slice(shown.length);
  const restSum = rest.reduce((sum, { hundredths }) => sum + hundredths, 0);
  const x = size + 20;
  return (
    <>
      {shown.map((share, i) => (
        <g key={share.key}>
          <rect x={x} y={14 + i * lineHeight} width="8" height="8" rx="2" fill={fills.get(share.key)} />
          <text className={chart.label} x={x + 14} y={22 + i * lineHeight}>
            {cut(
              share.distance === 'open'
                ? share.name
                : `${share.name}, ${distanceNames[share.distance].toLowerCase()}`,
              width - x - 14,
            )}{' '}
            {percentText(share.hundredths)}
          </text>
        </g>
      ))}
      {rest.length > 0 && (
        <text className={chart.label} x={x + 14} y={22 + shown.length * lineHeight}>
          {rest.length} more {percentText(restSum)}
        </text>
      )}
    </>
  );
}

/** Inner ring: distance; outer ring: categories in the same order. */
function Rings({
  shares,
  levels,
  name,
  width,
}: {
  shares: readonly RingShare[];
  levels: LevelBounds;
  name: string;
  /** Room for the ring and its names. */
  width: number;
}) {
  const fills = fillsOf(shares, levels);
  const distances = (['direct', 'indirect', 'self', 'open'] as const).map((distance) => ({
    distance,
    hundredths: hundredthsAt(shares, distance),
  }));
  const direct = hundredthsAt(shares, 'direct');
  return (
    <>
      <text className={chart.name} x="0" y="-10">
        {name}
      </text>
      <Ring
        center={center}
        outer={70}
        inner={54}
        parts={shares.map((share) => ({
          key: share.key,
          share: share.hundredths / 10_000,
          fill: fills.get(share.key) ?? '',
          title: `${share.name}: ${percentText(share.hundredths)}`,
        }))}
      />
      <Ring
        center={center}
        outer={51}
        inner={42}
        parts={distances.map(({ distance, hundredths }) => ({
          key: distance,
          share: hundredths / 10_000,
          ...distanceFills[distance],
          title: `${distanceNames[distance]}: ${percentText(hundredths)}`,
        }))}
      />
      <text className={chart.value} x={center} y={center} textAnchor="middle">
        {percentText(direct)}
      </text>
      <text className={chart.label} x={center} y={center + 16} textAnchor="middle">
        direct
      </text>
      <Names shares={shares} fills={fills} width={width} />
    </>
  );
}

interface Side {
  direction: RiskWalk['direction'];
  shares: RingShare[];
}

function Picture({ sides, levels }: { sides: readonly Side[]; levels: LevelBounds }) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const beside = width >= 780;
  const height = beside ? size + 24 : sides.length * (size + 34);
  return (
    <div className={chart.chart}>
      <div ref={ref} style={{ minHeight: size + 24 }}>
        {width > 0 && (
          <svg data-chart role="img" aria-label={title} width={width} height={height}>
            <defs>
              <pattern
                id={hatch}
                width="6"
                height="6"
                patternUnits="userSpaceOnUse"
                patternTransform="rotate(45)"
              >
                <rect width="1.5" height="6" fill="var(--text-3)" />
              </pattern>
            </defs>
            {sides.map(({ direction, shares }, i) => (
              <g
                key={direction}
                data-direction={direction}
                transform={`translate(${beside ? (i * width) / 2 : 0} ${20 + (beside ? 0 : i * (size + 34))})`}
              >
                <Rings
                  shares={shares}
                  levels={levels}
                  name={ways[direction]}
                  width={beside ? width / 2 - 12 : width}
                />
              </g>
            ))}
          </svg>
        )}
      </div>
    </div>
  );
}

function Shares({ sides, coin }: { sides: readonly Side[]; coin: RiskScore['basis']['asset'] }) {
  const rows = sides.flatMap(({ direction, shares }) => shares.map((share) => ({ direction, share })));
  return (
    <RowTable
      label={title}
      columns={[
        { title: 'Direction', render: (_, { direction }) => ways[direction] },
        { title: 'Distance', render: (_, { share }) => distanceNames[share.distance] },
        { title: 'Category', render: (_, { share }) => share.name },
        {
          title: 'Amount',
          align: 'right',
          render: (_, { share }) => <CoinAmount coin={coin} amount={share.amount} />,
        },
        { title: 'Share', align: 'right', render: (_, { share }) => percentText(share.hundredths) },
      ]}
      rows={rows}
      rowKey={({ direction, share }) => `${direction} ${share.key}`}
    />
  );
}

/** Shares of received and sent funds by distance and category as rings. */
export function ExposureRingCard({ address }: { address: string }) {
  const { data, error } = useRiskScore(address);
  const sides = useMemo(
    () =>
      (data?.walks ?? [])
        .map((walk) => ({ direction: walk.direction, shares: ringShares(walk) }))
        .filter(({ shares }) => shares.length > 0),
    [data],
  );
  return (
    <ChartCard
      title={title}
      file={`exposure-${address}`}
      {...(data && sides.length > 0 && { table: <Shares sides={sides} coin={data.basis.asset} /> })}
    >
      {data ? (
        sides.length > 0 ? (
          <Picture sides={sides} levels={data.basis.profile.levels} />
        ) : (
          <EmptyState title={data.walks.length > 0 ? 'No transfers' : riskTexts.noRisk}>
            {data.reason}
          </EmptyState>
        )
      ) : error ? (
        <EmptyState path="cut" title={riskTexts.scoreFailed} />
      ) : (
        <RowTableSkeleton rows={5} />
      )}
    </ChartCard>
  );
}
