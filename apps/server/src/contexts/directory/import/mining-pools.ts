import { attribute } from './attribute.ts';
import { slugOf } from './entity-kinds.ts';
import type { ImportedStatement, Importer, ImportItem } from './import-item.ts';
import { type Fields, fieldsOf, jsonOf, listOf, textAt, textsAt, webAddress } from './json.ts';

/** Observed in coinbases by the list's maintainers. */
const confidence = 80;

/** Imports mining pools of `mempool/mining-pools` (`pools-v2.json`): payout addresses and marks in coinbases. */
export const importMiningPools: Importer = async function* (files, signal) {
  for (const file of files) {
    const pools = listOf(await jsonOf(file, signal), file.name);
    for (const [index, entry] of pools.entries())
      yield* poolOf(entry, `${file.name}, entry ${String(index + 1)}`);
  }
};

function* poolOf(entry: unknown, place: string): Generator<ImportItem> {
  const pool: Fields = fieldsOf(entry, place);
  const name = textAt(pool, 'name');
  if (name === undefined) {
    yield { kind: 'refused', place, reason: 'no name' };
    return;
  }
  const localId = slugOf(name);
  const url = webAddress(textAt(pool, 'link'));
  const ref = url ?? place;
  const say = (field: string, value: string): ImportedStatement => ({ field, value, ref, confidence });
  yield {
    kind: 'subject',
    localId,
    statements: [
      say('proper_name', name),
      say('entity_type', 'mining_pool'),
      ...(url === undefined ? [] : [say('url', url)]),
      ...textsAt(pool, 'tags').map((tag) => say('coinbase_tag', tag)),
    ],
  };
  for (const text of textsAt(pool, 'addresses')) {
    yield attribute({
      text,
      asset: 'BTC',
      place: `${place}, ${text}`,
      localId,
      label: `${name} payout`,
      category: 'mining_pool',
      confidence,
      ref,
    });
  }
}
