import * as fc from 'fast-check';

/** Damage to bytes: changed, removed, repeated and inserted stretches. */
export function damaged(bytes: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> {
  const edit = fc.record({
    at: fc.nat(),
    kind: fc.constantFrom('set', 'remove', 'insert', 'cut'),
    value: fc.oneof(fc.constantFrom(0x00, 0x01, 0x7f, 0x80, 0xfd, 0xfe, 0xff), fc.nat(255)),
    length: fc.integer({ min: 1, max: 9 }),
  });
  return fc.tuple(bytes, fc.array(edit, { minLength: 1, maxLength: 3 })).map(([start, edits]) => {
    const result = [...start];
    for (const { at, kind, value, length } of edits) {
      const place = at % (result.length + 1);
      if (kind === 'cut') result.length = place;
      else if (kind === 'insert') result.splice(place, 0, ...new Uint8Array(length).fill(value));
      else if (kind === 'remove') result.splice(place, length);
      else result[Math.min(place, result.length - 1)] = value;
    }
    return Uint8Array.from(result);
  });
}
