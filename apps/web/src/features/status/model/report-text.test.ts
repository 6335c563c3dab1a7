import { describe, expect, it } from 'vitest';
import { distanceText, rateText, sourceName, spanText, stateText } from './report-text.ts';

const formats = { count: (value: number | bigint) => String(value) };

describe('what the status page says', () => {
  it.each([
    [0, '0 s'],
    [89, '89 s'],
    [90, '2 min'],
    [3540, '59 min'],
    [3600, '1 h'],
    [12_000, '3 h 20 min'],
    [172_800, '2 d'],
  ])('%i seconds are %s', (seconds, text) => expect(spanText(seconds, formats)).toBe(text));

  it('rates are exact where they are small', () => {
    expect(rateText(0.26, formats)).toBe('0.3 blocks/s');
    expect(rateText(1234.4, formats)).toBe('1234 blocks/s');
  });

  it('says which of source and ledger is behind', () => {
    const text = (behind: number | null, nodeBehind: number | null) =>
      distanceText({ behind, nodeBehind }, formats);
    expect(text(0, 0)).toBe('none');
    expect(text(3, 0)).toBe('Ledger 3 blocks behind the source');
    expect(text(0, 1)).toMatch(/^Source 1 block behind the ledger\./);
    expect(text(null, null)).toBeUndefined();
    expect(stateText({ source: 'core', status: { phase: 'behind', height: 9, nodeHeight: 4 } }).word).toBe(
      'Node is behind',
    );
  });

  it('tells a source that is off from one that does not run, and names those it knows', () => {
    expect(stateText({ source: 'off', status: null }).word).toBe('Off');
    expect(stateText({ source: 'core', status: null }).word).toBe('Not running');
    expect(stateText({ source: 'core', status: { phase: 'failed', reason: 'x' } }).tone).toBe('red');
    expect(sourceName('core')).toBe('Bitcoin node');
    expect(sourceName('other')).toBe('other');
  });
});
