import { expect, it } from 'vitest';
import { chainsOfHeight } from './chains-of-height.ts';

const between = (from: number, to: number) => ({
  coverage: { kind: 'range' as const, ranges: [{ from, to }], text: '' },
});
const height = (value: string) => ({ kind: 'go', label: 'Block', to: 'block', value }) as const;

it('a height belongs to the chains that hold it', () => {
  const ledgers = { bitcoin: between(0, 10), ethereum: between(5, 20) };
  expect(chainsOfHeight(height('7'), ledgers)).toEqual(['bitcoin', 'ethereum']);
  expect(chainsOfHeight(height('3'), ledgers)).toEqual(['bitcoin']);
  expect(chainsOfHeight(height('20'), ledgers)).toEqual(['ethereum']);
  expect(chainsOfHeight(height('21'), ledgers)).toEqual([]);
  expect(chainsOfHeight(height('7'), { bitcoin: undefined, ethereum: undefined })).toEqual([]);
});

it('other texts belong to none', () => {
  expect(chainsOfHeight({ kind: 'empty' }, { bitcoin: between(0, 9), ethereum: undefined })).toEqual([]);
});
