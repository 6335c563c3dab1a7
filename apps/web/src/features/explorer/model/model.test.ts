import { createFormats } from '@hopscope/domain';
import { texts, defaultPreferences } from '@hopscope/contract';
import { describe, expect, it } from 'vitest';
import { blockParamProblem } from './block-param.ts';
import { latestHeights } from './latest-heights.ts';
import { locktimeText, versionText } from './text/lock-text.ts';
import { pageRangeText } from './page-range.ts';
import { noAddressText } from './text/script-text.ts';

const formats = createFormats({ ...defaultPreferences, timeZone: 'UTC' });
const others = createFormats({ ...defaultPreferences, timeZone: 'Asia/Tokyo', numberFormat: '1.234,56' });

//
describe('block in the address bar', () => {
  it.each(['0', '560062', '00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f8dd4a2ee'])(
    '%s',
    (text) => {
      expect(blockParamProblem(text)).toBeUndefined();
    },
  );

  it.each(['abc', '-1', '1.5', '0x10', '1e3'])('%s is none', (text) => {
    expect(blockParamProblem(text)).toBe(texts.blockNumberInvalid);
  });

  it('is missing', () => {
    expect(blockParamProblem(' ')).toBe(texts.blockNumberMissing);
  });
});

it('latest heights go down across gaps', () => {
  const ranges = [
    { from: 0, to: 1 },
    { from: 10, to: 12 },
  ];
  expect(latestHeights({ kind: 'range', ranges, text: '' }, 4)).toEqual([12, 11, 10, 1]);
  expect(latestHeights({ kind: 'empty', ranges: [], text: '' }, 4)).toEqual([]);
});

it('locktime is a height or a time', () => {
  expect(locktimeText(0, formats)).toBe('0 (none)');
  expect(locktimeText(499_999_999, formats)).toBe('block 499,999,999');
  expect(locktimeText(1_231_731_025, formats)).toBe('12 Jan 2009, 03:30:25 UTC');
  expect(locktimeText(499_999_999, others)).toBe('block 499.999.999');
  expect(locktimeText(1_231_731_025, others)).toBe('12 Jan 2009, 12:30:25 UTC+9');
});

it('versions that carry signals are in hex', () => {
  expect(versionText(2)).toBe('2');
  expect(versionText(0x20800000)).toBe('0x20800000');
  expect(versionText(-1)).toBe('0xffffffff');
});

it('lines of a page', () => {
  expect(pageRangeText({ page: 2, limit: 20, totalTxs: 2359 }, 20, formats)).toBe('21–40 of 2,359');
  expect(pageRangeText({ page: 118, limit: 20, totalTxs: 2359 }, 19, formats)).toBe('2,341–2,359 of 2,359');
  expect(pageRangeText({ page: 118, limit: 20, totalTxs: 2359 }, 19, others)).toBe('2.341–2.359 of 2.359');
});

it('outputs without an address have a name', () => {
  expect(noAddressText('multisig')).toBe('Bare multisig, no address');
  expect(noAddressText('nonstandard')).toBe('Non-standard script, no address');
});
