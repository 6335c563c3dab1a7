import css from './Initials.module.css';

/** First letters of a person's names in a circle. */
export function Initials({ name, surname }: { name: string; surname: string }) {
  const letters = [name, surname].map((part) => part.trim().match(/^./u)?.[0] ?? '').join('');
  return (
    <span className={css.circle} aria-hidden="true">
      {letters.toUpperCase()}
    </span>
  );
}
