import { fromHex, toHex } from '@hopscope/chain';
import { expect, test } from 'vitest';
import type { ContractAnswer } from '../../../sources/sources.ts';
import { createEns, namehash } from './ens.ts';

test('namehash of the examples of EIP-137, and of a well-known name', () => {
  expect(toHex(namehash('eth'))).toBe('93cdeb708b7545dc668eb9280176169d1c33cfd8ed6f04690a0bcc88a93fc4ae');
  expect(toHex(namehash('foo.eth'))).toBe('de9b09fd7c5f901e23a3f19fecc54828e9c848539801e86591bd9801b019f84f');
  expect(toHex(namehash('vitalik.eth'))).toBe(
    'ee6c4522aab0003e8d14cd40a6af439055fd2577951148c14b6cea9a53475835',
  );
});

const never = async (): Promise<ContractAnswer> => {
  throw new Error('asked');
};

test('without a node nobody is asked, and the answer says so', async () => {
  const answer = await createEns({ source: 'demo', callContract: never }).resolve('Ada.ETH');
  expect(answer).toMatchObject({
    reason: expect.stringMatching(/^ada\.eth is an ENS name\. Resolving it needs an Ethereum/),
  });
});

test('what cannot be a name is not asked for', async () => {
  const ens = createEns({ source: 'rpc', callContract: never });
  // Two scripts in one label; an underscore in the middle; a joiner between letters; an empty label.
  for (const name of ['vit\u0430lik.eth', 'a_b.eth', 'a\u200db.eth', '.a.eth']) {
    expect(await ens.resolve(name)).toEqual({ reason: `${name} is not a valid ENS name (ENSIP-15).` });
  }
});

test('what a contract answers that is no address is none', async () => {
  const resolver = new Uint8Array(32).fill(1, 12);
  const words = ['', '00'.repeat(32), 'ff'.repeat(32), '01'.repeat(31)];
  for (const word of words) {
    const answers = [resolver, fromHex(word)];
    const callContract = async (): Promise<ContractAnswer> => ({
      kind: 'returned',
      bytes: answers.shift() ?? new Uint8Array(),
    });
    expect(await createEns({ source: 'rpc', callContract }).resolve('ada.eth')).toMatchObject({
      reason: expect.stringContaining('has no Ethereum address'),
    });
  }
  const away = async (): Promise<ContractAnswer> => ({ kind: 'unanswered' });
  expect(await createEns({ source: 'rpc', callContract: away }).resolve('ada.eth')).toEqual({
    reason: 'The Ethereum node does not respond. Try again.',
  });
});
