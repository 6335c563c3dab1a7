/** A part of a ring. */
export interface RingPart {
  key: string;
  /** Share of the whole, 0 to 1. */
  share: number;
  fill: string;
  opacity?: number;
  /** Tooltip. */
  title: string;
}

function at(center: number, radius: number, turn: number): string {
  const angle = 2 * Math.PI * turn - Math.PI / 2;
  return `${(center + radius * Math.cos(angle)).toFixed(2)} ${(center + radius * Math.sin(angle)).toFixed(2)}`;
}

/** Returns the outline of a part of a ring between two turns (0 to 1, clockwise from the top). */
export function ringPath(center: number, outer: number, inner: number, from: number, to: number): string {
  // In two arcs each way: an arc whose ends coincide isn't drawn, and a full turn has no direction.
  const middle = (from + to) / 2;
  const arc = (radius: number, sweep: 0 | 1, turn: number): string =>
    `A${radius} ${radius} 0 0 ${sweep} ${at(center, radius, turn)}`;
  return `M${at(center, outer, from)}${arc(outer, 1, middle)}${arc(outer, 1, to)}L${at(center, inner, to)}${arc(inner, 0, middle)}${arc(inner, 0, from)}Z`;
}

/** A ring of parts, clockwise from the top, inside of an SVG. */
export function Ring({
  center,
  outer,
  inner,
  parts,
}: {
  center: number;
  outer: number;
  inner: number;
  parts: readonly RingPart[];
}) {
  let from = 0;
  return parts.map(({ key, share, fill, opacity = 1, title }) => {
    const start = from;
    from += share;
    return (
      <path
        key={key}
        data-share={share}
        d={ringPath(center, outer, inner, start, from)}
        fill={fill}
        opacity={opacity}
        stroke="var(--bg-1)"
        strokeWidth="1"
      >
        <title>{title}</title>
      </path>
    );
  });
}
