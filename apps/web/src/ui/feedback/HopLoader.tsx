import css from './HopLoader.module.css';

const path = 'M8 16Q17 2 26 16Q34 4 42 16Q49 6 56 16';

/** Loading animation for waits over 400 ms: a dot hops to the scope. Appears after that time; static with reduced motion. */
export function HopLoader({ text }: { text: string }) {
  return (
    <span className={css.loader} role="status">
      <svg width="72" height="24" viewBox="0 0 72 24" fill="none" aria-hidden="true">
        <path
          d={path}
          stroke="var(--line-strong)"
          strokeWidth="1.3"
          strokeDasharray="1 3"
          strokeLinecap="round"
        />
        <circle cx="8" cy="18" r="1.8" fill="var(--text-3)" />
        <circle cx="26" cy="18" r="1.8" fill="var(--text-3)" />
        <circle cx="42" cy="18" r="1.8" fill="var(--text-3)" />
        <circle cx="60" cy="17" r="5" stroke="var(--accent)" strokeWidth="1.6" />
        <circle className={css.dot} r="2.6" fill="var(--accent)" />
      </svg>
      <span>{text}</span>
    </span>
  );
}
