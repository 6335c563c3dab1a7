import type { SeedEntry, SeedListing } from './seed-entry.ts';

/** The lists as they stood in June 2026 (FATF) and January 2026 (European Union); older days only as far as known. */
const fatf = 'https://www.fatf-gafi.org/en/countries/black-and-grey-lists.html';
const europeanUnion = 'https://eur-lex.europa.eu/eli/reg_del/2016/1675/oj';
const ofac = 'https://ofac.treasury.gov/sanctions-programs-and-country-information';

const black = ['IR', 'KP', 'MM'];
/** Since when, where that is known. */
const grey: readonly (readonly [country: string, from?: string])[] = [
  ['AO', '2024-10-25'],
  ['BA', '2026-06-19'],
  ['BG'],
  ['BO', '2025-06-13'],
  ['CD'],
  ['CI', '2024-10-25'],
  ['CM'],
  ['HT'],
  ['IQ', '2026-06-19'],
  ['KE'],
  ['KW', '2026-02-13'],
  ['LA'],
  ['LB', '2024-10-25'],
  ['MC', '2024-06-28'],
  ['NP'],
  ['PG', '2026-02-13'],
  ['SS'],
  ['SY'],
  ['VE', '2024-06-28'],
  ['VG', '2025-06-13'],
  ['VN'],
  ['YE'],
];
/** No longer grey; the last day on the list. */
const noLongerGrey: readonly (readonly [country: string, to: string, from?: string])[] = [
  ['DZ', '2026-06-18', '2024-10-25'],
  ['NA', '2026-06-18'],
  ['BF', '2025-10-23'],
  ['MZ', '2025-10-23'],
  ['NG', '2025-10-23'],
  ['ZA', '2025-10-23'],
  ['HR', '2025-06-12'],
  ['ML', '2025-06-12'],
  ['TZ', '2025-06-12'],
  ['SN', '2024-10-24'],
  ['JM', '2024-06-27'],
  ['TR', '2024-06-27'],
];
const highRisk = 'AF AO BO CD CI CM DZ HT IR KE KP LA LB MC MM NA NP RU SS SY TT VE VG VN VU YE'.split(' ');
const comprehensive = ['CU', 'IR', 'KP'];

function isGrey(from?: string, to?: string): SeedListing {
  return {
    field: 'fatf_status',
    value: 'Increased monitoring (grey list)',
    source: fatf,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

const listings: readonly (readonly [string, SeedListing])[] = [
  ...black.map(
    (country) =>
      [country, { field: 'fatf_status', value: 'Call for action (black list)', source: fatf }] as const,
  ),
  ...grey.map(([country, from]) => [country, isGrey(from)] as const),
  ...noLongerGrey.map(([country, to, from]) => [country, isGrey(from, to)] as const),
  ...highRisk.map(
    (country) =>
      [country, { field: 'eu_status', value: 'High-risk third country', source: europeanUnion }] as const,
  ),
  ...comprehensive.map(
    (country) => [country, { field: 'ofac_status', value: 'Comprehensive sanctions', source: ofac }] as const,
  ),
];

const names = new Intl.DisplayNames('en', { type: 'region' });

/** Countries on a list of FATF, the European Union or OFAC, under the ids that the importer of such lists uses. */
export const countries: readonly SeedEntry[] = [...Map.groupBy(listings, ([country]) => country)].map(
  ([country, said]) => ({
    id: `country-${country.toLowerCase()}`,
    name: names.of(country) ?? country,
    type: 'country',
    source: said[0]?.[1].source ?? fatf,
    countries: [country],
    listings: said.map(([, listing]) => listing),
  }),
);
