import { createHash } from 'node:crypto';
import type { ImportedStatement, ImportItem } from '../../import/import-item.ts';
import { attribute } from '../../import/attribute.ts';
import { readSeed, type SeedEntry, seedFiles, type SeedListing } from './entries.ts';

/** Public facts, researched manually. */
const confidence = 80;

/** Returns a hash of the seed's content: SHA-256 in hex. */
export function seedHash(): string {
  return createHash('sha256').update(seedFiles().join('')).digest('hex');
}

/** Yields the seed as import items. */
export async function* seedItems(): AsyncGenerator<ImportItem> {
  for (const entry of readSeed()) {
    yield {
      kind: 'subject',
      localId: entry.id,
      sameAs: entry.id,
      matchByName: entry.type !== 'country',
      statements: [
        ...plainStatements(entry),
        ...sanctionStatements(entry),
        ...(entry.listings ?? []).map(listingStatement),
      ],
    };
    for (const { address: text, label, source } of entry.addresses) {
      yield attribute({
        text,
        place: `seed, ${entry.id}, ${text}`,
        localId: entry.id,
        label,
        category: entry.type,
        confidence,
        ref: source,
      });
    }
  }
}

function plainStatements(entry: SeedEntry): ImportedStatement[] {
  const values: [string, string | number | boolean | undefined][] = [
    ['proper_name', entry.name],
    ['entity_type', entry.type],
    ['url', entry.url],
    ['parent_id', entry.parent],
    ['year_founded', entry.founded],
    ['ticker', entry.ticker],
    ['description', entry.description],
    ['dead', entry.dead],
    ['no_kyc_req', entry.noKyc],
    ['centralized', entry.centralized],
    ...(entry.aliases ?? []).map((alias): [string, string] => ['alias', alias]),
    ...(entry.countries ?? []).map((country): [string, string] => ['associate_country', country]),
    ...(entry.tags ?? []).map((tag): [string, string] => ['entity_tag', tag]),
    ...(entry.coinbaseTags ?? []).map((tag): [string, string] => ['coinbase_tag', tag]),
  ];
  return values.flatMap(([field, value]) =>
    value === undefined ? [] : [{ field, value: String(value), ref: entry.source, confidence }],
  );
}

function sanctionStatements({ ofac }: SeedEntry): ImportedStatement[] {
  if (!ofac) return [];
  const dated = {
    ref: ofac.source,
    confidence,
    validFrom: ofac.from,
    ...(ofac.to === undefined ? {} : { validTo: ofac.to }),
  };
  return [
    { field: 'ofac', value: 'true', ...dated },
    { field: 'entity_tag', value: 'sanctioned', ...dated },
    ...(ofac.programs ?? []).map((program) => ({ field: 'program', value: program, ...dated })),
  ];
}

function listingStatement({ field, value, source, from, to }: SeedListing): ImportedStatement {
  return {
    field,
    value,
    ref: source,
    confidence,
    ...(from === undefined ? {} : { validFrom: from }),
    ...(to === undefined ? {} : { validTo: to }),
  };
}
