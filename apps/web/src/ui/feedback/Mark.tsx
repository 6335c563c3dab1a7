/** The logo: the letter h whose arch is a hop that lands in a scope. */
export function Mark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" fill="none" strokeLinecap="round" aria-hidden="true">
      <path d="M6 4.5v19" stroke="var(--text-1)" strokeWidth="2.6" />
      <path
        d="M6 16.2C7.6 10.6 10.6 9 13.2 9c3.8 0 6.5 2.6 6.8 6.2"
        stroke="var(--accent)"
        strokeWidth="2.6"
      />
      <circle cx="20" cy="20.4" r="3.7" stroke="var(--accent)" strokeWidth="2.2" />
      <circle cx="20" cy="20.4" r="1.15" fill="var(--accent)" />
    </svg>
  );
}
