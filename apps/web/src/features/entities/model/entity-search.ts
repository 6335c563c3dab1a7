import { type EntityListItem, entitySearchLimit } from '@hopscope/contract';
import MiniSearch, { type SearchResult } from 'minisearch';
import { listOf, numberedValues } from '../../../lib/entity-words.ts';
import { foldText } from '../../../lib/fold-text.ts';

/** What is searched (specification section 9), and how much a match there counts. */
const weights = {
  proper_name: 10,
  /** The name and its aliases without spaces. */
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
/** One or two letters begin a word of nearly every description. */
const nameFields: SearchField[] = ['proper_name', 'joined', 'aliases', 'ticker', 'entity_id', 'countries'];
/** Fewer letters are inside of nearly every name. */
const shortestInside = 3;
/** Nobody's name is longer; similar spellings of very long texts take long to find. */
const longestText = 100;

/** Entities indexed at a time; between two portions the page can draw. */
const portion = 250;

export interface EntityMatch {
  entity: EntityListItem;
  /** Where the text was found; the most telling place. */
  field: SearchField;
}

export interface EntitySearch {
  /** At most 50, best first: whole name, its beginning, the beginning of a word, elsewhere in it, other places, similar spellings. */
  find: (text: string) => EntityMatch[];
  /** The entity that `?entity=` means: an id, else a part of a name (the best one). */
  named: (text: string) => EntityListItem | undefined;
}

interface Entry {
  entity: EntityListItem;
  /** Folded name, id, aliases and tickers. */
  names: readonly string[];
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
  return { entity, names: [proper_name, entity_id, ...aliases, ...listOf(ticker)].map(foldText) };
}

/** One entry for each id: what the first of two says counts, the other one fills it up. */
function mergedById(entities: readonly EntityListItem[]): Map<string, Entry> {
  const byId = new Map<string, EntityListItem>();
  for (const entity of entities) {
    if (entity.hidden === true) continue;
    byId.set(entity.entity_id, { ...entity, ...byId.get(entity.entity_id) });
  }
  return new Map([...byId].map(([id, entity]) => [id, entryOf(entity)]));
}

/** 0 the whole name, 1 its beginning, 2 the beginning of a word in it, 3 elsewhere in it; 4 not in a name. */
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

/** 5: similar spellings only. */
function tierOf(entry: Entry, text: string, { queryTerms, terms }: SearchResult): number {
  const tier = nameTier(entry, text);
  if (tier < 4) return tier;
  return queryTerms.every((asked) => terms.some((term) => term.startsWith(asked))) ? 4 : 5;
}

function isField(name: string): name is SearchField {
  return name in weights;
}

function bestField({ match }: SearchResult): SearchField {
  const found = Object.values(match).flat().filter(isField);
  return found.reduce((best, field) => (weights[field] > weights[best] ? field : best), 'description');
}

/** Letters that may differ: none in short words, so that they are not similar to everything. */
function lettersOff(term: string): number | false {
  if (term.length < 4) return false;
  return term.length < 6 ? 1 : 2;
}

const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Makes the index of the list, in portions. @param countryName name of a country by its code */
export async function createEntitySearch(
  entities: readonly EntityListItem[],
  countryName: (code: string) => string,
): Promise<EntitySearch> {
  const entries = mergedById(entities);
  const index = new MiniSearch<Entry>({
    idField: 'id',
    fields: searchFields,
    extractField: (entry, name) =>
      isField(name) ? textOf(entry, name, countryName) : entry.entity.entity_id,
    processTerm: (term) => foldText(term) || null,
  });
  await index.addAllAsync([...entries.values()], { chunkSize: portion });

  interface Ranked {
    entry: Entry;
    field: SearchField;
    score: number;
    tier: number;
  }

  function indexed(text: string, combineWith: 'AND' | 'OR'): Ranked[] {
    const short = text.length <= 2;
    const results = index.search(text, {
      combineWith,
      prefix: true,
      fuzzy: lettersOff,
      weights: { prefix: 0.6, fuzzy: 0.15 },
      boost: weights,
      ...(short && { fields: nameFields }),
    });
    return results.flatMap((result) => {
      const entry = entries.get(String(result.id));
      if (!entry) return [];
      return [{ entry, field: bestField(result), score: result.score, tier: tierOf(entry, text, result) }];
    });
  }

  /** Names with the text inside of a word, which no index of words finds. */
  function inside(text: string, found: readonly Ranked[]): Ranked[] {
    if (text.length < shortestInside) return [];
    const known = new Set(found.map(({ entry }) => entry));
    return [...entries.values()]
      .filter((entry) => !known.has(entry) && nameTier(entry, text) < 4)
      .map((entry) => ({ entry, field: 'proper_name', score: 0, tier: nameTier(entry, text) }));
  }

  function ranked(text: string): Ranked[] {
    const all = indexed(text, 'AND');
    const found = [...all, ...inside(text, all)];
    return (found.length > 0 ? found : indexed(text, 'OR')).toSorted(
      (a, b) =>
        a.tier - b.tier || b.score - a.score || byCode(a.entry.entity.entity_id, b.entry.entity.entity_id),
    );
  }

  function find(given: string): EntityMatch[] {
    const text = foldText(given.slice(0, longestText));
    if (text === '') return [];
    return ranked(text)
      .slice(0, entitySearchLimit)
      .map(({ entry, field }) => ({ entity: entry.entity, field }));
  }

  return {
    find,
    named(given) {
      const byId = entries.get(given.trim().toLowerCase());
      if (byId) return byId.entity;
      const text = foldText(given.slice(0, longestText));
      if (text === '') return undefined;
      const [best] = ranked(text);
      return best && best.tier < 4 ? best.entry.entity : undefined;
    },
  };
}
