import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { commit, genesisHash, installationChain, rowHash } from './chain.ts';

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
