/** Formats a range of fee rates: `2–5 sat/vB`. */
export function bandText({ from, to }: { from: number; to: number | null }): string {
  if (to === null) return `${from}+ sat/vB`;
  return from === 0 ? `below ${to} sat/vB` : `${from}–${to} sat/vB`;
}
