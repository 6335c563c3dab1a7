import { getBlock, search } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { describeLedger } from '../support/ledger/loaded-ledger.ts';
import { appendSmallChain, small } from '../support/ledger/small-ledger.ts';

const genesisAddress = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const ethereum = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const zeros = '0'.repeat(64);
const address = (text: string): string => `/blockchain/address/${text}`;

/** The address with another last character. */
const typo = small.address.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'));

interface Refused {
  url: string;
  code: string;
  says: RegExp;
  status?: number;
}

const refused: Refused[] = [
  ...['-1', '1.5', 'abc', '1e3', '0x10', ' ', '+5', '%2B5', 'null', '१'].map((height) => ({
    url: `/blockchain/block/${encodeURIComponent(height)}`,
    code: 'invalid_block',
    says: /Invalid block number|No block number/,
  })),
  { url: '/blockchain/block/', code: 'invalid_block', says: /No block number provided/ },
  ...['99999999999999999999', '2147483648', '9007199254740993'].map((height) => ({
    url: `/blockchain/block/${height}`,
    code: 'invalid_block',
    says: new RegExp(`Invalid block height: there is no block ${height}`),
  })),
  { url: `/blockchain/block/${'1'.repeat(81)}`, code: 'validation_failed', says: /height/ },
  { url: `/blockchain/block/${'f'.repeat(63)}/transactions`, code: 'invalid_block', says: /Invalid block/ },
  { url: '/blockchain/block/abc/transactions', code: 'invalid_block', says: /Invalid block number/ },
  { url: '/blockchain/block/2147483647', status: 404, code: 'not_found', says: /Block not found/ },
  ...['abc', zeros.slice(1), `${zeros}0`, `${zeros.slice(1)}g`, `${zeros} x`].map((hash) => ({
    url: `/blockchain/transaction/${encodeURIComponent(hash)}`,
    code: 'invalid_hash',
    says: /64 hexadecimal digits/,
  })),
  { url: `/blockchain/transaction/0x${zeros}`, status: 404, code: 'not_covered', says: /Ethereum/ },
  { url: `/blockchain/transaction/${zeros}`, status: 404, code: 'not_found', says: /Complete: genesis to/ },
  {
    url: address(`${genesisAddress.slice(0, -1)}b`),
    code: 'invalid_address',
    says: /checksum .* does not match/,
  },
  { url: address(typo), code: 'invalid_address', says: /checksum .* does not match/ },
  {
    url: address('mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'),
    code: 'invalid_address',
    says: /valid, but for testnet/,
  },
  {
    url: address('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'),
    code: 'invalid_address',
    says: /valid, but for testnet or signet\. This server uses mainnet/,
  },
  {
    url: address(`${small.address.slice(0, 12)}${small.address.slice(12).toUpperCase()}`),
    code: 'invalid_address',
    says: /capital|case/i,
  },
  { url: address('1A1zP1eP5QGefi2DMPTfTL5SLmv7Div0Na'), code: 'invalid_address', says: /“0”, is not in/ },
  { url: address('x'), code: 'invalid_address', says: /14 to 90 characters, not 1\./ },
  { url: address('%00%00%00%00%00%00%00%00%00%00%00%00%00%00'), code: 'invalid_address', says: /U\+0000/ },
  { url: address('1'.repeat(121)), code: 'validation_failed', says: /addr/ },
  ...[ethereum, ethereum.toLowerCase(), ethereum.toUpperCase()].flatMap((written) =>
    ['', '/summary', '/transactions', '/assets'].map((part) => ({
      url: `${address(written)}${part}`,
      status: 404,
      code: 'not_covered',
      says: /no Ethereum blocks/,
    })),
  ),
  { url: `${address(genesisAddress)}/assets`, code: 'invalid_address', says: /Only Ethereum addresses/ },
  {
    url: address(ethereum.replace('5aA', '5aa')),
    code: 'invalid_address',
    says: new RegExp(`EIP-55.*${ethereum}`),
  },
  {
    url: address(ethereum.slice(0, -1)),
    code: 'invalid_address',
    says: /40 hex digits after 0x, not 39/,
  },
  { url: '/blockchain/block/5?blockchain=dogecoin', code: 'validation_failed', says: /blockchain/ },
  { url: '/blockchain/block/5?blockchain=ethereum', status: 404, code: 'not_covered', says: /Ethereum/ },
  { url: '/blockchain/transactions/abc/getBlockStats', code: 'invalid_address', says: /characters/ },
  {
    url: `/blockchain/transactions/0x${zeros}/getBlockStats`,
    status: 404,
    code: 'not_covered',
    says: /Ethereum/,
  },
  {
    url: `/blockchain/transactions/${zeros}/getBlockStats`,
    status: 404,
    code: 'not_found',
    says: /not found/,
  },
  { url: `/search?q=${'a'.repeat(501)}`, code: 'validation_failed', says: /q/ },
  { url: '/blockchain/block/%E0%A4%A', code: 'bad_request', says: /not a valid url/ },
  { url: '/blockchain/block/%', code: 'bad_request', says: /not a valid url/ },
  { url: address('a'.repeat(300)), status: 414, code: 'bad_request', says: /max param length/ },
];

const lists = [`/blockchain/block/0/transactions`, `${address(small.address)}/transactions`];
const badPages = ['0', '-1', 'abc', '1.5', '', 'NaN', 'Infinity', '9007199254740993', '1000000001'];
const badLimits = ['0', '-1', '1001', '1e9', 'abc', '1.5', ''];

describeLedger('Malformed input', { prepare: appendSmallChain }, (loaded) => {
  //
  test.each(refused)('$url', async ({ url, code, says, status = 400 }) => {
    const refusal = await loaded.api.refused(status, url);
    expect(refusal.code).toBe(code);
    expect(refusal.message).toMatch(says);
  });

  //
  test.each(lists)('page and limit of %s', async (list) => {
    const queries = [
      ...badPages.map((page) => ['page', `page=${page}`]),
      ...badLimits.map((limit) => ['limit', `limit=${limit}`]),
      ['page', 'page=1&page=2'],
    ];
    for (const [field, query] of queries) {
      const refusal = await loaded.api.refused(400, `${list}?${query}`);
      expect(refusal.code).toBe('validation_failed');
      expect(new Set(refusal.errors?.map((error) => error.field))).toEqual(new Set([field]));
      expect(refusal.message.startsWith(`${field} must be `)).toBe(true);
    }
    const both = await loaded.api.refused(400, `${list}?page=0&limit=0`);
    expect(both.errors?.map((error) => error.field)).toEqual(['page', 'limit']);
    expect((await loaded.api.send({ url: `${list}?page=1000000000&limit=1000` })).statusCode).toBe(200);
  });

  test('a block by hash, in any case and between blanks, is the block by height', async () => {
    const byHeight = await loaded.api.bitcoin(getBlock, { params: { height: String(small.tip) } });
    for (const height of [
      small.tipHash,
      small.tipHash.toUpperCase(),
      ` ${small.tipHash} `,
      `00${small.tip}`,
    ]) {
      expect(await loaded.api.bitcoin(getBlock, { params: { height } })).toEqual(byHeight);
    }
  });

  test.each([
    { q: String(small.tip), type: 'block', value: String(small.tip), found: true, says: /^Block 30$/ },
    { q: ` 00${small.tip} `, type: 'block', value: String(small.tip), found: true, says: /^Block 30$/ },
    { q: small.tipHash, type: 'block', value: String(small.tip), found: true, says: /^Block 30$/ },
    { q: '31', type: 'block', value: '31', found: false, says: /^Block 31 is not in the ledger\. Complete/ },
    { q: small.txid.toUpperCase(), type: 'transaction', value: small.txid, found: true, says: /Transaction/ },
    { q: small.address, type: 'address', value: small.address, found: true, says: /^Bitcoin address$/ },
    { q: small.address.toUpperCase(), type: 'address', value: small.address, found: true, says: /^Bitcoin/ },
    {
      q: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
      type: 'address',
      value: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
      found: false,
      says: /not found in the stored blocks/,
    },
    { q: '', type: 'none', value: null, found: false, says: /Enter a block number/ },
    { q: zeros, type: 'none', value: null, found: false, says: /No transaction or block/ },
    { q: `0x${zeros}`, type: 'none', value: null, found: false, says: /No Ethereum transaction/ },
    {
      q: ethereum.toLowerCase(),
      type: 'address',
      value: ethereum,
      found: false,
      says: /Ethereum address, not/,
    },
    {
      q: ethereum.replace('5aA', '5aa'),
      type: 'none',
      value: null,
      found: false,
      suggestion: ethereum,
      says: /EIP-55/,
    },
    { q: `${genesisAddress.slice(0, -1)}b`, type: 'none', value: null, found: false, says: /checksum/ },
    { q: '99999999999999999999', type: 'none', value: null, found: false, says: /there is no block/ },
    { q: '-1', type: 'none', value: null, found: false, says: /14 to 90 characters/ },
    { q: "'; drop table btc_tx; --", type: 'none', value: null, found: false, says: /Invalid/ },
    { q: '\0', type: 'none', value: null, found: false, says: /./ },
    { q: '😀😀😀😀😀😀😀😀', type: 'none', value: null, found: false, says: /./ },
  ])('search for “$q”', async ({ q, says, ...expected }) => {
    const { data } = await loaded.api.call(search, { query: { q } });
    expect(data).toMatchObject(expected);
    expect(data.message).toMatch(says);
    const ofEthereum = q.startsWith('0x');
    expect(data.coverage.kind).toBe(ofEthereum ? 'empty' : 'complete');
    expect(data.blockchain).toBe(data.type === 'none' ? null : ofEthereum ? 'ethereum' : 'bitcoin');
  });
});
