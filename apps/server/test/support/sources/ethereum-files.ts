import { dataPath, readDataJson } from '../../../../../test/chain-data.ts';

/** Returns the path of a file or folder of recorded Ethereum blocks. */
export function recorded(name: string): string {
  return dataPath(`ethereum/${name}`);
}

export function readRecorded(name: string): unknown {
  return readDataJson(`ethereum/${name}`);
}
