import { encodeAddress, networks } from '@hopscope/chain';
import { endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { customer, deposit, depositStory, hot, keyOf } from '../support/ledger/deposit-story.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { attribution, subject } from '../support/servers/directory-source.ts';

const addressOf = (script: Uint8Array): string => encodeAddress(keyOf(script), networks.demo);

describeWithDatabase('Ledger suggestions', (databases) => {
  test('a probable deposit address becomes a derived attribution, says why, and goes when its wallet is nobody’s', async () => {
    const db = await databases.empty();
    await createBitcoinLedger({ db, hashing: nativeHashing }).append('demo', depositStory().blocks);
    const api = await createDirectoryApi(db);
    const operator = await api.operator();
    await api.sync('list', [subject('x', { proper_name: 'Desk' }), attribution('x', addressOf(hot))]);
    await api.context.directoryUpdate.resume({ withSeed: false });
    const update = async () => {
      const { data } = await api.as(operator, endpoints.startDirectoryJob, {
        body: { feeds: ['behavior'] },
      });
      const state = async () =>
        (await api.as(operator, endpoints.getDirectoryJob, { params: { jobId: data._id } })).data.state;
      await expect.poll(state).toBe('succeeded');
    };
    const known = async () =>
      (
        await api.as(operator, endpoints.attributeAddresses, {
          body: { addresses: [addressOf(deposit), addressOf(customer)] },
        })
      ).data;
    await update();
    expect(await known()).toEqual([
      expect.objectContaining({
        address: addressOf(deposit),
        name: 'Desk',
        kind: 'derived',
        confidence: 70,
        source: 'behavior',
        label: 'Probable deposit address: full balance forwarded 2 times',
        ref: expect.stringMatching(/^last by transaction [0-9a-f]{64}$/),
      }),
    ]);
    await api.sync('list', [subject('x', { proper_name: 'Desk' })]);
    await update();
    expect(await known()).toEqual([]);
  });
});
