import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { UnspentOutputs } from './unspent.ts';

const folder = mkdtempSync(join(tmpdir(), 'unspent-'));
afterAll(() => rmSync(folder, { recursive: true }));

const tiny = { outputs: 6, storedOutputs: { blockRecords: 3, blocks: 2 } };

/** Returns a txid whose hash depends on few bytes, so that slots collide. */
function txidOf(n: number): Uint8Array {
  const txid = new Uint8Array(32);
  new DataView(txid.buffer).setUint32(4, n % 3);
  new DataView(txid.buffer).setUint32(8, n);
  return txid;
}

interface Output {
  position: number;
  high: number;
  low: number;
  type: number;
  key: string;
}

/** Adds a transaction whose amounts, types, and keys follow from its number. */
function addTransaction(table: UnspentOutputs, n: number, outputs: number): Map<string, Output> {
  const added = new Map<string, Output>();
  const txid = txidOf(n);
  const position = n * 2 ** 33 + n;
  const owner = table.addTransaction(txid, 0, position);
  for (let vout = 0; vout < outputs; vout++) {
    // Some keys are longer than those that fit into a column.
    const key = new Uint8Array((7 * n + vout) % 42).fill(n + vout);
    const output = { position, high: n, low: 2 ** 32 - 1 - vout, type: (n + vout) % 9 };
    table.add(owner, vout, output.high, output.low, output.type, key, 0, key.length);
    added.set(`${n}/${vout}`, { ...output, key: key.join(',') });
  }
  table.dropIfEmpty(owner);
  return added;
}

function take(table: UnspentOutputs, n: number, vout: number): Output | undefined {
  const record = table.find(txidOf(n), 0, vout);
  if (record < 0) return undefined;
  const at = table.keyAt(record);
  const output = {
    position: table.position[table.transaction[record] ?? 0] ?? 0,
    high: table.high[record] ?? 0,
    low: table.low[record] ?? 0,
    type: table.type[record] ?? 0,
    key: table
      .keyBytes(record)
      .slice(at, at + (table.keySize[record] ?? 0))
      .join(','),
  };
  table.removeFound(record);
  return output;
}

test('outputs are found once, wherever they are stored', () => {
  const step = fc.record({
    outputs: fc.integer({ min: 0, max: 4 }),
    spends: fc.array(fc.nat(), { maxLength: 5 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const table = new UnspentOutputs(join(folder, 'outputs'), tiny);
      const expected = new Map<string, Output>();
      const spend = (name: string): void => {
        const [n = 0, vout = 0] = name.split('/').map(Number);
        expect(take(table, n, vout)).toEqual(expected.get(name));
        expected.delete(name);
        expect(take(table, n, vout)).toBeUndefined();
      };
      for (const [n, { outputs, spends }] of steps.entries()) {
        table.relieve();
        for (const [name, output] of addTransaction(table, n, outputs)) expected.set(name, output);
        for (const chosen of spends) {
          const name = [...expected.keys()][chosen % Math.max(1, expected.size)];
          if (name !== undefined) spend(name);
        }
      }
      for (const name of [...expected.keys()]) spend(name);
      expect(table.size).toBe(0);
      table.close();
    }),
  );
});

test('files have no name, so that nothing is left of a load that was killed', () => {
  const table = new UnspentOutputs(join(folder, 'named', 'outputs'), tiny);
  for (let n = 0; n < 50; n++) {
    addTransaction(table, n, 2);
    table.relieve();
  }
  // Few outputs are left in columns; the others came from the file.
  expect(table.size).toBeLessThanOrEqual(tiny.outputs + 2);
  expect(readdirSync(join(folder, 'named'))).toEqual([]);
  expect(take(table, 0, 1)?.key).toBe(new Uint8Array(1).fill(1).join(','));
  table.close();
});
