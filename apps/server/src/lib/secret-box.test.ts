import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSecretBox, SealBroken } from './secret-box.ts';

const box = createSecretBox('a secret of the tests, long enough');

test('what is sealed opens again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, purpose) => {
      expect(box.open(purpose, box.seal(purpose, text))).toBe(text);
    }),
  );
});

test('sealing twice gives different bytes, and none of the text', () => {
  const [first, second] = [box.seal('p', 'a long secret'), box.seal('p', 'a long secret')];
  expect(first.equals(second)).toBe(false);
  expect(first.toString('latin1')).not.toContain('secret');
});

test('with the secret used before, its values open and are sealed again', () => {
  const next = createSecretBox('the next secret, long enough too', 'a secret of the tests, long enough');
  const old = box.seal('mail 1', 'text');
  expect(next.open('mail 1', old)).toBe('text');
  expect(() => next.open('mail 2', old)).toThrow(SealBroken);
  const again = next.reseal('mail 1', old) ?? Buffer.of();
  expect(createSecretBox('the next secret, long enough too').open('mail 1', again)).toBe('text');
  expect(next.reseal('mail 1', again)).toBeUndefined();
  expect(box.reseal('mail 1', old)).toBeUndefined();
});

test('another purpose, another secret, any changed bit and any cut are refused', () => {
  const sealed = box.seal('mail 1', 'text');
  expect(() => box.open('mail 2', sealed)).toThrow(SealBroken);
  expect(() => createSecretBox('another secret, long enough too').open('mail 1', sealed)).toThrow(SealBroken);
  for (let i = 0; i < sealed.length * 8; i++) {
    const changed = Buffer.from(sealed);
    changed[i >> 3] = (changed[i >> 3] ?? 0) ^ (1 << (i & 7));
    expect(() => box.open('mail 1', changed)).toThrow(SealBroken);
  }
  for (let length = 0; length < sealed.length; length++) {
    expect(() => box.open('mail 1', sealed.subarray(0, length))).toThrow(SealBroken);
  }
});
