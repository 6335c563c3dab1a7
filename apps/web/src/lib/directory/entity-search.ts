import { type EntityListItem, entitySearchLimit } from '@hopscope/contract';
import { byText } from '@hopscope/domain';
import MiniSearch, { type SearchOptions, type SearchResult } from 'minisearch';
import { listOf, numberedValues } from '../text/entity-labels.ts';
import { foldText } from '../text/fold-text.ts';

/** Searched fields and the weight of a match in each. */
const weights = {
  proper_name: 10,
  /** Name and aliases without spaces. */
  joined: 8,
  aliases: 8,
  ticker: 8,
  entity_id: 6,
  url: 4,
  entity_type: 3,
  tags: 3,
  countries: 2,
  contact: 2,
  description: 1,
} as const;
export type SearchField = keyof typeof weights;
const searchFields = Object.keys(weights) as SearchField[];
/** Name fields: similar spellings are searched here first. */
const nameFields: SearchField[] = ['proper_name', 'joined', 'aliases', 'ticker', 'entity_id'];
/** Minimum length of a substring match: shorter texts are in nearly every name. */
const shortestInside = 3;
/** Minimum length of an indexed prefix: shorter ones match too many words. */
const shortestIndexed = 3;
/** Number of matches from which similar spellings aren't searched. */
const enoughFound = 10;
/** Maximum length of a search text, longer than any name: similar spellings of very long texts take long to find. */
const longestText = 100;

/** Entities indexed per batch; the page can render in between. */
const portion = 50;

export interface EntityMatch {
  entity: EntityListItem;
  /** The field that matched; the most significant one. */
  field: SearchField;
}

export interface EntitySearch {
  /**
   * Returns at most 50 matches, best first: full name, prefix of the name, prefix of a word, substring, other fields, similar
   * spellings.
   */
  find: (text: string) => EntityMatch[];
  /** Returns the entity of `?entity=`: by ID, otherwise by a part of its name (the best match). */
  named: (text: string) => EntityListItem | undefined;
}

interface Entry {
  entity: EntityListItem;
  /** Normalized name, ID, aliases, and tickers. */
  names: readonly string[];
  /** Normalized codes. */
  countries: readonly string[];
}

function joined(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

function textOf({ entity }: Entry, field: SearchField, countryName: (code: string) => string): string {
  switch (field) {
    case 'joined':
      return [entity.proper_name, ...(entity.aliases ?? [])].map(joined).join(' ');
    case 'aliases':
      return (entity.aliases ?? []).join(' ');
    case 'tags':
      return numberedValues(entity, 'entity_tag').join(' ');
    case 'countries':
      return numberedValues(entity, 'associate_country')
        .map((code) => `${code} ${countryName(code)}`)
        .join(' ');
    case 'contact':
      return [
        entity.contact_email,
        entity.contact_phone,
        entity.contact_address,
        entity.contact_twitter,
        entity.contact_telegram,
      ]
        .filter(Boolean)
        .join(' ');
    case 'description':
      return entity.description_merged ?? '';
    case 'proper_name':
    case 'ticker':
    case 'entity_id':
    case 'url':
    case 'entity_type':
      return entity[field] ?? '';
  }
}

function entryOf(entity: EntityListItem): Entry {
  const { proper_name, entity_id, aliases = [], ticker } = entity;
  const countries = numberedValues(entity, 'associate_country');
  return {
    entity,
    names: [proper_name, entity_id, ...aliases, ...listOf(ticker)].map(foldText),
    countries: countries.map(foldText),
  };
}

/** Merges entries with the same ID: values of the first one win, the other one fills gaps. */
function mergedById(entities: readonly EntityListItem[]): Map<string, Entry> {
  const byId = new Map<string, EntityListItem>();
  for (const entity of entities) {
    if (entity.hidden === true) continue;
    byId.set(entity.entity_id, { ...entity, ...byId.get(entity.entity_id) });
  }
  return new Map([...byId].map(([id, entity]) => [id, entryOf(entity)]));
}

/** Returns 0 for a full name, 1 for a prefix of it, 2 for a prefix of a word, 3 for a substring, 4 if it isn't in a name. */
function nameTier({ names }: Entry, text: string): number {
  let best = 4;
  for (const name of names) {
    const at = name.indexOf(text);
    if (at < 0) continue;
    const tier = at > 0 ? (name.includes(` ${text}`) ? 2 : 3) : name.length === text.length ? 0 : 1;
    if (tier < best) best = tier;
  }
  return best;
}

function isField(name: string): name is SearchField {
  return name in weights;
}

function bestField({ match }: SearchResult): SearchField {
  const found = Object.values(match).flat().filter(isField);
  return found.reduce((best, field) => (weights[field] > weights[best] ? field : best), 'description');
}

type Fuzzy = (term: string) => number | false;
/** Returns the number of letters that may differ: none in short words, which would be similar to everything. */
const oneLetterOff: Fuzzy = (term) => (term.length < 4 ? false : 1);
const twoLettersOff: Fuzzy = (term) => (term.length < 6 ? oneLetterOff(term) : 2);

type Query = { text: string } & Pick<SearchOptions, 'combineWith' | 'prefix' | 'fuzzy'>;

interface Ranked {
  entry: Entry;
  field: SearchField;
  /** As returned by `nameTier`; 5: only similar spellings. */
  tier: number;
  score: number;
}

function compare(a: Ranked, b: Ranked): number {
  return a.tier - b.tier || b.score - a.score || byText(a.entry.entity.entity_id, b.entry.entity.entity_id);
}

/**
 * Splits a text into the longest word, which is looked up in the index, and the rest, by which its results are filtered: looking
 * up a short prefix, which many words share, takes long.
 */
function divide(text: string): { key: string; rest: string[] } {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const key = words.reduce((longest, word) => (word.length > longest.length ? word : longest), '');
  const at = words.indexOf(key);
  return { key, rest: words.filter((_, i) => i !== at) };
}

/**
 * Creates the index of the list in batches. Names are scanned one by one, which takes the same time for every text. The word
 * index finds matches outside names, and similar spellings if little else was found, in names first. So, no typed letter takes
 * longer than a frame of the screen.
 * @param countryName name of a country by its code
 */
export async function createEntitySearch(
  entities: readonly EntityListItem[],
  countryName: (code: string) => string,
): Promise<EntitySearch> {
  const entries = mergedById(entities);
  const all = [...entries.values()];

  async function indexOf(fields: SearchField[]): Promise<MiniSearch<Entry>> {
    const index = new MiniSearch<Entry>({
      idField: 'id',
      fields,
      extractField: (entry, name) =>
        isField(name) ? textOf(entry, name, countryName) : entry.entity.entity_id,
      processTerm: (term) => foldText(term) || null,
    });
    await index.addAllAsync(all, { chunkSize: portion });
    return index;
  }
  const everything = await indexOf(searchFields);
  const names = await indexOf(nameFields);

  function inNames(text: string): Ranked[] {
    const deepest = text.length < shortestInside ? 2 : 3;
    return all.flatMap((entry): Ranked[] => {
      const tier = nameTier(entry, text);
      if (tier <= deepest) return [{ entry, field: 'proper_name', score: 0, tier }];
      const located = entry.countries.includes(text);
      return located ? [{ entry, field: 'countries', score: 0, tier: 4 }] : [];
    });
  }

  const texts = new Map<Entry, string>();
  /** Returns the words of all fields of an entity. */
  function wordsOf(entry: Entry): string {
    const known = texts.get(entry);
    if (known !== undefined) return known;
    const fieldTexts = searchFields.map((field) => textOf(entry, field, countryName)).join(' ');
    const text = ` ${foldText(fieldTexts).replaceAll(/[^\p{L}\p{N}]+/gu, ' ')}`;
    texts.set(entry, text);
    return text;
  }

  function inIndex(index: MiniSearch<Entry>, tier: number, query: Query): Ranked[] {
    const { text, ...options } = query;
    return index.search(text, { boost: weights, ...options }).flatMap((result) => {
      const entry = entries.get(String(result.id));
      return entry ? [{ entry, field: bestField(result), score: result.score, tier }] : [];
    });
  }

  function ranked(text: string): Ranked[] {
    const found = new Map<Entry, Ranked>();
    /** Adds matches: the first match of an entity determines its tier; later ones add field and score. */
    const add = (more: readonly Ranked[]): void => {
      for (const each of more) {
        found.set(each.entry, { ...each, tier: found.get(each.entry)?.tier ?? each.tier });
      }
    };
    add(inNames(text));
    const { key, rest } = divide(text);
    if (key.length < shortestIndexed) return [...found.values()].toSorted(compare);
    const hasRest = ({ entry }: Ranked): boolean => rest.every((word) => wordsOf(entry).includes(` ${word}`));
    const ask = (index: MiniSearch<Entry>, tier: number, fuzzy: Fuzzy | false): void =>
      add(inIndex(index, tier, { text: key, prefix: true, fuzzy }).filter(hasRest));
    if (found.size < entitySearchLimit) ask(everything, 4, false);
    if (found.size < enoughFound) ask(names, 5, oneLetterOff);
    if (found.size === 0) ask(names, 5, twoLettersOff);
    if (found.size === 0) ask(everything, 5, oneLetterOff);
    // Errors in several words, or unknown words.
    const others = { text, prefix: (word: string) => word.length >= shortestIndexed };
    if (found.size === 0 && rest.length > 0) {
      add(inIndex(names, 5, { ...others, combineWith: 'AND', fuzzy: oneLetterOff }));
    }
    if (found.size === 0) add(inIndex(everything, 5, { ...others, combineWith: 'OR' }));
    return [...found.values()].toSorted(compare);
  }

  return {
    find(given) {
      const text = foldText(given.slice(0, longestText));
      if (text === '') return [];
      return ranked(text)
        .slice(0, entitySearchLimit)
        .map(({ entry, field }) => ({ entity: entry.entity, field }));
    },
    named(given) {
      const byId = entries.get(given.trim().toLowerCase());
      if (byId) return byId.entity;
      const text = foldText(given.slice(0, longestText));
      if (text === '') return undefined;
      const [best] = inNames(text).toSorted(compare);
      return best && best.tier < 4 ? best.entry.entity : undefined;
    },
  };
}
