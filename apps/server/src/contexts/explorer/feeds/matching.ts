import { folded, unspaced, words } from './search-terms.ts';

/** A name that a text may contain. */
export interface Term {
  /** The name as written. */
  readonly text: string;
  /**
   * `plain`: the words in any case; `exact`: case-sensitive; `supported`: case-sensitive, and the text must contain
   * another name of the entity; `ticker`: after a dollar sign; `domain`: the website.
   */
  readonly rule: 'plain' | 'exact' | 'supported' | 'ticker' | 'domain';
}

/** Everyday words that are also names of entities: alone they don't identify one. */
const everyday = new Set(
  `account active agent alliance anchor apollo arrow atlas atomic aurora avalanche balance bank base beacon binary bit bitcoin
  blast block blue bold bolt bond bonus bridge bright broker bull capital cash castle central chain change charity circle city
  clear cloud coin collection compass compound core crypto curve customer dao data deal delta demo dex digital direct dollar
  domain dragon dream dynamic eagle earth east echo edge element energy ether ethereum euro exchange express falcon finance
  fire first flash flow fluid force forge fortune foundation frame free freedom frontier fund fusion future galaxy gambling
  gate gateway genesis giant global gold golden grand gravity green grid group guardian harbor harbour harvest haven helix
  horizon house hub impact index infinity instant island jupiter key king kingdom ledger legacy legend liberty light
  lightning link liquid lotus lucky lunar magic market marketplace master matrix maverick mercury meta metal meteor mirror
  mixer moment momentum money moon nation network nexus node nomad north nova oasis ocean olympus omega open optimism oracle
  orbit order origin oxygen pacific panda paradise parallel paper payment payments peak person phantom phoenix pixel planet
  platform plus point polar pool portal power premium prime prism profit project protocol pulse pyramid quantum quest radar
  rainbow raven reserve ripple river rocket royal safe sanctioned satoshi saturn savings secure security sender sentinel
  service shadow shield signal silver simple smart snow solar solid south spark spectrum spirit stable stake star stellar
  step stone storm stream strike summit sun super surge swap switch symbol system target tempo terra thunder tiger titan
  token torch tornado tower trade trader trading transfer treasure triangle tribe trust tunnel union unity universal value
  vault vector velocity venture venus vertex victory village vision vortex voyager wallet wave west white wind wings wolf
  wonder world yield zenith zero zone`.split(/\s+/),
);

const letterCount = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/**
 * Returns the matching rule of a name. Two or more words with at least seven letters, or one uncommon word of six or more:
 * `plain`. One uncommon word of four or five letters: `exact`. Anything shorter and everyday words: `supported`. In
 * scripts without spaces, three characters are enough. Fewer than two letters: no match.
 */
export function nameTerm(name: string): Term | undefined {
  // “(demo)” and the like explain a name and aren't part of it.
  const text = name
    .normalize('NFC')
    .replace(/\s*\([^()]*\)\s*$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const letters = letterCount(text);
  const parts = words(text);
  if (letters < 2 || parts.length === 0) return undefined;
  if (unspaced.test(text)) return { text, rule: letters >= 3 ? 'plain' : 'supported' };
  const common = parts.every((part) => everyday.has(part));
  if (parts.length >= 2 && letters >= 7 && !common) return { text, rule: 'plain' };
  if (parts.length >= 3 && letters >= 10) return { text, rule: 'plain' };
  if (common) return { text, rule: 'supported' };
  if (letters >= 6) return { text, rule: 'plain' };
  return { text, rule: letters >= 4 ? 'exact' : 'supported' };
}

/** Returns the names of an entity. */
export function entityTerms(entity: {
  proper_name: string;
  aliases: readonly string[];
  ticker: string | null;
  url: string | null;
}): Term[] {
  const names = [entity.proper_name, ...entity.aliases].flatMap((name) => nameTerm(name) ?? []);
  const tickers = (entity.ticker ?? '')
    .split(/[,;\s]+/)
    .filter((ticker) => /^[A-Za-z0-9]{3,10}$/.test(ticker))
    .map((text): Term => ({ text, rule: 'ticker' }));
  const host = entity.url !== null && URL.canParse(entity.url) ? new URL(entity.url).hostname : '';
  const domain = host.replace(/^www\./, '');
  const site: Term[] = domain.includes('.') ? [{ text: domain, rule: 'domain' }] : [];
  return [...names, ...tickers, ...site];
}

/** Returns the term of an address: case-sensitive for Base58, case-insensitive for others. */
export function addressTerm(address: string): Term {
  const oneCase = address === address.toLowerCase() || address === address.toUpperCase();
  return { text: address, rule: oneCase || /^0x/i.test(address) ? 'plain' : 'exact' };
}

/** Returns the words that a text must contain to contain the term. */
export function wordsOfTerm(term: Term): string[] {
  return words(term.text);
}

/** Test the last and the first character of a text for a letter or digit of a script with spaces. */
const endsInWord = (text: string): boolean => /[\p{L}\p{N}]$/u.test(text) && !unspaced.test(text.slice(-1));
const beginsInWord = (text: string): boolean =>
  /^[\p{L}\p{N}]/u.test(text) && !unspaced.test(text.slice(0, 1));

/** Tests whether `text` contains `part` as separate words: without a letter or digit before or after it. */
function hasWords(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
    const end = at + part.length;
    const opens = !endsInWord(text.slice(Math.max(0, at - 2), at)) || !beginsInWord(part);
    const closes = !beginsInWord(text.slice(end, end + 2)) || !endsInWord(part);
    if (opens && closes) return true;
  }
  return false;
}

function isIn(term: Term, text: string, small: string): boolean {
  switch (term.rule) {
    case 'plain':
    case 'domain':
      return hasWords(small, folded(term.text));
    case 'exact':
    case 'supported':
      return hasWords(text, term.text);
    case 'ticker':
      return hasWords(small, `$${term.text.toLowerCase()}`);
  }
}

/** Tests whether a text mentions the entity or address of the terms. */
export function isNamed(terms: readonly Term[], given: string): boolean {
  const text = given.normalize('NFC').replaceAll(/\s+/g, ' ');
  const small = folded(text);
  const found = terms.filter((term) => isIn(term, text, small));
  if (found.some(({ rule }) => rule !== 'supported')) return true;
  return new Set(found.map((term) => folded(term.text))).size >= 2;
}
