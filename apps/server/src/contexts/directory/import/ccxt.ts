import { countryOf } from './entity-kinds.ts';
import type { ImportedStatement, Importer, ImportItem } from './import-item.ts';
import { fieldsOf, jsonOf, listOf, textAt, textsAt, webAddress } from './json.ts';

const confidence = 60;
const home = 'https://github.com/ccxt/ccxt';

/** Imports exchanges from ccxt (`describe()` of each class, as a list): names, sites, countries; no addresses. */
export const importCcxt: Importer = async function* (files, signal) {
  for (const file of files) {
    const exchanges = listOf(await jsonOf(file, signal), file.name);
    for (const [index, entry] of exchanges.entries()) {
      yield exchangeOf(entry, `${file.name}, entry ${String(index + 1)}`);
    }
  }
};

function exchangeOf(entry: unknown, place: string): ImportItem {
  const exchange = fieldsOf(entry, place);
  const id = textAt(exchange, 'id');
  const name = textAt(exchange, 'name');
  if (id === undefined || name === undefined) return { kind: 'refused', place, reason: 'no ID or name' };
  const url = webAddress(textsAt(exchange, 'www')[0]);
  const decentralized = exchange['dex'] === true;
  const say = (field: string, value: string): ImportedStatement => ({ field, value, ref: home, confidence });
  return {
    kind: 'subject',
    localId: id,
    statements: [
      say('proper_name', name),
      say('entity_type', decentralized ? 'decentralized_exchange' : 'exchange'),
      say('centralized', String(!decentralized)),
      ...(url === undefined ? [] : [say('url', url)]),
      ...textsAt(exchange, 'countries').flatMap((country) => {
        const code = countryOf(country);
        return code === undefined ? [] : [say('associate_country', code)];
      }),
    ],
  };
}
