import { type Chord, chordDirected, type ChordSubgroup, ribbonArrow } from 'd3-chord';
import { ringPath } from '../../../ui/chart/Ring.tsx';
import { colorOf, type FlowsShown, pairOf } from '../model/flows-shown.ts';
import css from './EntityFlows.module.css';

const size = 520;
const middle = size / 2;
const radius = 152;
const band = 12;
const turn = 2 * Math.PI;
const letters = 18;
/** Shorter arcs have no name beside them; it is in their tooltip. */
const leastArc = 12;

const cut = (name: string): string => (name.length <= letters ? name : `${name.slice(0, letters - 1)}…`);

/** Entities on a ring, with a band for each flow in the color of who sent it. */
export function FlowRing({ ids, flows, names, levels, textOf, chosen, onChoose }: FlowsShown) {
  const place = new Map(ids.map((id, i) => [id, i]));
  const shown = flows.filter(({ from, to }) => place.has(from) && place.has(to));
  const [largest] = shown;
  if (!largest) return null;
  // Widths of bands only; amounts stay whole numbers.
  const widths = ids.map(() => ids.map(() => 0));
  for (const { from, to, amount } of shown) {
    const row = widths[place.get(from) ?? 0];
    if (row) row[place.get(to) ?? 0] = Math.max(1, Number((amount * 100_000n) / largest.amount));
  }
  const chords = chordDirected().padAngle(0.03)(widths);
  const draw = ribbonArrow<unknown, Chord, ChordSubgroup>()
    .radius(radius - 2)
    .headRadius(6);
  const byPair = new Map(shown.map((flow) => [pairOf(flow), flow]));
  return (
    <svg
      data-chart
      role="img"
      aria-label="Flows between entities as a ring"
      viewBox={`0 0 ${size} ${size}`}
      width={size}
      height={size}
      className={css.ring}
    >
      <g transform={`translate(${middle} ${middle})`}>
        {chords.map((chord) => {
          const pair = `${ids[chord.source.index] ?? ''} ${ids[chord.target.index] ?? ''}`;
          const flow = byPair.get(pair);
          // Without a context, the generator returns the path.
          const outline = draw(chord) as unknown as string | null;
          if (!flow || outline === null) return null;
          return (
            <path
              key={pair}
              data-pair={pair}
              data-amount={flow.amount}
              d={outline}
              fill={colorOf(flow.from, levels)}
              className={chosen === pair ? css.chosen : chosen === undefined ? css.band : css.faint}
              onClick={() => onChoose(pair)}
            >
              <title>{textOf(flow)}</title>
            </path>
          );
        })}
      </g>
      {chords.groups.map(({ index, startAngle, endAngle }) => {
        const id = ids[index] ?? '';
        const angle = (startAngle + endAngle) / 2;
        const right = angle < Math.PI;
        const x = middle + (radius + band + 6) * Math.sin(angle);
        const y = middle - (radius + band + 6) * Math.cos(angle);
        const name = names.get(id) ?? id;
        return (
          <g key={id}>
            <path
              d={ringPath(middle, radius + band, radius, startAngle / turn, endAngle / turn)}
              fill={colorOf(id, levels)}
            >
              <title>{name}</title>
            </path>
            {(endAngle - startAngle) * radius >= leastArc && (
              <text
                className={css.name}
                transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${((angle * 180) / Math.PI - (right ? 90 : 270)).toFixed(1)})`}
                dy="4"
                textAnchor={right ? 'start' : 'end'}
              >
                {cut(name)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
