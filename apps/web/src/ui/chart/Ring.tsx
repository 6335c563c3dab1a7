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
  // An arc of a full turn has no direction.
  const end = Math.min(to, from + 0.99999);
  const large = end - from > 0.5 ? 1 : 0;
  return `M${at(center, outer, from)}A${outer} ${outer} 0 ${large} 1 ${at(center, outer, end)}L${at(center, inner, end)}A${inner} ${inner} 0 ${large} 0 ${at(center, inner, from)}Z`;
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
