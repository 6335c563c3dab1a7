import { expect, test } from 'vitest';
import { demoAttributionOf } from './directory.ts';
import { entities } from './entities.ts';
import { demoRecordOf } from './entity-records.ts';

/** Attributions of addresses of an actor; keys are numbers. */
const attributionsOf = (entity: string, count: number, seed = 1) =>
  Array.from({ length: count }, (_, i) => {
    const key = Uint8Array.of(3, i >>> 16, (i >>> 8) & 255, i & 255);
    return demoAttributionOf({ type: 'address', key, wallet: 1, entity }, seed);
  });

test('a directory knows some addresses of services, late, and errs now and then', () => {
  const attributions = attributionsOf(entities.northwind.id, 20_000);
  const known = attributions.filter((attribution) => attribution !== undefined);
  expect(known.length / attributions.length).toBeGreaterThan(0.4);
  expect(known.length / attributions.length).toBeLessThan(0.5);
  const wrong = known.filter(({ entity }) => entity !== entities.northwind.id).length / known.length;
  expect(wrong).toBeGreaterThan(0.004);
  expect(wrong).toBeLessThan(0.02);
  const delays = known.map(({ delay }) => delay / 86_400);
  expect(Math.min(...delays)).toBeLessThan(5);
  expect(Math.max(...delays)).toBeGreaterThan(80);
  expect(known.every(({ confidence }) => confidence >= 50 && confidence < 96)).toBe(true);
});

test('it lists no ordinary person, no customer and nobody who exists as a record only', () => {
  for (const entity of ['demo-person-7', 'demo-customer-1', entities.csam.id]) {
    expect(attributionsOf(entity, 1000).filter((attribution) => attribution !== undefined)).toEqual([]);
  }
});

test('says the same every time, and something else for another seed', () => {
  expect(attributionsOf(entities.mixer.id, 500)).toEqual(attributionsOf(entities.mixer.id, 500));
  expect(attributionsOf(entities.mixer.id, 500)).not.toEqual(attributionsOf(entities.mixer.id, 500, 2));
});

test('knows addresses of both chains and nothing else', () => {
  const address = new Uint8Array(20).fill(9);
  const account = { address, kind: 'person', role: 'hot', entity: entities.charity.id } as const;
  expect(demoAttributionOf({ type: 'ethereum_account', ...account }, 1)).toMatchObject({
    blockchain: 'ethereum',
  });
  expect(demoAttributionOf({ type: 'replaced', txid: address, by: address }, 1)).toBeUndefined();
});

test('what is told of actors is marked as made up: names end so, sites are reserved ones', () => {
  const reported = Object.values(entities).map(({ id }) => demoRecordOf(id));
  expect(reported.filter(({ founded }) => founded !== undefined).length).toBeGreaterThan(20);
  for (const { site, ceo, people = [], place, registration, programs = [] } of reported) {
    expect(site ?? 'x.example').toMatch(/^[a-z-]+\.example$/);
    for (const text of [ceo, place, registration, ...people, ...programs]) {
      if (text !== undefined) expect(text).toMatch(/\(demo\)$/);
    }
  }
  expect(demoRecordOf(entities.books.id).custodian).toBe(entities.processor);
  expect(demoRecordOf('demo-person-7')).toEqual({});
});
