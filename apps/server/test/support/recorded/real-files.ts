import { dataPath, describeWithData } from '../../../../../test/chain-data.ts';

const inBitcoin = (name: string): string => `bitcoin/${name}`;

/** Path of a file of real Bitcoin blocks. */
export function realFile(name: string): string {
  return dataPath(inBitcoin(name));
}

/** Tests that need files of real Bitcoin blocks; where one is missing they are skipped and say so. */
export function describeWithFiles(name: string, files: readonly string[], tests: () => void): void {
  describeWithData(name, files.map(inBitcoin), tests);
}
