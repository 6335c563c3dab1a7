import { useFormats } from '../../lib/people/formats-context.tsx';
import css from './Meter.module.css';

/** Usage of a limit; `limit` null: no limit. */
export function Meter({
  label,
  used,
  limit,
  note,
}: {
  label: string;
  used: number;
  limit: number | null;
  note?: string | undefined;
}) {
  const { count } = useFormats();
  const share = limit === null ? 0 : limit === 0 ? (used > 0 ? 1 : 0) : Math.min(1, used / limit);
  const over = limit !== null && used > limit;
  const text = limit === null ? `${count(used)}, no limit` : `${count(used)} / ${count(limit)}`;
  return (
    <div>
      <div className={css.head}>
        <span className={css.label}>{label}</span>
        <span>{text}</span>
      </div>
      <div
        className={css.track}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={limit ?? Math.max(used, 1)}
        aria-valuenow={limit === null ? used : Math.min(used, limit)}
        aria-valuetext={text}
      >
        <div className={over ? `${css.bar} ${css.over}` : css.bar} style={{ width: `${share * 100}%` }} />
      </div>
      {note && <p className={over ? `${css.note} ${css.warn}` : css.note}>{note}</p>}
    </div>
  );
}
