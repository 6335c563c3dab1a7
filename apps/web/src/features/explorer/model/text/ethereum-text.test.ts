import type { AssetView } from '@hopscope/contract';
import { expect, it } from 'vitest';
import { historyNotes, isUnfinished, lacksText, otherSide, typeName } from './ethereum-text.ts';

const ether: AssetView = {
  type: 'ether',
  contract: null,
  symbol: 'ETH',
  name: 'Ether',
  decimals: 18,
  token_id: null,
  fake: false,
};
const token: AssetView = { ...ether, type: 'erc20', contract: '0x1' };

it('the other side is an address, or words where there is none', () => {
  const row = { kind: 'transfer', direction: 'in', from: 'a', to: 'b', asset: ether } as const;
  expect(otherSide(row)).toEqual({ address: 'a' });
  expect(otherSide({ ...row, direction: 'out' })).toEqual({ address: 'b' });
  expect(otherSide({ ...row, direction: 'self' })).toEqual({ words: 'Same address' });
  expect(otherSide({ ...row, kind: 'fee', direction: 'out', to: null })).toEqual({ words: 'Network fee' });
  expect(otherSide({ ...row, kind: 'token', from: null, asset: token })).toEqual({ words: 'New tokens' });
  expect(otherSide({ ...row, kind: 'withdrawal', from: null })).toEqual({ words: 'Beacon chain' });
});

it('says what is missing, and nothing where nothing is', () => {
  expect(lacksText({ lacks: [] })).toBe('');
  expect(lacksText({ lacks: ['traces', 'openings'] })).toMatch(/traces.* before these blocks/);
});

it('unknown types have a number', () => {
  expect([typeName(2), typeName(9)]).toEqual(['EIP-1559', 'Type 9']);
});

it('says what should be known of a history that a service tells', () => {
  const complete = { stored: 5, total: 5 };
  const text = 'By address: all 5 movements of its history';
  expect(historyNotes({ text, history: complete })).toBe('');
  expect(historyNotes({ text: `${text}; rewards are not told; and more`, history: complete })).toBe(
    'Rewards are not told; and more.',
  );
  const part = { stored: 5, total: null };
  expect(historyNotes({ text: 'By address: partial, 5 movements so far', history: part })).toMatch(/so far/);
  expect(historyNotes({ text: 'Block 7 alone is too much.', history: part })).toBe(
    'Block 7 alone is too much.',
  );
  expect([complete, part, undefined].map((history) => isUnfinished({ ...(history && { history }) }))).toEqual(
    [false, true, false],
  );
});
