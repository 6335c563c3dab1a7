import type { ReactNode } from 'react';
import type { Coin, RiskLevel } from '@hopscope/domain';
import { shareText } from '../../lib/text/percent.ts';
import { useFormats } from '../../lib/people/formats-context.tsx';
import { riskMark } from '../risk/risk-colors.ts';
import { amountParts } from '../amount/amount-parts.ts';
import { unitParts } from '../amount/unit-parts.ts';
import {
  type Flow,
  bandPath,
  type FlowBand,
  type FlowParty,
  flowHeight,
  flowWidth,
  intensityOf,
  layOut,
} from './flow-layout.ts';
import { PictureRoom } from '../../ui/chart/ChartCard.tsx';
import css from './FlowPicture.module.css';

/** Makes a link of the label of a party, if it has a page. */
export type LinkTo = (party: FlowParty, label: ReactNode) => ReactNode;

const edge = 236;
const middle = flowWidth / 2;
const node = 6;
const longestName = 20;

function colorOf(level: RiskLevel): string {
  return level === 'high' || level === 'medium' || level === 'low' ? riskMark(level) : 'var(--text-3)';
}

function cut(name: string): string {
  return name.length <= longestName ? name : `${name.slice(0, longestName - 1)}…`;
}

function Band({
  band,
  coin,
  side,
  total,
  text,
  link,
}: {
  band: FlowBand;
  coin: Coin;
  side: 'in' | 'out';
  total: bigint;
  text: string;
  link: LinkTo;
}) {
  const { counted } = useFormats();
  const { entity, y, height } = band;
  const from = side === 'in' ? edge : flowWidth - edge;
  const to = side === 'in' ? middle - node : middle + node;
  const color = colorOf(entity.level);
  const label = (
    <text
      x={side === 'in' ? edge - 16 : flowWidth - edge + 16}
      y={y + height / 2 + 4}
      textAnchor={side === 'in' ? 'end' : 'start'}
    >
      {cut(entity.name)} <tspan className={css.amount}>{text}</tspan>
    </text>
  );
  const opacity = intensityOf(entity.amount, coin.decimals);
  return (
    <g data-side={side} data-amount={String(entity.amount)}>
      <title>
        {`${entity.name}: ${text} ${coin.symbol}, ${shareText(entity.amount, total)} of the ${
          side === 'in' ? 'received' : 'sent'
        } amount, ${counted(entity.transactions, 'transaction')}`}
      </title>
      <path
        className={css.band}
        d={bandPath(band, from, to)}
        fill={color}
        style={{ opacity: opacity * 0.4 }}
      />
      <rect
        x={side === 'in' ? edge - node : flowWidth - edge}
        y={y}
        width={node}
        height={height}
        rx="1"
        fill={color}
        opacity={opacity}
      />
      {link(entity, label)}
    </g>
  );
}

/** Flow diagram, 800 by 400: band thickness is the amount; the address or entity is in the middle. */
export function FlowPicture({
  flow,
  coin,
  title,
  link,
}: {
  flow: Flow;
  coin: Coin;
  /** Name of what is in the middle. */
  title: string;
  link: LinkTo;
}) {
  const { marks } = useFormats();
  const most = flow.in.total > flow.out.total ? flow.in.total : flow.out.total;
  const sides = { in: layOut(flow.in, most), out: layOut(flow.out, most) };
  const inner = [...sides.in, ...sides.out];
  const top = Math.min(...inner.map(({ innerY }) => innerY));
  const bottom = Math.max(...inner.map(({ innerY, innerHeight }) => innerY + innerHeight));
  const text = (amount: bigint): string => {
    if (coin.decimals !== 8) return unitParts(amount, coin.decimals, marks).text;
    return amountParts(amount, marks).digits;
  };
  return (
    <figure className={css.figure} aria-label="Money flow by entity">
      <svg data-chart viewBox={`0 0 ${flowWidth} ${flowHeight}`} className={css.picture}>
        <text x={middle} y={16} textAnchor="middle" className={css.amount}>
          {title}
        </text>
        {(['in', 'out'] as const).map((side) =>
          sides[side].map((band) => (
            <Band
              key={`${side} ${band.entity.id}`}
              band={band}
              coin={coin}
              side={side}
              total={flow[side].total}
              link={link}
              text={text(band.entity.amount)}
            />
          )),
        )}
        <rect
          x={middle - node}
          y={top}
          width={node * 2}
          height={bottom - top}
          rx="1.5"
          fill="var(--text-1)"
        />
      </svg>
    </figure>
  );
}

/** Room of the diagram while its data loads. */
export function FlowRoom() {
  return <PictureRoom ratio={flowWidth / flowHeight} most={480} />;
}
