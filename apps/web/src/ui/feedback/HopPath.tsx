/** `open`: an invitation · `outside`: not covered by the ledger · `cut`: a failure. */
export type HopPathKind = 'open' | 'outside' | 'cut';

const hops = [
  'M27 69Q50 -4.2 74 69',
  'M83 69Q103 12.8 124 69',
  'M133 69Q149 28.1 166 69',
  'M175 69Q184.5 43.4 195 69',
];
const stops = [78, 128, 170];
const ticks = [22, 78, 128, 170, 212];

function dashed(kind: HopPathKind, hop: number): boolean {
  return (kind === 'outside' && hop < 2) || (kind === 'cut' && hop >= 2);
}

function Stop({ x, kind, index }: { x: number; kind: HopPathKind; index: number }) {
  const known = (kind !== 'outside' || index > 0) && (kind !== 'cut' || index < 2);
  return known ? (
    <circle cx={x} cy="74" r="3" fill="var(--text-3)" />
  ) : (
    <circle cx={x} cy="74" r="3" stroke="var(--line-control)" strokeDasharray="1.5 2" />
  );
}

function Scope({ reached }: { reached: boolean }) {
  return (
    <>
      <circle
        cx="212"
        cy="74"
        r="12"
        fill="var(--bg-1)"
        stroke={reached ? 'var(--accent)' : 'var(--line-control)'}
        strokeWidth="1.8"
        strokeDasharray={reached ? undefined : '2 4'}
      />
      {reached && <circle cx="212" cy="74" r="3" fill="var(--accent)" />}
      <path d="M212 56v3M212 89v3M194 74h3M227 74h3" stroke="var(--line-control)" strokeWidth="1.2" />
    </>
  );
}

/** Drawing of empty pages: a path that ends in a scope. */
export function HopPath({ kind }: { kind: HopPathKind }) {
  return (
    <svg width="240" height="103" viewBox="0 0 240 100" fill="none" aria-hidden="true">
      <path d="M4 74H236" stroke="var(--line)" />
      {ticks.map((x) => (
        <path key={x} d={`M${x} 83v4`} stroke="var(--line-strong)" />
      ))}
      {hops.map((d, index) => (
        <path
          key={d}
          d={d}
          stroke={kind === 'open' && index === 0 ? 'var(--accent)' : 'var(--line-control)'}
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeDasharray={dashed(kind, index) ? '1 5' : undefined}
        />
      ))}
      {kind === 'outside' ? (
        <circle
          cx="22"
          cy="74"
          r="5"
          stroke="var(--line-control)"
          strokeDasharray="2 2.5"
          strokeWidth="1.5"
        />
      ) : (
        <circle cx="22" cy="74" r="5" fill="var(--text-1)" />
      )}
      {stops.map((x, index) => (
        <Stop key={x} x={x} kind={kind} index={index} />
      ))}
      {kind === 'cut' && (
        <path d="M144 34l10 10m0-10l-10 10" stroke="var(--error)" strokeWidth="1.8" strokeLinecap="round" />
      )}
      <Scope reached={kind !== 'cut'} />
    </svg>
  );
}
