import css from './SameWidth.module.css';

/** A text as wide as the longest of those that can stand in its place, so that nothing moves when it changes. */
export function SameWidth({ text, all }: { text: string; all: readonly string[] }) {
  return (
    <span className={css.stack}>
      <span>{text}</span>
      {all
        .filter((other) => other !== text)
        .map((other) => (
          <span key={other} className={css.other} aria-hidden="true">
            {other}
          </span>
        ))}
    </span>
  );
}
