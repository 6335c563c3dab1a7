import { ArrowLeft, ArrowRight, ZoomIn, ZoomOut } from 'lucide-react';
import { type PointerEvent, useState } from 'react';
import { IconButton } from '../button/IconButton.tsx';
import { TextButton } from '../button/TextButton.tsx';
import { Row } from '../layout/Row.tsx';
import css from './Chart.module.css';
import { tickText, timeTicks } from './scale.ts';
import {
  groupMarks,
  type MarkGroup,
  moved,
  type Range,
  shortestRange,
  type TimeMark,
  wholeRange,
  zoomed,
} from './time-marks.ts';
import { useWidth } from './use-width.ts';

/** A line of marks. */
export interface TimeTrack {
  key: string;
  name: string;
  marks: readonly TimeMark[];
}

const icon = { size: 15, strokeWidth: 1.6, 'aria-hidden': true } as const;
const trackHeight = 34;
const axisHeight = 22;
const labelWidth = 84;
/** Marks that are closer are one. */
const apart = 14;
const titlesShown = 8;
/** Pointer movements below are a click. */
const leastDrag = 5;

function groupTitle({ marks }: MarkGroup, when: (at: number) => string): string {
  const shown = marks.slice(0, titlesShown).map(({ at, title }) => `${when(at)}: ${title}`);
  const rest = marks.length - shown.length;
  return [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n');
}

function Group({
  group,
  y,
  when,
  onZoom,
}: {
  group: MarkGroup;
  y: number;
  when: (at: number) => string;
  onZoom: () => void;
}) {
  const { x, marks } = group;
  const [first] = marks;
  const many = marks.length > 1;
  return (
    <g
      data-marks={marks.length}
      className={many ? css.cluster : undefined}
      onClick={many ? onZoom : undefined}
    >
      <title>{groupTitle(group, when)}</title>
      <circle
        cx={x}
        cy={y}
        r={many ? 9 : 5}
        fill={first?.color}
        fillOpacity={many ? 0.25 : 1}
        stroke={first?.color}
      />
      {many && (
        <text className={css.label} x={x} y={y + 4} textAnchor="middle">
          {marks.length}
        </text>
      )}
    </g>
  );
}

/**
 * What happened when, on several lines with one axis of time. Zooms with buttons, by dragging over a part, and by a click on marks that are
 * too close.
 */
export function TimeTracks({
  label,
  tracks,
  now,
  when,
}: {
  /** Accessible name. */
  label: string;
  tracks: readonly TimeTrack[];
  /** Seconds since 1970; drawn as a line. */
  now: number;
  /** Formats a moment. */
  when: (at: number) => string;
}) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const [chosen, setChosen] = useState<Range>();
  const [drag, setDrag] = useState<{ start: number; end: number }>();
  const whole = wholeRange(
    tracks.flatMap(({ marks }) => marks),
    [now],
  );
  const range = chosen ?? whole;
  const narrow = width < 560;
  const left = narrow ? 8 : 112;
  const room = Math.max(1, width - left - 8);
  const top = narrow ? 14 : 0;
  const xOf = (at: number): number => left + ((at - range.from) / (range.until - range.from)) * room;
  const atOf = (x: number): number => range.from + ((x - left) / room) * (range.until - range.from);
  const height = tracks.length * (trackHeight + top) + axisHeight;
  const bottom = height - axisHeight;
  const middle = (range.from + range.until) / 2;
  const ticks = timeTicks(range.from, range.until, Math.max(2, Math.floor(room / labelWidth)));
  const show = (next: Range): void =>
    setChosen(next.until - next.from >= whole.until - whole.from - 1 ? undefined : next);
  const isShortest = range.until - range.from <= shortestRange;

  function zoomTo({ marks }: MarkGroup): void {
    const inner = wholeRange(marks, []);
    show(zoomed(inner, 1, (inner.from + inner.until) / 2, whole));
  }

  function placeOf({ currentTarget, clientX }: PointerEvent<SVGSVGElement>): number {
    const x = clientX - currentTarget.getBoundingClientRect().left;
    return Math.min(left + room, Math.max(left, x));
  }

  function release(): void {
    setDrag(undefined);
    if (!drag || Math.abs(drag.end - drag.start) < leastDrag) return;
    const [from, until] = [atOf(Math.min(drag.start, drag.end)), atOf(Math.max(drag.start, drag.end))];
    show(zoomed({ from, until }, 1, (from + until) / 2, whole));
  }

  return (
    <div className={css.chart}>
      <Row gap={4} wrap>
        <IconButton
          label="Zoom in"
          disabled={isShortest}
          onClick={() => show(zoomed(range, 0.5, middle, whole))}
        >
          <ZoomIn {...icon} />
        </IconButton>
        <IconButton
          label="Zoom out"
          disabled={chosen === undefined}
          onClick={() => show(zoomed(range, 2, middle, whole))}
        >
          <ZoomOut {...icon} />
        </IconButton>
        <IconButton
          label="Earlier"
          disabled={range.from <= whole.from}
          onClick={() => show(moved(range, -0.5, whole))}
        >
          <ArrowLeft {...icon} />
        </IconButton>
        <IconButton
          label="Later"
          disabled={range.until >= whole.until}
          onClick={() => show(moved(range, 0.5, whole))}
        >
          <ArrowRight {...icon} />
        </IconButton>
        <span className={css.range} role="status">
          {when(range.from)} to {when(range.until)}
        </span>
        {chosen && <TextButton onClick={() => setChosen(undefined)}>Show all</TextButton>}
      </Row>
      <div ref={ref} style={{ height }}>
        {width > 0 && (
          <svg
            data-chart
            role="img"
            aria-label={label}
            className={css.drags}
            width={width}
            height={height}
            onPointerDown={(event) => {
              if (event.pointerType === 'touch' || event.button !== 0) return;
              const x = placeOf(event);
              setDrag({ start: x, end: x });
            }}
            onPointerMove={(event) => drag && setDrag({ ...drag, end: placeOf(event) })}
            onPointerUp={release}
            onPointerLeave={() => setDrag(undefined)}
          >
            {ticks.map((tick) => (
              <g key={tick.at}>
                <line className={css.grid} x1={xOf(tick.at)} x2={xOf(tick.at)} y1="0" y2={bottom} />
                <text className={css.label} x={xOf(tick.at)} y={height - 6} textAnchor="middle">
                  {tickText(tick)}
                </text>
              </g>
            ))}
            {drag && (
              <rect
                className={css.chosen}
                x={Math.min(drag.start, drag.end)}
                y="0"
                width={Math.abs(drag.end - drag.start)}
                height={bottom}
              />
            )}
            {tracks.map(({ key, name, marks }, i) => {
              const y = i * (trackHeight + top) + top + trackHeight / 2;
              return (
                <g key={key} data-track={key}>
                  <text
                    className={css.label}
                    x={narrow ? left : left - 12}
                    y={narrow ? y - trackHeight / 2 : y + 4}
                    textAnchor={narrow ? 'start' : 'end'}
                  >
                    {name}
                  </text>
                  <line className={css.zero} x1={left} x2={left + room} y1={y} y2={y} />
                  {groupMarks(marks, range, { xOf, apart }).map((group) => (
                    <Group
                      key={group.marks[0]?.key ?? ''}
                      group={group}
                      y={y}
                      when={when}
                      onZoom={() => zoomTo(group)}
                    />
                  ))}
                </g>
              );
            })}
            {now >= range.from && now <= range.until && (
              <line className={css.now} x1={xOf(now)} x2={xOf(now)} y1="0" y2={bottom}>
                <title>now</title>
              </line>
            )}
          </svg>
        )}
      </div>
    </div>
  );
}
