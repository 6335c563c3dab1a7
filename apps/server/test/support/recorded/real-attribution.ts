import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { describeWithData } from '../../../../../test/chain-data.ts';
import type { ImportFile } from '../../../src/contexts/directory/import/import-item.ts';
import { attributionPath } from './attribution-files.ts';

/** A file of the real lists, as importers get it. */
export function realFile(name: string): ImportFile {
  return { name, read: () => createReadStream(attributionPath(name), { highWaterMark: 1 << 20 }) };
}

/** All files below a folder of the real lists whose names end so. */
export function realFiles(name: string, ending: string): ImportFile[] {
  const names = readdirSync(attributionPath(name), { recursive: true, encoding: 'utf8' }).toSorted();
  return names.filter((file) => file.endsWith(ending)).map((file) => realFile(`${name}/${file}`));
}

export const readReal = (name: string): Buffer => readFileSync(attributionPath(name));

/** Tests on the real lists, where they are. */
export function describeOnRealAttribution(name: string, tests: () => void): void {
  describeWithData(name, ['attribution'], tests);
}
