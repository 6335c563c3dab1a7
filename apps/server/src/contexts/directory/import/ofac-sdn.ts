import type { ImportedAttribution, ImportedStatement, Importer, ImportItem } from './import-item.ts';
import { readAddress } from './import-address.ts';
import { within, type XmlElement, xmlElements } from './xml-elements.ts';

/**
 * Imports the sanctions lists of the U.S. Office of Foreign Assets Control as "Advanced XML" (schema: `ADVANCED_XML.xsd`,
 * published with the list). Parties with a digital currency address become subjects, with names, programs, dates, and
 * legal bases; others are skipped.
 */
export const importOfacSdn: Importer = async function* (files, signal) {
  for (const file of files) {
    const list = createList();
    for await (const element of xmlElements(
      file,
      { root: 'Sanctions', wanted, ignored, limit: 500_000 },
      signal,
    )) {
      list.take(element);
    }
    yield* list.items(file.name);
  }
};

const wanted = new Set([
  'DateOfIssue',
  'FeatureType',
  'PartySubType',
  'PartyType',
  'LegalBasis',
  'DistinctParty',
  'SanctionsEntry',
]);
/** Most of a party's elements, none of which is needed: dates of birth, composition of names. */
const ignored = new Set(['DatePeriod', 'NamePartGroups', 'IdentityReference']);
const currencyFeature = /^Digital Currency Address - (\S+)$/;
/** Networks that share Ethereum's addresses: the holder of a key on one holds it on all. */
const sameAddresses = new Set(['ETH', 'ETC', 'ARB', 'BSC', 'USDT', 'USDC']);
const certain = 100;

/** A party with an address, before its entry on the list (later in the file). */
interface Party {
  readonly ref: string;
  readonly profile: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly websites: readonly string[];
  readonly person: boolean;
  readonly addresses: readonly { readonly currency: string; readonly address: string }[];
}

interface Listing {
  readonly dates: string[];
  readonly programs: string[];
  readonly bases: string[];
}

function createList() {
  const currencies = new Map<string, string>();
  const websiteTypes = new Set<string>();
  const people = new Set<string>();
  const bases = new Map<string, string>();
  const parties: Party[] = [];
  const listings = new Map<string, Listing>();
  let issued: string | undefined;

  const takeParty = (element: XmlElement): void => {
    const features = [...within(element, 'Feature')];
    const values = (wants: (type: string) => boolean) =>
      features
        .filter(({ attributes }) => wants(attributes['FeatureTypeID'] ?? ''))
        .flatMap((feature) =>
          [...within(feature, 'VersionDetail')].map(({ text }) => ({
            type: feature.attributes['FeatureTypeID'] ?? '',
            text,
          })),
        );
    const addresses = values((type) => currencies.has(type));
    if (addresses.length === 0) return;
    const profile = [...within(element, 'Profile')][0];
    const [name, ...aliases] = namesOf(element);
    parties.push({
      ref: element.attributes['FixedRef'] ?? '',
      profile: profile?.attributes['ID'] ?? '',
      name: name ?? '',
      aliases,
      websites: values((type) => websiteTypes.has(type)).map(({ text }) => text),
      person: people.has(profile?.attributes['PartySubTypeID'] ?? ''),
      addresses: addresses.map(({ type, text }) => ({ currency: currencies.get(type) ?? '', address: text })),
    });
  };

  const takeEntry = (element: XmlElement): void => {
    const profile = element.attributes['ProfileID'] ?? '';
    const listing = listings.get(profile) ?? { dates: [], programs: [], bases: [] };
    for (const event of within(element, 'EntryEvent')) {
      const date = [...within(event, 'Date')].map(dateOf)[0];
      if (date !== undefined) listing.dates.push(date);
      const basis = bases.get(event.attributes['LegalBasisID'] ?? '');
      if (basis !== undefined) listing.bases.push(basis);
    }
    for (const measure of within(element, 'SanctionsMeasure')) {
      const program = measure.children.find((child) => child.name === 'Comment')?.text;
      if (program) listing.programs.push(program);
    }
    listings.set(profile, listing);
  };

  return {
    take(element: XmlElement): void {
      const id = element.attributes['ID'] ?? '';
      switch (element.name) {
        case 'DateOfIssue':
          issued = dateOf(element);
          break;
        case 'FeatureType': {
          const currency = currencyFeature.exec(element.text)?.[1];
          if (currency !== undefined) currencies.set(id, currency);
          if (element.text === 'Website') websiteTypes.add(id);
          break;
        }
        case 'PartySubType':
          // PartyType 1 is "Individual"; the list of party types comes after that of party subtypes.
          if (element.attributes['PartyTypeID'] === '1') people.add(id);
          break;
        case 'LegalBasis':
          bases.set(id, element.text);
          break;
        case 'DistinctParty':
          takeParty(element);
          break;
        case 'SanctionsEntry':
          takeEntry(element);
          break;
      }
    },
    *items(file: string): Generator<ImportItem> {
      if (issued !== undefined) yield { kind: 'data_date', date: issued };
      for (const party of parties) {
        const listing = listings.get(party.profile) ?? { dates: [], programs: [], bases: [] };
        yield subjectOf(party, listing);
        yield* attributionsOf(party, listing, file);
      }
    },
  };
}

/** Returns names, the primary one first; parts in document order. */
function namesOf(party: XmlElement): string[] {
  const aliases = [...within(party, 'Alias')];
  const ordered = aliases.toSorted((a, b) => Number(isPrimary(b)) - Number(isPrimary(a)));
  const names = ordered.flatMap((alias) =>
    [...within(alias, 'DocumentedName')].map((name) =>
      [...within(name, 'NamePartValue')].map(({ text }) => text).join(' '),
    ),
  );
  return [...new Set(names.filter((name) => name !== ''))];
}

function isPrimary({ attributes }: XmlElement): boolean {
  return attributes['Primary'] === 'true';
}

function dateOf(element: XmlElement): string | undefined {
  const part = (name: string): number => Number(element.children.find((child) => child.name === name)?.text);
  const [year, month, day] = [part('Year'), part('Month'), part('Day')];
  if (!Number.isInteger(year) || !Number.isInteger(month) || !Number.isInteger(day)) return undefined;
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

const linkOf = (party: Party): string =>
  `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${party.ref}`;

function subjectOf(party: Party, listing: Listing): ImportItem {
  const ref = linkOf(party);
  const since = listing.dates.toSorted()[0];
  const say = (field: string, value: string): ImportedStatement => ({
    field,
    value,
    ref,
    confidence: certain,
    ...(since === undefined ? {} : { validFrom: since }),
  });
  const basis = [...new Set(listing.bases)].toSorted().join('; ');
  return {
    kind: 'subject',
    localId: party.ref,
    matchByName: false,
    statements: [
      { field: 'proper_name', value: party.name, ref, confidence: certain },
      ...party.aliases.map((value) => ({ field: 'alias', value, ref, confidence: certain })),
      ...party.websites.slice(0, 1).map((value) => ({ field: 'url', value, ref, confidence: certain })),
      say('entity_type', 'sanctioned'),
      say('ofac', 'true'),
      say('entity_tag', 'sanctioned'),
      say('entity_tag', party.person ? 'person' : 'organization'),
      ...[...new Set(listing.programs)].toSorted().map((program) => say('program', program)),
      ...(basis === '' ? [] : [say('note', `OFAC SDN list. Legal basis: ${basis}.`)]),
    ],
  };
}

function* attributionsOf(party: Party, listing: Listing, file: string): Generator<ImportItem> {
  const seen = new Set<string>();
  const since = listing.dates.toSorted()[0];
  for (const { currency, address } of party.addresses) {
    const place = `${file}, party ${party.ref}, ${currency} ${address}`;
    const evm = sameAddresses.has(currency) && /^0x/i.test(address);
    const read = readAddress(address, evm ? 'ETH' : currency);
    if (read.kind === 'refused') yield { kind: 'refused', place, reason: read.reason };
    if (read.kind === 'other_chain') yield { kind: 'other_chain', place, chain: read.chain };
    if (read.kind !== 'address' || seen.has(read.address)) continue;
    seen.add(read.address);
    yield {
      kind: 'attribution',
      localId: party.ref,
      chain: read.chain,
      address: read.address,
      attribution: 'direct',
      bo: party.name,
      label: `OFAC SDN: ${party.name} (${currency})`,
      category: 'sanctioned',
      confidence: certain,
      ref: linkOf(party),
      ...(since === undefined ? {} : { validFrom: since }),
    } satisfies ImportedAttribution;
  }
}
