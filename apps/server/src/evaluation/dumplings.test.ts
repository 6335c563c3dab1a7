import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readDumplings } from './dumplings.ts';
import { evaluateList } from './evaluate-labeled.ts';
import { intervalOf } from './ratio.ts';

const folder = mkdtempSync(join(tmpdir(), 'dumplings '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const id = (n: number): string => n.toString(16).padStart(64, '0');
const script = (n: number): string => `0014${n.toString(16).padStart(40, '0')}`;
const input = (n: number, value: number): string => `${id(n)}-${n}-${value}+${script(n)}+TxWitnessV0Keyhash`;
const output = (n: number, value: number): string => `${value}+${script(n)}+TxWitnessV0Keyhash`;
const line = (n: number, inputs: readonly string[], outputs: readonly string[]): string =>
  [id(n), id(0), '7', '1710119889', inputs.join('}{'), outputs.join('}{')].join(':::');
const written = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

/** Five coins of 0.05 BTC and a little more, mixed in a pool of that amount. */
const whirlpool = line(
  1,
  [1, 2, 3, 4, 5].map((n) => input(n, 5_000_000 + n * 700)),
  [6, 7, 8, 9, 10].map((n) => output(n, 5_000_000)),
);
const payment = line(2, [input(11, 900_000)], [output(12, 300_000), output(13, 500_000)]);

describe('a file of Dumplings', () => {
  test('gives transactions with their spent outputs', () => {
    const [first, second, ...more] = readDumplings(written('two', `${whirlpool}\r\n${payment}\n\n`));
    expect([first?.txid, second?.txid, more]).toEqual([id(1), id(2), []]);
    expect(second?.tx.inputs).toMatchObject([{ known: true, value: 900_000n, type: 'p2wpkh' }]);
    expect(second?.tx.outputs.map(({ value }) => value)).toEqual([300_000n, 500_000n]);
  });
  test('is refused with file and line where it is torn', () => {
    const torn = written('torn', `${whirlpool}\n${payment.slice(0, -30)}`);
    expect(() => readDumplings(torn)).toThrow(`${torn}, line 2: Not an output`);
    const short = written('short', id(3));
    expect(() => readDumplings(short)).toThrow(`${short}, line 1: Not six fields after a txid`);
  });
  test('is compared with what the detectors say', () => {
    const both = readDumplings(written('both', `${whirlpool}\n${payment}`));
    const compare = (style: 'whirlpool' | 'wasabi1' | null, removed: string[] = []) =>
      evaluateList({ name: 'list', style }, both, new Set(removed));
    expect(compare('whirlpool')).toMatchObject({
      found: { right: 1, of: 2 },
      rightStyle: { right: 1, of: 2 },
    });
    expect(compare('wasabi1').rightStyle).toEqual({ right: 0, of: 2 });
    expect(compare(null).found).toEqual({ right: 1, of: 2 });
    expect(compare('whirlpool', [id(1)])).toMatchObject({
      found: { right: 0, of: 1 },
      removed: { right: 1, of: 1 },
    });
  });
});

test('the interval of a ratio is that of Wilson', () => {
  expect(intervalOf({ right: 0, of: 0 })).toBeUndefined();
  const { from = 0, to = 0 } = intervalOf({ right: 1403, of: 1403 }) ?? {};
  expect(from).toBeCloseTo(0.9973, 4);
  expect(to).toBeCloseTo(1);
  const half = intervalOf({ right: 5, of: 10 });
  expect(half?.from).toBeCloseTo(0.2366, 4);
  expect(half?.to).toBeCloseTo(0.7634, 4);
});
