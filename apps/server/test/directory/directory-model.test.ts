import { type DirectoryFieldName, endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { randomSeeds } from '../../../../test/depth.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createDirectoryApi, type DirectoryApi } from '../support/api/directory-api.ts';
import { addressOf, attribution, subject } from '../support/servers/directory-source.ts';
import { createRandom, type Random } from '../support/survival/random.ts';
import type { Someone } from '../support/api/teams-api.ts';
import type { ImportItem } from '../../src/contexts/directory/import/import-item.ts';
import {
  editorsSource,
  resolve,
  type Statement,
  valuesOf,
} from '../../src/contexts/directory/releases/resolve.ts';

const steps = 14;
const names = ['Northwind', 'Granite', 'Kitsune', 'Meridian', 'Fjord'];

/** What a source might say: some subjects with some values, some addresses. */
function randomItems(random: Random): ImportItem[] {
  return names.flatMap((name, i): ImportItem[] => {
    if (random.below(4) === 0) return [];
    const dated =
      random.below(3) === 0 ? { statement: { validTo: random.pick(['2026-01-05', '2026-01-20']) } } : {};
    return [
      subject(`s${i}`, {
        proper_name: name,
        ceo: random.pick(names),
        entity_tag: names.filter(() => random.below(2) === 0),
        ...(random.below(2) === 0 && { url: `https://${name.toLowerCase()}.example` }),
      }),
      subject(`s${i}`, { ofac: random.pick(['true', 'false']) }, dated),
      ...Array.from({ length: random.below(4) }, () => attribution(`s${i}`, addressOf(random.below(12)))),
    ];
  });
}

/** Everything that follows from statements and attributions, worked out by itself. */
async function expected(api: DirectoryApi, date: string) {
  const rows = await api.rows<{
    entity_id: string;
    source_id: string;
    local_id: string;
    field: DirectoryFieldName | 'deleted';
    place: number;
    value: string | null;
    confidence: number;
    valid_from: string | null;
    valid_to: string | null;
    retrieved_at: Date;
    rank: number;
    ref: string;
  }>(
    `select s.entity_id, d.* from directory_statement d
     join directory_subject s on s.source_id = d.source_id and s.local_id = d.local_id
     where d.until is null and s.until is null`,
  );
  const entities: Record<string, unknown> = {};
  for (const [entityId, own] of Map.groupBy(rows, (row) => row.entity_id)) {
    if (own.some(({ field }) => field === 'deleted')) continue;
    const statements = own.flatMap(({ field, ...row }): Statement[] =>
      field === 'deleted'
        ? []
        : [
            {
              sourceId: row.source_id,
              localId: row.local_id,
              field,
              place: row.place,
              value: row.value,
              ref: row.ref,
              confidence: row.confidence,
              validFrom: row.valid_from,
              validTo: row.valid_to,
              retrievedAt: row.retrieved_at.getTime(),
              rank: row.rank,
              merged: row.source_id === editorsSource && row.local_id !== entityId,
            },
          ],
    );
    entities[entityId] = valuesOf(resolve(statements, date));
  }
  const attributions = await api.rows<{ key: Uint8Array; entity_id: string; kind: string }>(
    `select a.key, s.entity_id, a.kind from directory_attribution a
     join directory_subject s on s.source_id = a.source_id and s.local_id = a.local_id
     where a.until is null and s.until is null and a.chain = 0`,
  );
  const name = (row: { key: Uint8Array; entity_id: string }): string =>
    `${Buffer.from(row.key).toString('hex')} ${row.entity_id}`;
  const denied = new Set(attributions.filter(({ kind }) => kind === 'denied').map(name));
  const labels = new Set(
    attributions.filter((row) => row.kind === 'direct' && !denied.has(name(row))).map(name),
  );
  return { entities, labels: [...labels].toSorted() };
}

async function stateOf(api: DirectoryApi) {
  const entities = await api.rows<{ entity_id: string; record: unknown }>(
    'select entity_id, record from directory_entity',
  );
  const labels = await api.rows<{ key: Uint8Array; entity: string; n: number }>(
    'select key, entity, n from btc_label',
  );
  expect(labels.every(({ n }) => n === 1)).toBe(true);
  return {
    entities: Object.fromEntries(entities.map((row) => [row.entity_id, row.record])),
    labels: labels.map(({ key, entity }) => `${Buffer.from(key).toString('hex')} ${entity}`).toSorted(),
  };
}

async function randomStep(api: DirectoryApi, random: Random, ada: Someone): Promise<void> {
  const kind = random.below(9);
  if (kind < 3) {
    await api.sync(random.pick(['one', 'two']), randomItems(random), random.pick([10, 20]));
    return;
  }
  const { data } = await api.as(ada, endpoints.listEntities, {});
  if (data.length === 0) return;
  const { entity_id: id, version } = random.pick(data);
  const [params, baseVersion] = [{ id }, version];
  if (kind < 5) {
    const body = {
      baseVersion,
      ceo: random.pick([null, ...names]),
      entity_tag1: random.pick([null, ...names]),
    };
    await api.as(ada, endpoints.editEntity, { params, body });
  } else if (kind === 5) {
    const body = { baseVersion, reset: ['ceo', 'entity_tag'] as ('ceo' | 'entity_tag')[] };
    await api.as(ada, endpoints.editEntity, { params, body });
  } else if (kind === 6) {
    const into = random.pick(data).entity_id;
    const removes = into === id || random.below(3) === 0;
    if (removes) await api.as(ada, endpoints.deleteEntity, { params, body: { baseVersion, reason: 'x' } });
    else await api.as(ada, endpoints.mergeEntities, { params, body: { into, baseVersion, reason: 'x' } });
  } else if (kind === 7) {
    const merged = await api.rows<{ entity_id: string }>(
      'select entity_id from directory_merged where until is null order by entity_id',
    );
    if (merged.length === 0) return;
    const body = { reason: 'x' };
    await api.as(ada, endpoints.unmergeEntity, { params: { id: random.pick(merged).entity_id }, body });
  } else {
    const body = {
      action: random.pick(['add', 'correct', 'end'] as const),
      blockchain: 'bitcoin' as const,
      address: addressOf(random.below(12)),
      confidence: 90,
      ref: 'https://example.org',
    };
    const answer = await api.answer(ada, endpoints.changeAttribution, { params, body });
    expect([201, 404, 409]).toContain(answer.statusCode);
  }
}

describeWithDatabase('Whatever happens to the directory', (databases) => {
  test.each(randomSeeds(1))(
    'what is held follows from what is said, and yesterday stays as it was (seed %i)',
    async (seed) => {
      const random = createRandom(seed);
      const start = Date.UTC(2026, 0, 1, 12);
      const api = await createDirectoryApi(await databases.empty(), {
        env: { DIRECTORY_FOUR_EYES: 'false' },
        start,
      });
      let ada = await api.editor('ada@example.org');
      const days = new Map<string, unknown>();
      for (let step = 0; step < steps; step++) {
        if (step % 3 === 0) {
          api.clock = start + step * 2 * 86_400_000;
          ada = { ...ada, ...(await api.logIn(ada.email)) };
        }
        await randomStep(api, random, ada);
        // The list brings what the day has changed up to date.
        const list = await api.as(ada, endpoints.listEntities, {});
        const date = new Date(api.clock).toISOString().slice(0, 10);
        expect(await stateOf(api)).toEqual(await expected(api, date));
        days.set(
          date,
          list.data.map(({ version: _v, date_updated: _d, ...item }) => item),
        );
      }
      for (const [asOf, before] of days) {
        const { data } = await api.as(ada, endpoints.listEntities, { query: { asOf } });
        expect(data.map(({ version: _v, date_updated: _d, ...item }) => item)).toEqual(before);
      }
    },
  );
});
