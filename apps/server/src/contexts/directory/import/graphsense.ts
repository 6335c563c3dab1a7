import { countryOf, kindOf, slugOf } from './entity-kinds.ts';
import { readAddress } from './import-address.ts';
import { ImportError, type ImportFile, type Importer, type ImportItem } from './import-item.ts';
import { type Fields, recordAt, textAt, textsAt, webAddress } from './json.ts';
import { createSubjects, type SubjectCollector } from './subjects.ts';
import { type YamlList, yamlList } from './yaml-list.ts';

/**
 * Imports GraphSense TagPacks and ActorPacks (schemas: graphsense-tagpack-tool, `tagpack_schema.yaml`,
 * `actorpack_schema.yaml`), a folder of YAML files. Tags that name an actor belong to it, others to a subject of their
 * label. An unreadable pack is refused as a whole and named; the others are imported.
 */
export const importGraphsense: Importer = async function* (files, signal) {
  const subjects = createSubjects();
  let read = 0;
  for (const file of files) {
    try {
      const list = await yamlList(file, ['tags', 'actors'], signal);
      if (list.key === 'actors') yield* actorsOf(file, list, subjects);
      else yield* tagsOf(file, list, subjects);
      read += 1;
    } catch (error) {
      if (!(error instanceof ImportError) || files.length === 1) throw error;
      yield { kind: 'refused', place: error.place, reason: error.message };
    }
  }
  if (read === 0) throw new ImportError('not_this_format', 'all files', 'no TagPack or ActorPack');
  yield* subjects.subjects();
};

/** Confidence levels of the taxonomy's `confidence.csv`. */
const confidenceLevels: Readonly<Record<string, number>> = {
  override: 100,
  ownership: 100,
  ledger_immanent: 100,
  manual_transaction: 90,
  service_api: 70,
  forensic_investigation: 70,
  authority_data: 60,
  trusted_provider: 50,
  service_data: 50,
  forensic: 50,
  untrusted_transaction: 40,
  web_crawl: 20,
  heuristic: 10,
  unknown: 5,
};
/** Confidence of statements of the pack's maintainers about an actor. */
const actorConfidence = 60;

async function* tagsOf(
  file: ImportFile,
  list: YamlList,
  subjects: SubjectCollector,
): AsyncGenerator<ImportItem> {
  for await (const item of list.items()) {
    const place = `${file.name}, line ${String(item.line)}`;
    if ('reason' in item) {
      yield { kind: 'refused', place, reason: item.reason };
      continue;
    }
    yield tagOf({ ...list.header, ...item.value }, place, subjects);
  }
}

function tagOf(tag: Fields, place: string, subjects: SubjectCollector): ImportItem {
  const address = textAt(tag, 'address');
  const label = textAt(tag, 'label');
  if (address === undefined) {
    const reason = textAt(tag, 'tx_hash') ? 'a tag of a transaction, not of an address' : 'no address';
    return { kind: 'refused', place, reason };
  }
  if (label === undefined) return { kind: 'refused', place, reason: 'no label' };
  const asset = textAt(tag, 'network') ?? textAt(tag, 'currency');
  if (asset === undefined) return { kind: 'refused', place, reason: 'neither network nor currency' };
  const read = readAddress(address, asset);
  if (read.kind === 'other_chain') return { kind: 'other_chain', place, chain: read.chain };
  if (read.kind === 'refused') return { kind: 'refused', place, reason: read.reason };
  const ref = textAt(tag, 'source') ?? place;
  const confidence = confidenceLevels[textAt(tag, 'confidence') ?? 'unknown'] ?? 5;
  const concepts = [textAt(tag, 'abuse'), textAt(tag, 'category'), ...textsAt(tag, 'concepts')];
  const words = concepts.filter((word) => word !== undefined);
  const { type, tags } = kindOf(words);
  const actor = textAt(tag, 'actor');
  const localId = actor ?? `label:${slugOf(label)}`;
  // The ActorPack describes an actor; what a single tag adds is about the address.
  subjects.say(localId, { field: 'proper_name', value: label, ref, confidence: Math.min(confidence, 50) });
  if (actor === undefined) {
    if (type) subjects.say(localId, { field: 'entity_type', value: type, ref, confidence });
    for (const value of tags) subjects.say(localId, { field: 'entity_tag', value, ref, confidence });
  }
  return {
    kind: 'attribution',
    localId,
    chain: read.chain,
    address: read.address,
    attribution: 'direct',
    label,
    ...(type === undefined ? {} : { category: type }),
    confidence,
    ref,
  };
}

async function* actorsOf(
  file: ImportFile,
  list: YamlList,
  subjects: SubjectCollector,
): AsyncGenerator<ImportItem> {
  for await (const item of list.items()) {
    const place = `${file.name}, line ${String(item.line)}`;
    const actor = 'reason' in item ? {} : item.value;
    const id = textAt(actor, 'id');
    const label = textAt(actor, 'label');
    if (id === undefined || label === undefined) {
      yield {
        kind: 'refused',
        place,
        reason: 'reason' in item ? item.reason : 'an actor without ID or label',
      };
      continue;
    }
    for (const [field, value, ref] of actorStatements(actor, label, place)) {
      subjects.say(id, { field, value, ref, confidence: actorConfidence });
    }
  }
}

function actorStatements(actor: Fields, label: string, place: string): [string, string, string][] {
  const context = recordAt(actor, 'context');
  const ref = webAddress(textsAt(context, 'refs')[0]) ?? place;
  const { type, tags } = kindOf(textsAt(actor, 'categories'));
  const url = webAddress(textAt(actor, 'uri'));
  const twitter = textAt(context, 'twitter_handle');
  const legalName = textAt(context, 'legal_name');
  const fields: [string, string][] = [['proper_name', label]];
  if (type) fields.push(['entity_type', type]);
  for (const tag of tags) fields.push(['entity_tag', tag]);
  if (url) fields.push(['url', url]);
  if (twitter) fields.push(['contact_twitter', twitter.replace(/^@/, '')]);
  for (const country of textsAt(actor, 'jurisdictions')) {
    const code = countryOf(country);
    if (code) fields.push(['associate_country', code]);
  }
  for (const alias of [...textsAt(actor, 'aliases'), ...(legalName ? [legalName] : [])]) {
    if (alias !== label) fields.push(['alias', alias]);
  }
  return fields.map(([field, value]) => [field, value, ref]);
}
