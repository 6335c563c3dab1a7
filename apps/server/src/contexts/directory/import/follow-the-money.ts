import { isRecord } from '@hopscope/domain';
import { attribute } from './attribute.ts';
import { countryOf, kindOf } from './entity-kinds.ts';
import {
  ImportError,
  type ImportFile,
  type ImportedStatement,
  type Importer,
  type ImportItem,
} from './import-item.ts';
import { type Fields, recordAt, textAt, textsAt, webAddress } from './json.ts';
import { linesOf } from './text.ts';

/** OpenSanctions names an authority for each entry. */
const confidence = 90;

/**
 * Imports FollowTheMoney entities, one JSON object per line (`entities.ftm.json` of OpenSanctions). Crypto wallets become
 * attributions of their holder, or of themselves without one; of other entities only holders are kept, with their
 * sanctions. Such files have gigabytes, so they are read twice: first for holders of wallets, then for their data.
 */
export const importFollowTheMoney: Importer = async function* (files, signal) {
  for (const file of files) {
    const found = await collect(file, signal);
    yield* found.refused;
    yield* subjectsOf(found, file, signal);
  }
};

interface Wallet {
  readonly id: string;
  readonly holder: string | undefined;
  readonly addresses: readonly string[];
  readonly currency: string | undefined;
  readonly sanctioned: boolean;
}
interface Sanction {
  readonly programs: readonly string[];
  readonly authority: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}
interface Collected {
  readonly wallets: Wallet[];
  /** By sanctioned entity. */
  readonly sanctions: Map<string, Sanction[]>;
  readonly refused: ImportItem[];
}

async function collect(file: ImportFile, signal: AbortSignal): Promise<Collected> {
  const found: Collected = { wallets: [], sanctions: new Map(), refused: [] };
  const sanctionsOfAll: { entity: string; sanction: Sanction }[] = [];
  let objects = 0;
  for await (const line of linesOf(file, signal)) {
    if (line.text.trim() === '') continue;
    const entity = entityOf(line.text);
    const place = `${file.name}, line ${String(line.number)}`;
    if (entity === undefined) {
      found.refused.push({
        kind: 'refused',
        place,
        reason: 'not an entity (JSON object with id and schema)',
      });
      continue;
    }
    objects += 1;
    if (entity.schema === 'CryptoWallet') found.wallets.push(walletOf(entity));
    if (entity.schema === 'Sanction') {
      const sanction = sanctionOf(entity);
      for (const on of textsAt(entity.properties, 'entity')) sanctionsOfAll.push({ entity: on, sanction });
    }
  }
  if (objects === 0) throw new ImportError('not_this_format', file.name, 'no FollowTheMoney entity found');
  const concerned = new Set(
    found.wallets.flatMap(({ id, holder }) => (holder === undefined ? [id] : [id, holder])),
  );
  for (const { entity, sanction } of sanctionsOfAll) {
    if (!concerned.has(entity)) continue;
    const all = found.sanctions.get(entity) ?? [];
    all.push(sanction);
    found.sanctions.set(entity, all);
  }
  return found;
}

async function* subjectsOf(
  found: Collected,
  file: ImportFile,
  signal: AbortSignal,
): AsyncGenerator<ImportItem> {
  const holders = new Set(found.wallets.map(({ holder }) => holder).filter((holder) => holder !== undefined));
  const named = new Set<string>();
  for await (const line of linesOf(file, signal)) {
    const entity = entityOf(line.text);
    if (entity === undefined || !holders.has(entity.id)) continue;
    named.add(entity.id);
    yield subjectOf(entity, found.sanctions.get(entity.id) ?? []);
  }
  for (const wallet of found.wallets) {
    const localId = wallet.holder !== undefined && named.has(wallet.holder) ? wallet.holder : wallet.id;
    const sanctions = [...(found.sanctions.get(wallet.id) ?? []), ...(found.sanctions.get(localId) ?? [])];
    const ref = linkOf(localId);
    if (localId === wallet.id) yield ownerless(wallet, sanctions, ref);
    const isSanctioned = wallet.sanctioned || sanctions.length > 0;
    for (const text of wallet.addresses) {
      yield attribute({
        text,
        ...(wallet.currency === undefined ? {} : { asset: wallet.currency }),
        place: `${file.name}, ${wallet.id}, ${text}`,
        localId,
        ...(isSanctioned ? { category: 'sanctioned' } : {}),
        confidence,
        ref,
        ...validityOf(sanctions),
      });
    }
  }
}

interface Entity {
  readonly id: string;
  readonly schema: string;
  readonly caption: string | undefined;
  readonly properties: Fields;
}

function entityOf(text: string): Entity | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  const id = textAt(value, 'id');
  const schema = textAt(value, 'schema');
  if (id === undefined || schema === undefined) return undefined;
  return { id, schema, caption: textAt(value, 'caption'), properties: recordAt(value, 'properties') };
}

function walletOf({ id, properties }: Entity): Wallet {
  return {
    id,
    holder: textsAt(properties, 'holder')[0],
    addresses: textsAt(properties, 'publicKey'),
    currency: textsAt(properties, 'currency')[0],
    sanctioned: textsAt(properties, 'topics').includes('sanction'),
  };
}

function sanctionOf({ properties }: Entity): Sanction {
  return {
    programs: textsAt(properties, 'program'),
    authority: textsAt(properties, 'authority')[0],
    from: dayOf(textsAt(properties, 'startDate').toSorted()[0]),
    to: dayOf(textsAt(properties, 'endDate').toSorted().at(-1)),
  };
}

function dayOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
}

/** Returns the period from the first start to the last end; without an end while one of them has none. */
function validityOf(sanctions: readonly Sanction[]): { validFrom?: string; validTo?: string } {
  const from = sanctions.flatMap((one) => one.from ?? []).toSorted()[0];
  const ends = sanctions.map((one) => one.to);
  const to = ends.includes(undefined)
    ? undefined
    : ends
        .filter((end) => end !== undefined)
        .toSorted()
        .at(-1);
  return { ...(from === undefined ? {} : { validFrom: from }), ...(to === undefined ? {} : { validTo: to }) };
}

function linkOf(id: string): string {
  return `https://www.opensanctions.org/entities/${encodeURIComponent(id)}/`;
}

function sanctionStatements(sanctions: readonly Sanction[], ref: string): ImportedStatement[] {
  return sanctions.flatMap((sanction) => {
    const dated = { ref, confidence, ...validityOf([sanction]) };
    return [
      { field: 'entity_tag', value: 'sanctioned', ...dated },
      ...sanction.programs.map((value) => ({ field: 'program', value, ...dated })),
    ];
  });
}

function subjectOf(entity: Entity, sanctions: readonly Sanction[]): ImportItem {
  const { properties } = entity;
  const ref = linkOf(entity.id);
  const [first, ...others] = textsAt(properties, 'name');
  const name = first ?? entity.caption ?? entity.id;
  const topics = textsAt(properties, 'topics');
  const { tags } = kindOf(topics.filter((topic) => topic !== 'sanction'));
  const person = entity.schema === 'Person';
  const isSanctioned = sanctions.length > 0 || topics.includes('sanction');
  const say = (field: string, value: string): ImportedStatement => ({ field, value, ref, confidence });
  const url = webAddress(textsAt(properties, 'website')[0]);
  return {
    kind: 'subject',
    localId: entity.id,
    matchByName: !person,
    statements: [
      say('proper_name', name),
      say('entity_type', isSanctioned ? 'sanctioned' : person ? 'person' : 'organization'),
      ...[...others, ...textsAt(properties, 'alias')].map((alias) => say('alias', alias)),
      ...textsAt(properties, 'country').flatMap((text) => {
        const code = countryOf(text);
        return code === undefined ? [] : [say('associate_country', code)];
      }),
      ...tags.map((tag) => say('entity_tag', tag)),
      ...(url === undefined ? [] : [say('url', url)]),
      ...sanctionStatements(sanctions, ref),
    ],
  };
}

function ownerless(wallet: Wallet, sanctions: readonly Sanction[], ref: string): ImportItem {
  return {
    kind: 'subject',
    localId: wallet.id,
    matchByName: false,
    statements: [
      { field: 'proper_name', value: `Unnamed holder (${wallet.id})`, ref, confidence },
      {
        field: 'entity_type',
        value: wallet.sanctioned || sanctions.length > 0 ? 'sanctioned' : 'other',
        ref,
        confidence,
      },
      ...sanctionStatements(sanctions, ref),
    ],
  };
}
