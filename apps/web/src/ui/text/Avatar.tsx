import css from './Avatar.module.css';

/** Initials of a person in a circle; `side` fits the icon column of the sidebar. */
export function Avatar({
  name,
  surname,
  place = 'list',
}: {
  name: string;
  surname: string;
  place?: 'list' | 'side' | 'large';
}) {
  const letters = [name, surname].map((part) => part.trim().match(/^./u)?.[0] ?? '').join('');
  const classes = place === 'list' ? css.circle : `${css.circle} ${css[place]}`;
  return (
    <span className={classes} aria-hidden="true">
      {letters.toUpperCase()}
    </span>
  );
}
