import css from './CodeGrid.module.css';

/** Codes to store, in two columns. */
export function CodeGrid({ label, codes }: { label: string; codes: readonly string[] }) {
  return (
    <ul className={css.grid} aria-label={label}>
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  );
}
