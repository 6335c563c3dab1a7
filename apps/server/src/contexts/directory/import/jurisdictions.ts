import { addUtcDays, isRecord, createCountryNames } from '@hopscope/domain';
import { countryOf } from './entity-kinds.ts';
import { ImportError, type ImportedStatement, type Importer, type ImportItem } from './import-item.ts';
import { type Fields, fieldsOf, jsonOf, listOf, textAt, textsAt } from './json.ts';

/** Compiled from official publications. */
const confidence = 90;

interface Listing {
  readonly country: string;
  readonly field: 'fatf_status' | 'eu_status' | 'ofac_status';
  readonly value: string;
  from?: string;
  to?: string;
}

/**
 * Imports country lists by FATF (`call_for_action`, `increased_monitoring`, with `changes`), the European Union
 * (`high_risk_third_countries`) and OFAC (`comprehensive`), as JSON with `as_of`. Each country becomes a subject; a
 * listing is dated if the file has the date of its change.
 */
export const importJurisdictions: Importer = async function* (files, signal) {
  const listings: { listing: Listing; ref: string }[] = [];
  let date: string | undefined;
  for (const file of files) {
    const list = fieldsOf(await jsonOf(file, signal), file.name);
    const found = [...fatfOf(list, file.name), ...plainOf(list)];
    if (found.length === 0) throw new ImportError('not_this_format', file.name, 'not a known country list');
    const asOf = /^\d{4}-\d{2}-\d{2}/.exec(textAt(list, 'as_of') ?? '')?.[0];
    if (asOf !== undefined && (date === undefined || asOf > date)) date = asOf;
    const ref = textAt(list, 'official_source') ?? textAt(list, 'instrument') ?? file.name;
    listings.push(...found.map((listing) => ({ listing, ref })));
  }
  if (date !== undefined) yield { kind: 'data_date', date };
  yield* subjectsOf(listings);
};

function* subjectsOf(listings: readonly { listing: Listing; ref: string }[]): Generator<ImportItem> {
  const nameOf = createCountryNames();
  for (const [country, entries] of Map.groupBy(listings, ({ listing }) => listing.country)) {
    const name = nameOf(country);
    const ref = entries[0]?.ref ?? '';
    const base = (field: string, value: string): ImportedStatement => ({ field, value, ref, confidence });
    yield {
      kind: 'subject',
      localId: country,
      sameAs: `country-${country.toLowerCase()}`,
      matchByName: false,
      statements: [
        base('proper_name', name),
        base('entity_type', 'country'),
        base('associate_country', country),
        ...entries.map(({ listing, ref: place }) => ({
          field: listing.field,
          value: listing.value,
          ref: place,
          confidence,
          ...(listing.from === undefined ? {} : { validFrom: listing.from }),
          ...(listing.to === undefined ? {} : { validTo: listing.to }),
        })),
      ],
    };
  }
}

function fatfOf(list: Fields, file: string): Listing[] {
  if (!('call_for_action' in list) && !('increased_monitoring' in list)) return [];
  const black = listOf(list['call_for_action'] ?? [], `${file}, call_for_action`).flatMap(
    (entry): Listing[] => {
      const country = countryOf(isRecord(entry) ? (textAt(entry, 'iso2') ?? '') : String(entry));
      return country === undefined
        ? []
        : [{ country, field: 'fatf_status', value: 'Call for action (black list)' }];
    },
  );
  const grey = textsAt(list, 'increased_monitoring').flatMap((text) => monitored(text));
  const listings = [...black, ...grey];
  applyChanges(listings, listOf(list['changes'] ?? [], `${file}, changes`));
  return listings;
}

function monitored(text: string): Listing[] {
  const country = countryOf(text);
  if (country === undefined) return [];
  return [{ country, field: 'fatf_status', value: 'Increased monitoring (grey list)' }];
}

/** Applies changes, newest first: an added country has been listed since that day, a removed one was listed until then. */
function applyChanges(listings: Listing[], changes: readonly unknown[]): void {
  const byDate = changes
    .filter(isRecord)
    .toSorted((a, b) => (textAt(b, 'date') ?? '').localeCompare(textAt(a, 'date') ?? ''));
  for (const change of byDate) {
    const date = textAt(change, 'date');
    if (date === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(date)) continue;
    for (const text of textsAt(change, 'added')) {
      const country = countryOf(text);
      const open = listings.findLast((one) => one.country === country && one.from === undefined);
      if (open) open.from = date;
    }
    for (const text of textsAt(change, 'removed')) {
      for (const listing of monitored(text)) listings.push({ ...listing, to: addUtcDays(date, -1) });
    }
  }
}

function plainOf(list: Fields): Listing[] {
  const plain = (key: string, field: Listing['field'], value: string): Listing[] =>
    textsAt(list, key).flatMap((text) => {
      const country = countryOf(text);
      return country === undefined ? [] : [{ country, field, value }];
    });
  return [
    ...plain('high_risk_third_countries', 'eu_status', 'High-risk third country'),
    ...plain('comprehensive', 'ofac_status', 'Comprehensive sanctions'),
  ];
}
