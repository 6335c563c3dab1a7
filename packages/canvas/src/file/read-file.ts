import { type CanvasRecord, record as recordSchema, type Step } from '@hopscope/contract/flow-document';
import { documentOf } from '../document/apply.ts';
import {
  type CanvasDocument,
  contradictionOf,
  emptyDocument,
  mayName,
  namesOf,
} from '../document/document.ts';
import { connectionOf, currentFile, fileVersion, nodeOf } from './current.ts';
import { FileError, placeOf } from './file-error.ts';
import { connectionsOf1, listOf, nodeOf1 } from './version-1.ts';

/** Bytes of UTF-8 that a file may have: below the longest string of a browser. */
export const maxFileBytes = 400 * 1024 * 1024;

export type FileRead =
  | { readonly ok: true; readonly document: CanvasDocument; readonly steps: readonly Step[] }
  /** What is wrong, and where: beside the page's alert. */
  | { readonly ok: false; readonly place: string; readonly reason: string };

interface Placed {
  readonly record: CanvasRecord;
  readonly place: string;
}

/** Checks that IDs are unique, references exist, and records are consistent. */
function fitTogether(placed: readonly Placed[]): CanvasDocument {
  const known = new Map<string, Placed>();
  for (const one of placed) {
    const { record, place } = one;
    const before = known.get(record.id);
    if (before) throw new FileError(`${place}.id`, `is the same as the ID of ${before.place}`);
    const contradiction = contradictionOf(record);
    if (contradiction) throw new FileError(place, contradiction);
    known.set(record.id, one);
  }
  for (const { record, place } of placed)
    for (const name of namesOf(record)) {
      const named = known.get(name)?.record;
      if (!named || !mayName(record, named))
        throw new FileError(place, `refers to ${JSON.stringify(name)}, which does not exist`);
    }
  return documentOf(
    placed.map(({ record }) => record),
    emptyDocument,
  );
}

function readVersion1(file: object): CanvasDocument {
  const idOf = new Map<string, string>();
  const placed: Placed[] = [];
  const take = (record: CanvasRecord, place: string): void => {
    const parsed = recordSchema.safeParse(record);
    const issue = parsed.error?.issues[0];
    if (issue) throw new FileError(`${place}.${placeOf(issue.path)}`, issue.message);
    placed.push({ record, place });
  };
  for (const [i, value] of listOf(Reflect.get(file, 'nodes'), 'nodes').entries()) {
    const node = nodeOf1(value, `nodes[${i}]`);
    if (idOf.has(node.id)) throw new FileError(`nodes[${i}].id`, 'is a duplicate');
    idOf.set(String(Reflect.get(value as object, 'id')), node.id);
    idOf.set(node.id, node.id);
    take(node, `nodes[${i}]`);
  }
  for (const [i, value] of listOf(Reflect.get(file, 'connections'), 'connections').entries())
    for (const one of connectionsOf1(value, `connections[${i}]`, idOf)) take(one, `connections[${i}]`);
  return fitTogether(placed);
}

function readCurrent(file: object): { document: CanvasDocument; steps: readonly Step[] } {
  const parsed = currentFile.safeParse(file);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new FileError(placeOf(issue?.path ?? []), issue?.message ?? 'is malformed');
  }
  const { nodes, connections, conversions, drawings, notes, groups, outcomes, steps } = parsed.data;
  const placed = (list: readonly CanvasRecord[], name: string): Placed[] =>
    list.map((record, i) => ({ record, place: `${name}[${i}]` }));
  const document = fitTogether([
    ...placed(nodes.map(nodeOf), 'nodes'),
    ...placed(connections.map(connectionOf), 'connections'),
    ...placed(conversions, 'conversions'),
    ...placed(drawings, 'drawings'),
    ...placed(outcomes, 'outcomes'),
    ...placed(notes, 'notes'),
    ...placed(groups, 'groups'),
  ]);
  return { document, steps };
}

function tooLarge(text: string, most: number): boolean {
  if (text.length > most) return true;
  return text.length * 3 > most && new TextEncoder().encode(text).length > most;
}

function parse(text: string, most: number): object {
  if (tooLarge(text, most)) throw new FileError('', `is larger than ${most / 1024 / 1024} MB`);
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw new FileError('', 'is not valid JSON');
  }
  if (typeof file !== 'object' || file === null || Array.isArray(file))
    throw new FileError('', 'does not contain an object');
  return file;
}

/**
 * Reads an exported file of any version: 1 is the file of, 2 the current one. Throws FileError with the position for
 * amounts that JSON can't represent, duplicate IDs, missing references, and invalid positions. Texts are unchanged.
 */
export function readFile(text: string, most = maxFileBytes): FileRead {
  try {
    const file = parse(text, most);
    const version: unknown = Reflect.get(file, 'version');
    if (version === fileVersion) return { ok: true, ...readCurrent(file) };
    if (version === 1 || (typeof version === 'string' && /^1(\.\d+)*$/.test(version)))
      return { ok: true, document: readVersion1(file), steps: [] };
    if (typeof version === 'number' && version > fileVersion)
      throw new FileError(
        'version',
        `is ${version}: the file is from a newer version of Hopscope. This version supports up to ${fileVersion}`,
      );
    throw new FileError('version', 'is missing or unknown');
  } catch (error) {
    if (error instanceof FileError) return { ok: false, place: error.place, reason: error.message };
    if (error instanceof RangeError)
      return { ok: false, place: '', reason: 'The file is nested too deeply.' };
    throw error;
  }
}
