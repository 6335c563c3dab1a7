import { isRecord } from '@hopscope/domain';
import { attribute } from './attribute.ts';
import { ImportError, type Importer, type ImportItem } from './import-item.ts';
import { type Fields, fieldsOf, jsonOf, recordAt, textsAt } from './json.ts';
import { createSubjects, type SubjectCollector } from './subjects.ts';

/** Published by services as proof of reserves, or found by contributors; the list doesn't state which for each address. */
const confidence = 60;

/**
 * Imports owners of reserves from DefiLlama's adapters: `{service: {chain: {owners: [address]}}}` (exchanges), or
 * `{service: [bitcoin address]}` (the "bitcoin book": other services and seized or stolen coins too).
 */
export const importDefillama: Importer = async function* (files, signal) {
  const subjects = createSubjects();
  for (const file of files) {
    const services = Object.entries(fieldsOf(await jsonOf(file, signal), file.name));
    if (!services.some(([, value]) => Array.isArray(value) || isRecord(value))) {
      throw new ImportError('not_this_format', file.name, 'no service with addresses');
    }
    for (const [name, value] of services) {
      const place = `${file.name}, ${name}`;
      if (Array.isArray(value))
        yield* addressesOf({ name, place, chain: 'bitcoin', subjects, kind: undefined }, { owners: value });
      else if (isRecord(value)) {
        for (const chain of Object.keys(value)) {
          yield* addressesOf({ name, place, chain, subjects, kind: 'exchange' }, recordAt(value, chain));
        }
      } else yield { kind: 'refused', place, reason: 'no list of addresses or chains' };
    }
  }
  yield* subjects.subjects();
};

interface Service {
  readonly name: string;
  readonly place: string;
  readonly chain: string;
  readonly subjects: SubjectCollector;
  readonly kind: string | undefined;
}

const home = 'https://github.com/DefiLlama/DefiLlama-Adapters';

function* addressesOf(service: Service, chain: Fields): Generator<ImportItem> {
  const { name, subjects, kind } = service;
  const localId = name.replace(/-cex$/i, '').toLowerCase();
  const say = (field: string, value: string): void =>
    subjects.say(localId, { field, value, ref: home, confidence });
  say('proper_name', nameOf(localId));
  if (kind !== undefined) say('entity_type', kind);
  for (const text of textsAt(chain, 'owners')) {
    yield attribute({
      text,
      asset: service.chain,
      place: `${service.place}, ${text}`,
      localId,
      label: `${name} reserves`,
      ...(kind === undefined ? {} : { category: kind }),
      confidence,
      ref: home,
    });
  }
}

/** Converts an adapter's file name to the name of its service: `gate-us` to "Gate Us". */
function nameOf(id: string): string {
  return id.replaceAll(
    /(^|-)(\p{L})/gu,
    (_, hyphen: string, letter: string) => (hyphen ? ' ' : '') + letter.toUpperCase(),
  );
}
