import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../../test/depth.ts';
import { toHex } from '../../bytes.ts';
import { type BlockFramerOptions, createBlockFramer, type SkipReason } from './framing.ts';
import { networks } from '../networks.ts';

const { magic } = networks.mainnet;

/** A record that can be told from noise: content and its hash. */
function record(seed: number, length: number): Uint8Array {
  const content = new Uint8Array(length).map((_, i) => (seed * 31 + i * 7) & 0xff);
  return Uint8Array.of(...createHash('sha256').update(content).digest(), ...content);
}

function isRecord(bytes: Uint8Array): boolean {
  return createHash('sha256').update(bytes.subarray(32)).digest().equals(bytes.subarray(0, 32));
}

function framed(bytes: Uint8Array, length = bytes.length): Uint8Array {
  return Uint8Array.of(
    ...magic,
    length & 0xff,
    (length >> 8) & 0xff,
    (length >> 16) & 0xff,
    length >>> 24,
    ...bytes,
  );
}

interface Outcome {
  readonly found: readonly string[];
  readonly offsets: readonly number[];
  readonly skips: readonly (readonly [from: number, to: number, why: SkipReason])[];
  readonly end: { bytes: number; records: number; skippedBytes: number };
}

function run(chunks: readonly Uint8Array[], options: Partial<BlockFramerOptions> = {}): Outcome {
  const found: Uint8Array[] = [];
  const offsets: number[] = [];
  const skips: [number, number, SkipReason][] = [];
  const framer = createBlockFramer({
    magic,
    accept(bytes, offset) {
      if (!isRecord(bytes)) return false;
      found.push(bytes);
      offsets.push(offset);
      return true;
    },
    skipped: (from, to, why) => skips.push([from, to, why]),
    ...options,
  });
  for (const chunk of chunks) {
    const lent = chunk.slice();
    framer.push(lent);
    lent.fill(0xee);
  }
  const end = framer.end();
  // Only now: views must outlive everything that came after them.
  return { found: found.map(toHex), offsets, skips, end };
}

function split(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return places.slice(1).map((to, i) => bytes.subarray(places[i] ?? 0, to));
}

const a = record(1, 60);
const b = record(2, 300);

describe('a file', () => {
  it('of nothing', () => {
    expect(run([])).toEqual({
      found: [],
      offsets: [],
      skips: [],
      end: { bytes: 0, records: 0, skippedBytes: 0 },
    });
  });

  it('of whole records', () => {
    const { found, offsets, skips, end } = run([framed(a), framed(b), framed(a)]);
    expect(found).toEqual([a, b, a].map(toHex));
    expect(offsets).toEqual([0, 100, 440]);
    expect(skips).toEqual([]);
    expect(end).toEqual({ bytes: 540, records: 3, skippedBytes: 0 });
  });

  it('with padding between and behind', () => {
    const { found, skips } = run([framed(a), new Uint8Array(50), framed(b), new Uint8Array(1000)]);
    expect(found).toEqual([a, b].map(toHex));
    expect(skips).toEqual([
      [100, 150, 'garbage'],
      [490, 1490, 'garbage'],
    ]);
  });

  it('with a torn tail', () => {
    const { found, skips, end } = run([framed(a), framed(b).subarray(0, 339)]);
    expect(found).toEqual([toHex(a)]);
    expect(skips).toEqual([[100, 439, 'torn']]);
    expect(end.skippedBytes).toBe(339);
  });

  it.each([1, 3, 4, 7, 8])('that ends %i bytes into a record', (length) => {
    const { found, skips } = run([framed(a), framed(b).subarray(0, length)]);
    expect(found).toEqual([toHex(a)]);
    expect(skips).toEqual([[100, 100 + length, length < 4 ? 'garbage' : 'torn']]);
  });

  it('with a block inside a damaged record', () => {
    const damaged = framed(Uint8Array.of(...new Uint8Array(100), ...framed(a), ...new Uint8Array(20)));
    const { found, offsets, skips } = run([damaged, framed(b)]);
    expect(found).toEqual([a, b].map(toHex));
    expect(offsets).toEqual([108, 228]);
    expect(skips).toEqual([
      [0, 108, 'rejected'],
      [208, 228, 'garbage'],
    ]);
  });

  it('with lengths that no block has', () => {
    const { found, skips } = run([framed(a, 0xffffffff), framed(b, 80), framed(a)]);
    expect(found).toEqual([toHex(a)]);
    expect(skips).toEqual([
      [0, 100, 'oversized'],
      [100, 440, 'rejected'],
    ]);
  });

  it('with a length that reaches past the end, in front of whole blocks', () => {
    const { found, skips } = run([framed(a, 5000), framed(b), framed(a)]);
    expect(found).toEqual([b, a].map(toHex));
    expect(skips).toEqual([[0, 100, 'torn']]);
  });

  it('of another network', () => {
    expect(run([framed(a)], { magic: networks.testnet.magic })).toMatchObject({
      found: [],
      skips: [[0, 100, 'garbage']],
    });
  });

  it('with records longer than allowed', () => {
    expect(run([framed(b), framed(a)], { maxBlockSize: 100 })).toMatchObject({
      found: [toHex(a)],
      skips: [[0, 340, 'oversized']],
    });
  });
});

describe('properties', () => {
  const piece = fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.nat(50), fc.integer({ min: 49, max: 400 }))
        .map(([seed, length]) => record(seed, length)),
    },
    { weight: 1, arbitrary: fc.nat(300).map((length) => ({ noise: new Uint8Array(length) })) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((noise) => ({ noise })) },
    // Noise that looks like the beginning of a record, of any length.
    { weight: 1, arbitrary: fc.nat(12).map((length) => ({ noise: framed(a).subarray(0, length) })) },
    { weight: 1, arbitrary: fc.nat(600).map((length) => ({ noise: framed(a.subarray(0, 50), length) })) },
  );

  it('exactly the records are found, however the file is cut, damaged and masked', () => {
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 8 }),
        fc.array(fc.nat(), { maxLength: 12 }),
        fc.option(fc.uint8Array({ minLength: 8, maxLength: 8 }), { nil: undefined }),
        (pieces, cuts, xorKey) => {
          const plain = Uint8Array.from(
            pieces.flatMap((each) => [...(each instanceof Uint8Array ? framed(each) : each.noise)]),
          );
          const masked = plain.map((byte, i) => byte ^ (xorKey?.[i % 8] ?? 0));
          const { found, offsets, skips, end } = run(split(masked, cuts), xorKey ? { xorKey } : {});
          const records = pieces.filter((each) => each instanceof Uint8Array);
          expect(found).toEqual(records.map(toHex));
          expect(end.bytes).toBe(plain.length);
          // Records and skipped stretches cover the file without gap or overlap.
          const stretches = [
            ...offsets.map((offset, i) => [offset, offset + 8 + (found[i]?.length ?? 0) / 2] as const),
            ...skips.map(([from, to]) => [from, to] as const),
          ].sort(([x], [y]) => x - y);
          let at = 0;
          for (const [from, to] of stretches) {
            expect(from).toBe(at);
            at = to;
          }
          expect(at).toBe(plain.length);
          expect(end.skippedBytes).toBe(skips.reduce((sum, [from, to]) => sum + to - from, 0));
        },
      ),
      propertyRuns(500),
    );
  });

  it('asks once for each hostile header, whatever length it claims', () => {
    const header = framed(new Uint8Array(0), 90_000);
    const bytes = new Uint8Array(1_000_000).map((_, i) => header[i % 8] ?? 0);
    let asked = 0;
    const { end } = run(
      split(
        bytes,
        Array.from({ length: 15 }, (_, i) => i * 65_536),
      ),
      {
        accept: () => {
          asked += 1;
          return false;
        },
      },
    );
    expect(end).toEqual({ bytes: 1_000_000, records: 0, skippedBytes: 1_000_000 });
    expect(asked).toBe(1 + (1_000_000 - 90_008) / 8);
  });
});
