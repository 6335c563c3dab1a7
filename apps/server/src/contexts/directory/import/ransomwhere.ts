import { attribute } from './attribute.ts';
import { slugOf } from './entity-kinds.ts';
import type { Importer, ImportItem } from './import-item.ts';
import { fieldsOf, jsonOf, listOf, textAt } from './json.ts';
import { createSubjects, type SubjectCollector } from './subjects.ts';

/** Reported by victims and researchers, verified by the list's maintainer. */
const confidence = 70;
const home = 'https://ransomwhe.re';

/** Imports payment addresses of ransomware from Ransomwhere: `{result: [{address, family, blockchain, createdAt}]}`. */
export const importRansomwhere: Importer = async function* (files, signal) {
  const subjects = createSubjects();
  for (const file of files) {
    const rows = listOf(fieldsOf(await jsonOf(file, signal), file.name)['result'], `${file.name}, result`);
    for (const [index, row] of rows.entries())
      yield rowOf(row, `${file.name}, entry ${String(index + 1)}`, subjects);
  }
  yield* subjects.subjects();
};

function rowOf(entry: unknown, place: string, subjects: SubjectCollector): ImportItem {
  const row = fieldsOf(entry, place);
  const address = textAt(row, 'address');
  const family = textAt(row, 'family');
  if (address === undefined || family === undefined) {
    return { kind: 'refused', place, reason: 'no address or no family' };
  }
  const localId = slugOf(family);
  subjects.say(localId, { field: 'proper_name', value: family, ref: home, confidence });
  subjects.say(localId, { field: 'entity_type', value: 'ransomware', ref: home, confidence });
  return attribute({
    text: address,
    asset: textAt(row, 'blockchain') ?? 'bitcoin',
    place: `${place}, ${address}`,
    localId,
    label: family,
    category: 'ransomware',
    confidence,
    ref: home,
  });
}
