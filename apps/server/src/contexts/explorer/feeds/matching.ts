import { folded, unspaced, words } from './search-terms.ts';

/** Something that a text may name. */
export interface Term {
  /** As it is written. */
  readonly text: string;
  /**
   * `plain`: the words, whatever their case; `exact`: as it is written, to the letter; `supported`: the same, and another
   * name of the entity must be in the text; `ticker`: behind a dollar sign; `domain`: the website.
   */
  readonly rule: 'plain' | 'exact' | 'supported' | 'ticker' | 'domain';
}

/** Words of everyday language that entities bear as names: alone they name nobody. */
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
 * How a name counts. Two or more words with at least seven letters, or one uncommon word of six or more: as words. One
 * uncommon word of four or five letters: to the letter. Everything shorter and words of everyday language: to the letter, and
 * only beside another such name of the same entity. In scripts without blanks three signs are enough. Fewer than two
 * letters: never.
 */
export function nameTerm(name: string): Term | undefined {
  // “(demo)” and the like explain a name and are no part of it.
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

/** What an entity is named by. */
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

/** What an address is named by: Base58 to the letter, the others in either case. */
export function addressTerm(address: string): Term {
  const oneCase = address === address.toLowerCase() || address === address.toUpperCase();
  return { text: address, rule: oneCase || /^0x/i.test(address) ? 'plain' : 'exact' };
}

/** Words that a text must have for a term to be in it. */
export function wordsOfTerm(term: Term): string[] {
  return words(term.text);
}

/** A letter or digit of a script with blanks at the end, and at the beginning, of a text. */
const endsInWord = (text: string): boolean => /[\p{L}\p{N}]$/u.test(text) && !unspaced.test(text.slice(-1));
const beginsInWord = (text: string): boolean =>
  /^[\p{L}\p{N}]/u.test(text) && !unspaced.test(text.slice(0, 1));

/** Whether `part` is in `text` as words of its own: no letter or digit before or behind it. */
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

/** Whether a text names what the terms stand for. */
export function isNamed(terms: readonly Term[], given: string): boolean {
  const text = given.normalize('NFC').replaceAll(/\s+/g, ' ');
  const small = folded(text);
  const found = terms.filter((term) => isIn(term, text, small));
  if (found.some(({ rule }) => rule !== 'supported')) return true;
  return new Set(found.map((term) => folded(term.text))).size >= 2;
}
