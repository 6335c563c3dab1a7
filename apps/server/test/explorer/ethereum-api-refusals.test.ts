import { beforeAll, expect, test } from 'vitest';
import { createEthereumLedger } from '../../src/ledger/ethereum/ledger.ts';
import { describeLedger } from '../support/ledger/loaded-ledger.ts';
import { realEthereumBundle } from '../support/recorded/real-ethereum.ts';

const tether = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const unknown = `0x${'ab'.repeat(20)}`;

describeLedger('Requests about Ethereum that are refused', {}, (loaded) => {
  beforeAll(async () => {
    const ledger = createEthereumLedger({ db: loaded.db });
    await ledger.append({ chainId: 1n, network: 'mainnet' }, [realEthereumBundle(18_500_000, [])]);
  });

  test.each([
    '/blockchain/block/18500001?blockchain=ethereum',
    '/blockchain/block/18500001/transactions?blockchain=ethereum',
    `/blockchain/block/0x${'0'.repeat(64)}`,
    `/blockchain/transaction/0x${'0'.repeat(64)}`,
    `/blockchain/transactions/0x${'0'.repeat(64)}/getBlockStats`,
    `/blockchain/address/${unknown}`,
    `/blockchain/address/${unknown}/summary`,
    `/blockchain/address/${unknown}/transactions`,
    `/blockchain/address/${unknown}/assets`,
    `/blockchain/transactions/${unknown}/getBlockStats`,
  ])('%s is not covered, and the answer says what is', async (url) => {
    const refusal = await loaded.api.refused(404, url);
    expect(refusal).toMatchObject({ code: 'not_covered', details: { coverage: { kind: 'range' } } });
    expect(refusal.message).toContain('18500000');
  });

  test.each([
    ['/blockchain/block/0x10?blockchain=ethereum', 'invalid_block'],
    [`/blockchain/block/${'f'.repeat(63)}?blockchain=ethereum`, 'invalid_block'],
    ['/blockchain/block/-1?blockchain=ethereum', 'invalid_block'],
    ['/blockchain/block/99999999999?blockchain=ethereum', 'invalid_block'],
    [`/blockchain/transaction/0x${'0'.repeat(63)}`, 'invalid_hash'],
    [`/blockchain/transaction/0x${'g'.repeat(64)}`, 'invalid_hash'],
    [`/blockchain/address/0x${'0'.repeat(39)}`, 'invalid_address'],
    [`/blockchain/address/0x${'g'.repeat(40)}`, 'invalid_address'],
    [`/blockchain/address/0x${'%00'.repeat(30)}`, 'invalid_address'],
    [`/blockchain/address/${tether}/transactions?asset=gold`, 'bad_request'],
    [`/blockchain/address/${tether}/transactions?asset=0x12`, 'invalid_address'],
    [`/blockchain/address/${tether}/transactions?asset=0x${'1'.repeat(50)}`, 'validation_failed'],
    [`/blockchain/address/${tether}/transactions?hidden=maybe`, 'validation_failed'],
    [`/blockchain/address/${tether}/transactions?page=0`, 'validation_failed'],
    [`/blockchain/address/${tether}/transactions?limit=1001`, 'validation_failed'],
    [`/blockchain/address/${tether}/assets?after=gold`, 'bad_request'],
    [`/blockchain/address/${tether}/assets?after=${unknown}`, 'bad_request'],
    [`/blockchain/address/${tether}/assets?limit=101`, 'validation_failed'],
  ])('%s is refused as %s', async (url, code) => {
    expect((await loaded.api.refused(400, url)).code).toBe(code);
  });
});
