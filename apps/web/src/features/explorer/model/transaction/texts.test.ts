import { describe, expect, test } from 'vitest';
import { changeReason, probableChange, feeRankText, spreadText } from './context-text.ts';
import { omniText, protocolName, thorchainText } from './data-text.ts';

const count = (n: number | bigint | string): string => String(n);
const formats = {
  count,
  decimal: (text: string) => text,
  counted: (n: number, what: string) => `${n} ${what}`,
};
const fee = {
  known: 11,
  unknown: 0,
  lowest: '1.00',
  median: '5.00',
  highest: '9.00',
  own: '5.00',
  below: 4,
  same: 1,
};

describe('fee among those of the block', () => {
  test('as a share of the others, cut', () => {
    expect(feeRankText(fee, formats)).toBe('higher than 40% of the block');
    expect(feeRankText({ ...fee, known: 4, below: 2, same: 0 }, formats)).toBe(
      'higher than 66.6% of the block',
    );
  });
  test('at the ends', () => {
    expect(feeRankText({ ...fee, below: 0, same: 0 }, formats)).toBe('lowest of 11 in the block');
    expect(feeRankText({ ...fee, below: 0, same: 3 }, formats)).toBe('lowest in the block, shared with 3');
    expect(feeRankText({ ...fee, below: 10, same: 0 }, formats)).toBe('highest of 11 in the block');
  });
  test('not where there is nothing to compare', () => {
    expect(feeRankText({ ...fee, known: 1, below: 0, same: 0 }, formats)).toBeUndefined();
    expect(feeRankText({ ...fee, own: null, below: null, same: null }, formats)).toBeUndefined();
  });
  test('the spread says what is not known', () => {
    expect(spreadText({ ...fee, unknown: 2 }, formats)).toBe(
      '1.00 lowest, 5.00 median, 9.00 highest; 2 unknown fee',
    );
    expect(spreadText({ ...fee, lowest: null, median: null, highest: null }, formats)).toBe('unknown');
  });
});

describe('change', () => {
  test('says its reason and its measured precision', () => {
    const finding = {
      output: 1,
      heuristic: 'round_amount',
      evidence: 'Not round',
      precision: 0.99998,
      recall: 0.5,
    } as const;
    expect(changeReason(finding)).toBe('Not round (measured precision 99.9%)');
    expect(changeReason({ ...finding, precision: null })).toBe('Not round (precision not measured)');
  });
  test('is the output that is more probable than all other answers together', () => {
    const finding = {
      output: 1,
      heuristic: 'script_type',
      evidence: 'Type',
      precision: 1,
      recall: 1,
    } as const;
    const other = { ...finding, output: 0, evidence: 'Other' };
    const measured = { sure: 0.99, demo: 1, mainnet: { right: 199, of: 200 } };
    const odds = (first: number, second: number) => ({
      change: [finding, other],
      change_odds: {
        outputs: [
          { output: 0, probability: first },
          { output: 1, probability: second },
        ],
        none: 0,
        measured,
      },
    });
    expect(probableChange(undefined).size).toBe(0);
    expect(probableChange({ change: [finding], change_odds: null }).size).toBe(0);
    expect(probableChange(odds(0.4, 0.4)).size).toBe(0);
    const reasons = ['Type (measured precision 100%)'];
    expect([...probableChange(odds(0.1, 0.979))]).toEqual([[1, { percent: 97, reasons }]]);
    expect(probableChange(odds(0, 1)).get(1)).toEqual({
      percent: 99,
      reasons: [
        ...reasons,
        '199 of 200 such outputs were the change in blocks of mainnet that show it later',
      ],
    });
  });
});

describe('data of an output', () => {
  const data = { hex: '', text: null, altered: false, protocol: null, omni: null, thorchain: null };
  test('names the protocol', () => {
    expect(protocolName(data)).toBeUndefined();
    expect(protocolName({ ...data, protocol: 'runes' })).toBe('Runes');
  });
  test('reads messages of the Omni Layer', () => {
    const omni = { version: 0, type: 0, property: 31, amount: '250' };
    expect(omniText({ ...data, omni }, formats)).toBe('simple send of 250 smallest units of token 31');
    expect(omniText({ ...data, omni: { ...omni, type: 99, property: null, amount: null } }, formats)).toBe(
      'message of type 99',
    );
    expect(omniText(data, formats)).toBeUndefined();
  });
  test('reads memos of THORChain', () => {
    const chain = { id: 1, name: 'Ethereum' };
    const account = '0x1111111111111111111111111111111111111111';
    const swap = { kind: 'swap', chain, asset: 'ETH.ETH', account } as const;
    expect(thorchainText({ ...data, thorchain: swap })).toBe(
      'swap into ETH.ETH on Ethereum, to 0x111111…111111',
    );
    expect(thorchainText({ ...data, thorchain: { ...swap, account: null } })).toBe(
      'swap into ETH.ETH on Ethereum',
    );
    const inbound = 'ab'.repeat(32);
    expect(thorchainText({ ...data, thorchain: { kind: 'payout', inbound } })).toBe(
      'payout for transaction abababab…abababab',
    );
    expect(thorchainText(data)).toBeUndefined();
  });
});
