import { dataPath, describeWithData } from '../../../../../test/chain-data.ts';

const inBitcoin = (name: string): string => `bitcoin/${name}`;

/** Returns the path of a file of real Bitcoin blocks. */
export function realFile(name: string): string {
  return dataPath(inBitcoin(name));
}

/** Defines tests that need files of real Bitcoin blocks; if one is missing, they are skipped with a message. */
export function describeWithFiles(name: string, files: readonly string[], tests: () => void): void {
  describeWithData(name, files.map(inBitcoin), tests);
}
