import { toChecksumAddress } from '@hopscope/chain';
import { getBlock, search } from '@hopscope/contract';
import { beforeAll, expect, test } from 'vitest';
import { createEthereumLedger } from '../../src/ledger/ethereum/ledger.ts';
import { story } from '../support/ledger/ethereum-story.ts';
import { describeLedger } from '../support/ledger/loaded-ledger.ts';
import { appendSmallChain, small } from '../support/ledger/small-ledger.ts';

const ada = toChecksumAddress(story.ada);

describeLedger('The search over both chains', { prepare: appendSmallChain }, (loaded) => {
  let blockHash = '';

  beforeAll(async () => {
    await createEthereumLedger({ db: loaded.db }).append(story.chain, story.blocks, story.openings);
    const { data } = await loaded.api.ethereum(getBlock, {
      params: { height: '3' },
      query: { blockchain: 'ethereum' },
    });
    blockHash = data.hash;
  });

  const find = async (q: string) => (await loaded.api.call(search, { query: { q } })).data;

  test('takes an address out of quotes, URIs and broken lines', async () => {
    const { address } = small;
    for (const q of [
      `"${address}"`,
      `bitcoin:${address}?amount=0.1`,
      `${address.slice(0, 9)} ${address.slice(9)}`,
    ]) {
      expect(await find(q)).toMatchObject({
        type: 'address',
        value: address,
        blockchain: 'bitcoin',
        found: true,
      });
    }
    for (const q of [`ethereum:${ada}@1/transfer?value=1`, ada.slice(2), ada.slice(2).toLowerCase()]) {
      expect(await find(q)).toMatchObject({
        type: 'address',
        value: ada,
        blockchain: 'ethereum',
        found: true,
      });
    }
  });

  test('finds hashes with and without 0x on the chain that has them', async () => {
    expect(await find(`0x${small.txid}`)).toMatchObject({
      type: 'transaction',
      value: small.txid,
      blockchain: 'bitcoin',
      message: 'Transaction of Bitcoin',
    });
    expect(await find(`0x${small.tipHash.toUpperCase()}`)).toMatchObject({
      type: 'block',
      blockchain: 'bitcoin',
    });
    expect(await find(blockHash.slice(2))).toMatchObject({
      type: 'block',
      value: '3',
      blockchain: 'ethereum',
      message: 'Block 3 of Ethereum',
    });
    expect(await find(blockHash)).toMatchObject({ type: 'block', message: 'Block 3' });
  });

  test('finds nothing in what is nothing, and says why', async () => {
    for (const q of [
      '“”',
      'bitcoin:',
      'ethereum:vitalik.example',
      'a b c',
      '\u202e',
      '0x',
      `${ada},${ada}`,
    ]) {
      const found = await find(q);
      expect(found).toMatchObject({ type: 'none', value: null, found: false });
      expect(found.message.length).toBeGreaterThan(10);
    }
  });
});
