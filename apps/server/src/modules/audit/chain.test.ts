import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, commit, genesisHash, installationChain, rowHash } from './chain.ts';

test('canonical JSON does not depend on the order of keys, and reads back', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const turned = Object.fromEntries(Object.entries(value).toReversed());
      expect(canonicalJson(turned)).toBe(canonicalJson(value));
      expect(canonicalJson(JSON.parse(canonicalJson(value)))).toBe(canonicalJson(value));
    }),
  );
});

test('amounts beyond 2^53 and dates keep every digit', () => {
  expect(canonicalJson({ at: new Date(0), amount: 9_007_199_254_740_993n, none: undefined })).toBe(
    '{"amount":"9007199254740993","at":"1970-01-01T00:00:00.000Z"}',
  );
});

test('a row hash is SHA-256 over the previous hash, the facts and the commitment', () => {
  const facts = {
    chainId: installationChain,
    sequence: 1n,
    at: new Date(0),
    actorId: null,
    actorRole: 'system',
    action: 'plan.changed',
    subjectType: 'plan',
    subjectId: null,
  };
  const commitment = commit(new Uint8Array([1, 2]), '{}');
  const text =
    '{"action":"plan.changed","actorId":null,"actorRole":"system","at":"1970-01-01T00:00:00.000Z",' +
    `"chain":"${installationChain}","sequence":1,"subjectId":null,"subjectType":"plan"}`;
  const expected = createHash('sha256')
    .update(Buffer.alloc(32))
    .update(text)
    .update(commitment)
    .digest('hex');
  expect(Buffer.from(rowHash(genesisHash, facts, commitment)).toString('hex')).toBe(expected);
});
