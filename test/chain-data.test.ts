import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { listFixtures, readData, whyNoData } from './chain-data.ts';

describe('The chain data of the repository', () => {
  const readme = readFileSync(new URL('fixtures/chain/README.md', import.meta.url), 'utf8');
  const described = new Map(
    [...readme.matchAll(/^\| `(\S+)` \| [\d,]+ \| `([0-9a-f]{64})` \|$/gm)].map(([, name, sum]) => [
      name,
      sum,
    ]),
  );
  const { names, packedBytes } = listFixtures();

  test('is what its README describes, file by file', () => {
    expect(new Set(names)).toEqual(new Set(described.keys()));
    for (const name of names) {
      expect({ name, sum: createHash('sha256').update(readData(name)).digest('hex') }).toEqual({
        name,
        sum: described.get(name),
      });
    }
  });

  test('takes less than 4 MB', () => {
    expect(packedBytes).toBeGreaterThan(3_000_000);
    expect(packedBytes).toBeLessThan(4_000_000);
  });

  test('needs nothing else; what is missing is named', () => {
    expect(whyNoData(names)).toBeUndefined();
    expect(whyNoData(['ethereum/rpc', 'bitcoin/never.raw'])).toBe(
      'needs bitcoin/never.raw in ../shared/data or TEST_DATA_DIR',
    );
  });
});
