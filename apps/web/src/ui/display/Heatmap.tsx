import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { calendarOf, heatLevel, heatSteps } from './calendar.ts';
import css from './Heatmap.module.css';

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Number of days by which each key moves. */
const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -7, ArrowRight: 7 };

/** Legend of the color steps. */
export function HeatLegend() {
  return (
    <span className={css.legend} aria-hidden="true">
      0
      {[0, ...heatSteps].map((step) => (
        <i
          key={step}
          className={css.cell}
          data-level={heatLevel(step)}
          title={step === 0 ? '0' : `${step} or more`}
        />
      ))}
      20+
    </span>
  );
}

/**
 * A year as a calendar of 52 weeks by 7 days, darker with more activity. Each day is a link that opens in a new tab; Tab reaches
 * one of them, arrow keys move to others.
 */
export function Heatmap({
  year,
  label,
  counts,
  covered,
  until,
  nameOf,
  hrefOf,
}: {
  year: number;
  /** Accessible name. */
  label: string;
  /** Counts by day, `2026-01-31`; missing days have none. */
  counts: ReadonlyMap<string, number>;
  /** False if a day without activity may just be missing in the ledger: it is hatched. */
  covered: boolean;
  /** The current day, the last one shown as past. */
  until: string;
  /** Returns the name of a day: `3 transactions on 4 May 2026`. */
  nameOf: (day: string, count: number) => string;
  hrefOf: (day: string, count: number) => string;
}) {
  const { weeks, months, days } = calendarOf(year);
  const grid = useRef<HTMLDivElement>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const reachable = days.filter((day) => day <= until);
  const [chosen, setChosen] = useState<string>();
  const active = chosen !== undefined && reachable.includes(chosen) ? chosen : reachable.at(-1);

  // If the year doesn't fit, scrolls to its last days; the page itself isn't scrolled.
  useEffect(() => {
    const box = scroll.current;
    const last = box?.querySelector<HTMLElement>('a[tabindex="0"]');
    if (box && last) box.scrollLeft = last.offsetLeft - box.clientWidth + 40;
  }, [year]);

  function keyDown(event: KeyboardEvent) {
    const at = active === undefined ? -1 : reachable.indexOf(active);
    const step = steps[event.key];
    const to =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? reachable.length - 1
          : step === undefined
            ? -1
            : at + step;
    const day = reachable[to];
    if (to < 0 || day === undefined) return;
    event.preventDefault();
    setChosen(day);
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  }

  return (
    <div ref={scroll} className={css.scroll}>
      <div
        ref={grid}
        className={css.grid}
        role="grid"
        aria-label={label}
        style={{ '--weeks': weeks.length } as CSSProperties}
        onKeyDown={keyDown}
      >
        <div className={css.months} aria-hidden="true">
          {monthNames.map((name, month) => (
            <span key={name} style={{ gridColumn: (months[month] ?? 0) + 2 }}>
              {name}
            </span>
          ))}
        </div>
        {weekdays.map((name, weekday) => (
          <div key={name} role="row" className={css.row}>
            <span role="rowheader" aria-label={weekdayNames[weekday]} className={css.weekday}>
              {weekday % 2 === 0 && weekday < 6 ? name : ''}
            </span>
            {weeks.map((week, at) => {
              const day = week[weekday];
              if (day === undefined || day > until) {
                return <span key={at} role="gridcell" className={day === undefined ? css.gap : css.future} />;
              }
              const count = counts.get(day) ?? 0;
              const words = nameOf(day, count);
              return (
                <span key={at} role="gridcell" className={css.place}>
                  <a
                    href={hrefOf(day, count)}
                    target="_blank"
                    rel="noopener"
                    className={count === 0 && !covered ? `${css.cell} ${css.hatched}` : css.cell}
                    data-level={heatLevel(count)}
                    data-day={day}
                    tabIndex={day === active ? 0 : -1}
                    aria-label={words}
                    title={words}
                    onFocus={() => setChosen(day)}
                  />
                </span>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}
