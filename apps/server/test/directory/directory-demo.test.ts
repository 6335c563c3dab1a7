import { endpoints } from '@hopscope/contract';
import { entities } from '@hopscope/demo';
import { expect, test } from 'vitest';
import { createDemoDirectory, demoItems } from '../../src/demo/demo-directory.ts';
import { type DatedAttribution, noSources, type Sources } from '../../src/sources/sources.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { addressOf, keyOf } from '../support/servers/directory-source.ts';

const attribution = (number: number, due: number): DatedAttribution => ({
  blockchain: 'bitcoin',
  key: keyOf(number),
  entity: entities.northwind.id,
  confidence: 70,
  due,
});

test('an address is known once it is due, and once only, with the most confident attribution', () => {
  const sure = { ...attribution(1, 12), entity: entities.sanctioned.id, confidence: 95 };
  const due = [...demoItems([attribution(1, 10), sure, { ...sure, due: 16, confidence: 96 }], 15)];
  expect(due.flatMap((item) => (item.kind === 'attribution' ? [[item.bo, item.confidence]] : []))).toEqual([
    [entities.sanctioned.name, 95],
  ]);
  const items = [...demoItems([attribution(1, 10), attribution(2, 20), attribution(1, 15)], 15)];
  expect(items.filter(({ kind }) => kind === 'attribution')).toHaveLength(1);
  expect(items.filter(({ kind }) => kind === 'subject')).toHaveLength(Object.keys(entities).length);
});

describeWithDatabase('The demo in the directory', (databases) => {
  test('its entities say that they are fictional; addresses come when they are due', async () => {
    const api = await createDirectoryApi(await databases.empty());
    const seconds = Math.floor(api.clock / 1000);
    let phase: 'loading' | 'following' = 'loading';
    const demo = {
      source: 'demo' as const,
      status: () => (phase === 'loading' ? { phase, height: 1, target: 2 } : { phase, height: 2 }),
    };
    const sources: Pick<Sources, 'bitcoin' | 'ethereum' | 'attributions'> = {
      bitcoin: { ...noSources.bitcoin, ...demo },
      ethereum: { ...noSources.ethereum, ...demo },
      attributions: () => [attribution(1, seconds - 100), attribution(2, seconds + 700)],
    };
    const { update } = createDemoDirectory({
      sync: api.context.directory.sync,
      sources,
      now: () => api.clock,
    });
    const ada = await api.someone('ada@example.org');
    const known = async () =>
      (await api.as(ada, endpoints.attributeAddresses, { body: { addresses: [addressOf(1), addressOf(2)] } }))
        .data;
    await update();
    expect(await known()).toEqual([]);
    phase = 'following';
    await update();
    expect((await known()).map(({ address, entity, source }) => [address, entity, source])).toEqual([
      [addressOf(1), 'Northwind Exchange (demo)', 'demo'],
    ]);
    const profile = await api.entity(ada, entities.northwind.id);
    expect(profile.entity).toMatchObject({
      entity_tag1: 'demo',
      no_kyc_req: false,
      ceo: 'Marit Olhagen (demo)',
      url: 'https://northwind.example',
      year_founded: 2014,
      registrations: ['Fictional register of crypto services DE-0001 (demo)'],
      centralized: true,
    });
    expect((await known())[0]).toMatchObject({
      bo: 'Northwind Exchange (demo)',
      custodian: 'Northwind Exchange (demo)',
    });
    expect(profile.entity.description_merged).toContain('fictional');
    // The record of the kind that is hidden is there for those who may see it.
    expect((await api.entity(ada, entities.csam.id)).entity.hidden).toBe(true);
    api.clock += 800_000;
    await update();
    expect(await known()).toHaveLength(2);
  });
});
