import type { Figure } from './FigureEvidence.tsx';

/**
 * Returns the text by which a figure is cited: what it says, what it rests on, by which version of Hopscope, when (UTC), and
 * where.
 */
export function citationOf(
  { label, value, subject }: Figure,
  facts: readonly string[],
  { version, at, page }: { version: string | undefined; at: Date; page: string },
): string {
  const time = at.toISOString().replace(/\.\d+Z$/, 'Z');
  const basis = facts.length === 0 ? '' : ` ${facts.join('; ')}.`;
  return `${label} of ${subject}: ${value}.${basis} Hopscope${version === undefined ? '' : ` ${version}`}, ${time}, ${page}`;
}
