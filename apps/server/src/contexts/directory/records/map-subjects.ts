import type { SqlSession } from '../../../db/session.ts';
import { compatibleTypes, domainOf, isEntityId, isPerson, nameKeyOf, slugOf } from '../releases/matching.ts';
import { type NewSubject, readNewSubjects } from '../releases/staging.store.ts';
import {
  type Candidate,
  insertMappings,
  type Mapping,
  readCandidates,
  readTakenIds,
} from './subjects.store.ts';

const portion = 500;

/** Candidates for a new subject, by site and by name. */
interface Known {
  readonly byDomain: ReadonlyMap<string, readonly Candidate[]>;
  readonly byName: ReadonlyMap<string, readonly Candidate[]>;
}

/**
 * Matches each new subject of a source with an entity: the one that the source names, or else the only one with the same
 * site, or else the only one with the same name and a compatible type (never for people), or else a new one. An entity
 * that has a subject of this source already is something else to the source, and is skipped. Returns the number of new
 * subjects.
 */
export async function mapNewSubjects(
  session: SqlSession,
  { sourceId, release }: { sourceId: string; release: number },
): Promise<number> {
  let after = '';
  let count = 0;
  for (;;) {
    const subjects = await readNewSubjects(session, { sourceId, after, limit: portion });
    const last = subjects.at(-1);
    if (!last) return count;
    await insertMappings(session, await decide(session, sourceId, subjects), { sourceId, release });
    count += subjects.length;
    after = last.localId;
  }
}

async function decide(
  session: SqlSession,
  sourceId: string,
  subjects: readonly NewSubject[],
): Promise<Mapping[]> {
  const keysBy = (of: (subject: NewSubject) => string | null): string[] => [
    ...new Set(subjects.flatMap((subject) => of(subject) ?? [])),
  ];
  const known: Known = {
    byDomain: await readCandidates(session, 'domain', { sourceId, keys: keysBy(domainKey) }),
    byName: await readCandidates(session, 'name_key', { sourceId, keys: keysBy(nameKey) }),
  };
  const taken = new Set<string>();
  const found: Mapping[] = [];
  const fresh: NewSubject[] = [];
  for (const subject of subjects) {
    const match = matchOf(subject, known, taken);
    if (!match) fresh.push(subject);
    else {
      taken.add(match.entityId);
      found.push({ localId: subject.localId, ...match });
    }
  }
  return [...found, ...(await nameFresh(session, fresh, taken))];
}

const domainKey = ({ url }: NewSubject): string | null => (url === null ? null : domainOf(url));
const nameKey = ({ name, byName, type }: NewSubject): string | null =>
  name === null || !byName || isPerson(type) ? null : nameKeyOf(name);

function only(
  candidates: readonly Candidate[] | undefined,
  taken: ReadonlySet<string>,
): Candidate | undefined {
  const [one, other] = candidates ?? [];
  return one && !other && !taken.has(one.entityId) ? one : undefined;
}

function matchOf(
  subject: NewSubject,
  known: Known,
  taken: ReadonlySet<string>,
): Omit<Mapping, 'localId'> | undefined {
  if (subject.sameAs !== null && isEntityId(subject.sameAs)) {
    return { entityId: subject.sameAs, reason: 'named' };
  }
  const domain = only(known.byDomain.get(domainKey(subject) ?? ''), taken);
  if (domain) return { entityId: domain.entityId, reason: 'domain' };
  const name = only(known.byName.get(nameKey(subject) ?? ''), taken);
  if (name && compatibleTypes(name.type, subject.type)) return { entityId: name.entityId, reason: 'name' };
  return undefined;
}

/** Creates IDs for unmatched subjects from their names, with a number if taken. */
async function nameFresh(
  session: SqlSession,
  subjects: readonly NewSubject[],
  taken: Set<string>,
): Promise<Mapping[]> {
  let open = subjects.map(({ localId, name }) => ({ localId, slug: slugOf(name ?? localId), number: 1 }));
  const mappings: Mapping[] = [];
  while (open.length > 0) {
    const idOf = ({ slug, number }: { slug: string; number: number }): string =>
      number === 1 ? slug : `${slug}-${number}`;
    const stored = await readTakenIds(session, open.map(idOf));
    const again: typeof open = [];
    for (const entry of open) {
      const entityId = idOf(entry);
      if (stored.has(entityId) || taken.has(entityId)) again.push({ ...entry, number: entry.number + 1 });
      else {
        taken.add(entityId);
        mappings.push({ localId: entry.localId, entityId, reason: 'new' });
      }
    }
    open = again;
  }
  return mappings;
}

/** Returns an unused ID for a new entity of this name. */
export async function newEntityId(session: SqlSession, name: string): Promise<string> {
  const subject = { localId: '', sameAs: null, byName: false, name, type: null, url: null };
  const [mapping] = await nameFresh(session, [subject], new Set());
  if (!mapping) throw new RangeError('One subject gets one id');
  return mapping.entityId;
}
