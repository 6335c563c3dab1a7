import { countryOf } from './entity-kinds.ts';
import { csvRows } from './csv.ts';
import { ImportError, type ImportedStatement, type Importer, type ImportItem } from './import-item.ts';
import { webAddress } from './json.ts';

/** An official register. */
const confidence = 95;
const home =
  'https://www.esma.europa.eu/esmas-activities/digital-finance-and-innovation/markets-crypto-assets-regulation-mica';

/**
 * Imports ESMA's interim register of crypto-asset service providers (Regulation (EU) 2023/1114, Article 109), `CASPS.csv`:
 * names, LEI, member state, services a to j of Article 3(1)(16), dates of authorization and of its end.
 */
export const importEsmaCasp: Importer = async function* (files, signal) {
  const providers = new Map<string, Provider>();
  for (const file of files) {
    for await (const { place, row, reason } of csvRows(file, signal)) {
      if (row === undefined) {
        yield { kind: 'refused', place, reason };
        continue;
      }
      if (row['ae_lei'] === undefined) throw new ImportError('not_this_format', place, 'no column ae_lei');
      const refusal = take(row, providers);
      if (refusal !== undefined) yield { kind: 'refused', place, reason: refusal };
    }
  }
  for (const [lei, provider] of providers) yield subjectOf(lei, provider);
};

/** A provider has a row for each authorization or later addition. */
interface Provider {
  readonly letters: Set<string>;
  readonly statements: ImportedStatement[];
}

type Row = Readonly<Record<string, string>>;

/** Adds a row to its provider, or returns the reason why it can't. */
function take(row: Row, providers: Map<string, Provider>): string | undefined {
  const cell = (name: string): string => row[name.toLowerCase()]?.trim() ?? '';
  const lei = cell('ae_lei').toUpperCase().replace(/\.$/, '');
  const legalName = cell('ae_lei_name');
  const name = cell('ae_commercial_name') || legalName;
  if (!/^[A-Z0-9]{18}[0-9]{2}$/.test(lei)) return `“${lei}” is not a valid LEI (ISO 17442)`;
  if (name === '') return 'no name';
  const from = dateOf(cell('ac_authorisationNotificationDate'));
  const to = dateOf(cell('ac_authorisationEndDate'));
  const provider = providers.get(lei) ?? { letters: new Set(), statements: [] };
  providers.set(lei, provider);
  const say = (field: string, value: string, dated = false): void => {
    const known = provider.statements.some((one) => one.field === field && one.value === value);
    if (value === '' || known) return;
    provider.statements.push({
      field,
      value,
      ref: home,
      confidence,
      ...(dated && from !== undefined ? { validFrom: from } : {}),
      ...(dated && to !== undefined ? { validTo: to } : {}),
    });
  };
  const letters = servicesOf(cell('ac_serviceCode'));
  for (const letter of letters) provider.letters.add(letter);
  say('proper_name', name);
  if (legalName !== name) say('alias', legalName);
  say('url', webAddress(cell('ae_website').split(/[\s|;,]+/)[0]) ?? '');
  say('contact_address', cell('ae_address'));
  say('associate_country', countryOf(cell('ae_homeMemberState')) ?? '');
  say('associate_country', countryOf(cell('ae_lei_cou_code')) ?? '');
  say(
    'registration',
    `MiCA crypto-asset service provider (${letters.join(', ')}), ${cell('ae_competentAuthority')}, LEI ${lei}`,
    true,
  );
  return undefined;
}

function subjectOf(lei: string, { letters, statements }: Provider): ImportItem {
  const type: ImportedStatement = {
    field: 'entity_type',
    value: typeOf([...letters]),
    ref: home,
    confidence,
  };
  return { kind: 'subject', localId: lei, statements: [...statements, type] };
}

/** Returns the letters of services in the register's text: "a. providing custody … | c. exchange …". */
function servicesOf(text: string): string[] {
  const letters = text
    .split('|')
    .flatMap((part) => /^\s*([a-j])[.)\s]/i.exec(part)?.[1]?.toLowerCase() ?? []);
  return [...new Set(letters)].toSorted();
}

/** Returns the type: b, c, and d are trading or exchange; a alone is custody; e to j act for clients. */
function typeOf(letters: readonly string[]): string {
  if (letters.some((letter) => 'bcd'.includes(letter))) return 'exchange';
  return letters.includes('a') ? 'custodian' : 'broker';
}

/** Parses dd/mm/yyyy. */
function dateOf(text: string): string | undefined {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})/.exec(text) ?? [];
  return year === undefined ? undefined : `${year}-${month ?? ''}-${day ?? ''}`;
}
