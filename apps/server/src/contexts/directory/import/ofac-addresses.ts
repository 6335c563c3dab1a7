import { attribute } from './attribute.ts';
import { ImportError, type Importer } from './import-item.ts';
import { linesOf } from './text.ts';

const localId = 'ofac-sdn';
const home = 'https://ofac.treasury.gov/specially-designated-nationals-list-data-formats-data-schemas';

/**
 * Imports addresses of OFAC's list without names, one per line, one file per asset (`sanctioned_addresses_XBT.txt`), as in
 * several public copies. All belong to one subject.
 */
export const importOfacAddresses: Importer = async function* (files, signal) {
  let known = 0;
  for (const file of files) {
    const asset = /sanctioned_addresses_([A-Z0-9]+)\.txt$/i.exec(file.name)?.[1];
    if (asset === undefined) continue;
    known += 1;
    for await (const { number, text } of linesOf(file, signal)) {
      if (text.trim() === '') continue;
      yield attribute({
        text,
        asset,
        place: `${file.name}, line ${String(number)}`,
        localId,
        label: `OFAC SDN (${asset})`,
        category: 'sanctioned',
        confidence: 90,
        ref: home,
      });
    }
  }
  if (known === 0)
    throw new ImportError('not_this_format', 'all files', 'no file named sanctioned_addresses_….txt');
  yield {
    kind: 'subject',
    localId,
    matchByName: false,
    statements: [
      { field: 'proper_name', value: 'OFAC SDN list (unnamed party)', ref: home, confidence: 90 },
      { field: 'entity_type', value: 'sanctioned', ref: home, confidence: 90 },
      { field: 'ofac', value: 'true', ref: home, confidence: 90 },
    ],
  };
};
