import { entities } from '@hopscope/demo';
import type { DatedAttribution, Sources } from '../sources/sources.ts';
import { demoArticles, type KnownAddress } from './demo-articles.ts';
import type { Feeds } from '../contexts/explorer/feeds/feeds.service.ts';
import { addressText } from '../contexts/directory/records/address-text.ts';

const feedId = '00000000-0000-4000-8000-0000000000de';
const addressesOfEntity = 3;

/** Returns the first attributed addresses of each entity. */
function firstKnown(attributions: readonly DatedAttribution[], now: number): KnownAddress[] {
  const due = attributions
    .filter((attribution) => attribution.due * 1000 <= now)
    .toSorted((a, b) => a.due - b.due || Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
  return [...Map.groupBy(due, ({ entity }) => entity).values()].flatMap((own) =>
    own.slice(0, addressesOfEntity).map(({ blockchain, key, entity, due: seconds }) => ({
      entity,
      address: addressText(blockchain, key, 'demo'),
      since: seconds * 1000,
    })),
  );
}

/** Stores the demo's fictional news once its history is complete. Nothing is fetched. */
export function createDemoFeed(options: {
  feeds: Pick<Feeds, 'keepFilled'>;
  sources: Pick<Sources, 'bitcoin' | 'ethereum' | 'attributions'>;
  now: () => number;
}) {
  const { feeds, sources, now } = options;
  let stored = false;

  const lived = (): boolean =>
    [sources.bitcoin, sources.ethereum].every(
      (side) => side.source !== 'demo' || side.status()?.phase === 'following',
    );

  return {
    /** No effect if the demo is disabled or not ready; otherwise runs once per start. */
    async keep(): Promise<void> {
      const attributions = sources.attributions?.();
      if (stored || !attributions || !lived()) return;
      // Entities with csam in their type have no stories.
      const items = demoArticles(Object.values(entities), firstKnown(attributions, now()), now());
      await feeds.keepFilled(
        {
          id: feedId,
          name: 'Harbour Courier (demo, fictional)',
          url: 'demo:news',
          format: 'demo',
          contents: 'news',
          enabled: true,
        },
        items,
      );
      stored = true;
    },
  };
}
