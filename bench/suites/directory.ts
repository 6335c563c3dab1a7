import { apiBase, attributeAddresses, listEntities } from '@hopscope/contract';
import { openPostgres } from '../../apps/server/src/db/postgres.ts';
import { withSession } from '../../apps/server/src/db/session.ts';
import { addressOf } from '../../apps/server/test/support/servers/directory-source.ts';
import { pathOf } from '../lib/api-paths.ts';
import { askOnce } from '../children/child.ts';
import type { DirectoryAnswer, DirectoryOrder } from '../children/directory-child.ts';
import { scriptFlags } from '../lib/script-flags.ts';
import { type FreeSlots, withFresh } from '../lib/free-slots.ts';
import { withServer } from '../lib/running-server.ts';
import { type Latencies, summarize } from '../lib/statistics.ts';

/** A directory with many attributions. */
export interface DirectoryFigure extends DirectoryAnswer {
  attributions: number;
  entities: number;
  /** `POST /attribution/addresses` with 1,000 addresses, every tenth unknown, one request at a time. */
  lookUps: Latencies;
  /** The whole list of entities, from the request to the parsed response. */
  lists: Latencies;
}

const addressesAsked = 1_000;

/** Vacuums and analyzes PostgreSQL, as it does automatically within minutes after many rows. */
async function rest(databaseUrl: string): Promise<void> {
  const db = openPostgres({ url: databaseUrl, poolSize: 1 });
  try {
    await withSession(db, async (session) => {
      await session.query('vacuum analyze');
      await session.query('checkpoint');
    });
  } finally {
    await db.close();
  }
}

/** Imports a large source, again and changed, then sends requests over HTTP. */
export async function measureDirectory(places: FreeSlots, quick: boolean): Promise<DirectoryFigure[]> {
  const figures: DirectoryFigure[] = [];
  const [entities, requests] = quick ? [500, 20] : [10_000, 300];
  const attributions = quick ? 10_000 : 500_000;
  await withFresh(places, async (place) => {
    const { dataDir, databaseUrl } = place;
    const order: DirectoryOrder = { dataDir, databaseUrl, attributions, subjects: entities };
    const synced = await askOnce<DirectoryAnswer>(
      new URL('../children/directory-child.ts', import.meta.url),
      order,
      {
        flags: scriptFlags('import'),
        seconds: 600,
      },
    );
    await rest(databaseUrl);
    await withServer(place, async ({ get, post }) => {
      const timed = async (ask: () => Promise<unknown>): Promise<number> => {
        const start = performance.now();
        await ask();
        return performance.now() - start;
      };
      const someOf = (round: number): string[] =>
        Array.from({ length: addressesAsked }, (_, i) =>
          addressOf(
            i % 10 === 0
              ? attributions + round * addressesAsked + i
              : (round * 7919 + i * 487) % attributions,
          ),
        );
      const path = `${apiBase}${attributeAddresses.path}`;
      for (let round = 0; round < 20; round++) await post(path, { addresses: someOf(round) });
      const lookUps: number[] = [];
      for (let round = 0; round < requests; round++) {
        const addresses = someOf(round);
        lookUps.push(await timed(() => post(path, { addresses })));
      }
      const lists: number[] = [];
      for (let round = 0; round < 5; round++) lists.push(await timed(() => get(pathOf(listEntities))));
      figures.push({
        attributions,
        entities,
        ...synced,
        lookUps: summarize(lookUps),
        lists: summarize(lists),
      });
    });
  });
  return figures;
}
