import { ageText } from '@hopscope/domain';
import type { ReactNode } from 'react';
import { useFormats } from '../../lib/people/formats-context.tsx';
import { useNow } from '../../lib/use-now.ts';
import css from './Time.module.css';

function Stamp({ seconds, children }: { seconds: number; children: ReactNode }) {
  const { fullTime } = useFormats();
  return (
    <time className={css.time} dateTime={new Date(seconds * 1000).toISOString()} title={fullTime(seconds)}>
      {children}
    </time>
  );
}

/** Age of a time; the exact time with its zone is in the title. `seconds` since 1970. */
export function Age({ seconds, ago = false }: { seconds: number; ago?: boolean }) {
  const age = ageText(seconds, useNow());
  return <Stamp seconds={seconds}>{ago ? `${age} ago` : age}</Stamp>;
}

/** A time in the person's zone to the day, minute, or second; the full time with its zone is in the title. */
export function Time({ seconds, to }: { seconds: number; to: 'day' | 'minute' | 'second' }) {
  const { date, dateTime, exactTime } = useFormats();
  const write = { day: date, minute: dateTime, second: exactTime }[to];
  return <Stamp seconds={seconds}>{write(seconds)}</Stamp>;
}
