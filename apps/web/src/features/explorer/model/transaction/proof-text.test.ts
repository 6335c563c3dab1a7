import { describe, expect, test } from 'vitest';
import { checkProof, type ReportedProof } from './proof-text.ts';

const txid = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';
const blockHash = '00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f8dd4a2ee';
const reported: ReportedProof = {
  txid,
  block_hash: blockHash,
  header:
    '0100000055bd840a78798ad0da853f68974f3d183e2bd1db6a842c1feecf222a00000000ff104ccb05421ab93e63f8c3ce5c2c2e9dbb37de2764b3a3175c8166562cac7d51b96a49ffff001d283e9e70',
  position: 1,
  transaction_count: 2,
  branch: ['b1fea52486ce0c62bb442b530a3f0132b826c74e473d1f2c220bfa78111c5082'],
};
const whyOf = (wrong: Partial<ReportedProof>, shown = { txid, blockHash }) => {
  const result = checkProof({ ...reported, ...wrong }, shown);
  return result.valid ? undefined : result.why;
};

describe('a proof that is checked in the browser', () => {
  test('holds for a real payment', () => {
    expect(checkProof(reported, { txid, blockHash })).toEqual({ valid: true });
  });
  test('of another transaction or block says so', () => {
    expect(whyOf({ txid: 'ab'.repeat(32) })).toBe('it is about another transaction');
    expect(whyOf({}, { txid, blockHash: txid })).toBe('its header is not that of the block');
  });
  test('that was changed says what does not fit', () => {
    expect(whyOf({ position: 0 })).toMatch('another merkle root');
    expect(whyOf({ branch: [] })).toMatch('length');
    expect(whyOf({ header: 'zz' })).toMatch('form');
    expect(whyOf({ header: reported.header.replace('70', '71') })).toBeDefined();
  });
});
