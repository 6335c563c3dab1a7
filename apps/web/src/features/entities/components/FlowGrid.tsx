import { heatOf } from '../model/entity-matrix.ts';
import { colorOf, type FlowsShown, pairOf } from '../model/flows-shown.ts';
import css from './EntityFlows.module.css';

const cell = 22;
const left = 150;
const top = 112;
const letters = 22;

const cut = (name: string, most: number): string =>
  name.length <= most ? name : `${name.slice(0, most - 1)}…`;

/** Flows between entities as a grid: who sent in rows, who received in columns, darker for more. */
export function FlowGrid({ ids, flows, names, levels, textOf, chosen, onChoose }: FlowsShown) {
  const place = new Map(ids.map((id, i) => [id, i]));
  const shown = flows.filter(({ from, to }) => place.has(from) && place.has(to));
  const largest = shown[0]?.amount ?? 0n;
  const [width, height] = [left + ids.length * cell + 46, top + ids.length * cell];
  return (
    <svg
      data-chart
      role="img"
      aria-label="Flows between entities as a grid"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className={css.grid}
    >
      {ids.map((id, i) => {
        const name = names.get(id) ?? id;
        return (
          <g key={id}>
            <text className={css.name} x={left - 8} y={top + i * cell + 15} textAnchor="end">
              {cut(name, letters)}
            </text>
            <text
              className={css.name}
              transform={`translate(${left + i * cell + 12} ${top - 8}) rotate(-60)`}
            >
              {cut(name, 18)}
            </text>
            {ids.map((other, at) => (
              <rect
                key={other}
                className={id === other ? css.self : css.cell}
                x={left + at * cell + 1}
                y={top + i * cell + 1}
                width={cell - 2}
                height={cell - 2}
                rx="3"
              />
            ))}
          </g>
        );
      })}
      {shown.map((flow) => {
        const pair = pairOf(flow);
        return (
          <rect
            key={pair}
            data-pair={pair}
            data-amount={flow.amount}
            className={chosen === pair ? `${css.flow} ${css.marked}` : css.flow}
            x={left + (place.get(flow.to) ?? 0) * cell + 1}
            y={top + (place.get(flow.from) ?? 0) * cell + 1}
            width={cell - 2}
            height={cell - 2}
            rx="3"
            fill={colorOf(flow.from, levels)}
            fillOpacity={heatOf(flow.amount, largest)}
            strokeDasharray={flow.isPartial ? '2 2' : undefined}
            onClick={() => onChoose(pair)}
          >
            <title>{textOf(flow)}</title>
          </rect>
        );
      })}
    </svg>
  );
}
