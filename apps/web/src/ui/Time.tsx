import { ageText, utcText } from '../lib/time-text.ts';
import { useNow } from '../lib/use-now.ts';
import css from './Time.module.css';

/** How long ago; the exact time in UTC in the title. `seconds` since 1970. */
export function Age({ seconds, ago = false }: { seconds: number; ago?: boolean }) {
  const age = ageText(seconds, useNow());
  return (
    <time className={css.time} dateTime={new Date(seconds * 1000).toISOString()} title={utcText(seconds)}>
      {ago ? `${age} ago` : age}
    </time>
  );
}
