import type { ReactNode } from 'react';
import css from './NoteEntry.module.css';

/** A text with author and time; line breaks are kept. */
export function NoteEntry({
  author,
  time,
  place,
  text,
  actions,
  children,
}: {
  author: string;
  time: string;
  place?: ReactNode;
  text: string;
  actions: ReactNode;
  children?: ReactNode;
}) {
  return (
    <li className={css.note}>
      <div className={css.head}>
        <span className={css.author}>{author}</span>
        <span>{time}</span>
        {place}
      </div>
      <p className={css.text}>{text}</p>
      <div className={css.actions}>{actions}</div>
      {children}
    </li>
  );
}

/** A note that is being edited. */
export function NoteEditor({ children }: { children: ReactNode }) {
  return <li className={css.note}>{children}</li>;
}

/** Earlier versions of a note. */
export function NoteVersions({
  versions,
}: {
  versions: readonly { key: number; time: string; text: string }[];
}) {
  return (
    <ol className={css.versions} aria-label="Earlier versions">
      {versions.map(({ key, time, text }) => (
        <li key={key}>
          <div className={css.head}>{time}</div>
          <p className={css.text}>{text}</p>
        </li>
      ))}
    </ol>
  );
}
