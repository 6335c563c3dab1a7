import type { FieldProvenance, FieldStatement } from '@hopscope/contract';

const rules: Record<FieldProvenance['rule'], string> = {
  editor: 'Set by an editor.',
  rank: 'Sources differ. The source with the higher rank is used.',
  confidence: 'Sources of equal rank differ. The one with higher confidence is used.',
  newest: 'Sources of equal rank and confidence differ. The newest value is used.',
  text: 'Sources are otherwise equal. The first value in alphabetical order is used.',
  only: 'The only value.',
  union: 'Values of all sources, by rank.',
};

/** Describes the rule that selected the value. */
export function ruleText({ rule }: Pick<FieldProvenance, 'rule'>): string {
  return rules[rule];
}

const reasons: Record<FieldStatement['because'], string> = {
  chosen: 'Used',
  same: 'Same value',
  overruled: 'Overruled',
  not_valid: 'Not valid on this day',
  over_limit: 'Over the limit of values',
};

/** Describes why a statement applies or not. */
export function reasonText({ because }: Pick<FieldStatement, 'because'>): string {
  return reasons[because];
}

/** Returns a reference as a link if it is a URL. */
export function webLink(ref: string | null): string | undefined {
  if (ref === null || !URL.canParse(ref)) return undefined;
  const { protocol } = new URL(ref);
  return protocol === 'https:' || protocol === 'http:' ? ref : undefined;
}

/** Formats a URL without scheme and trailing slash. */
export function webText(url: string): string {
  return url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');
}
