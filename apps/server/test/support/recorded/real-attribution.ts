import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { describeWithData } from '../../../../../test/chain-data.ts';
import type { ImportFile } from '../../../src/contexts/directory/import/import-item.ts';
import { attributionPath } from './attribution-files.ts';

/** Returns a file of the real lists, in the form that importers take. */
export function realFile(name: string): ImportFile {
  return { name, read: () => createReadStream(attributionPath(name), { highWaterMark: 1 << 20 }) };
}

/** Returns all files below a folder of the real lists with this suffix. */
export function realFiles(name: string, ending: string): ImportFile[] {
  const names = readdirSync(attributionPath(name), { recursive: true, encoding: 'utf8' }).toSorted();
  return names.filter((file) => file.endsWith(ending)).map((file) => realFile(`${name}/${file}`));
}

export const readReal = (name: string): Buffer => readFileSync(attributionPath(name));

/** Defines tests on the real lists, if they exist. */
export function describeOnRealAttribution(name: string, tests: () => void): void {
  describeWithData(name, ['attribution'], tests);
}
