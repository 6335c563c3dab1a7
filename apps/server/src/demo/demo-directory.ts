import { toHex } from '@hopscope/chain';
import { type DemoEntity, demoRecordOf, entities } from '@hopscope/demo';
import { utcDay } from '@hopscope/domain';
import type { DatedAttribution, Sources } from '../sources/sources.ts';
import type { ImportItem } from '../contexts/directory/import/import-item.ts';
import type { DirectorySync, SyncRun } from '../contexts/directory/releases/sync.service.ts';
import { demoLogoUrl } from './demo-logos.ts';
import { addressText } from '../contexts/directory/records/address-text.ts';

/** The source of the demo network's fictional entities. */
const source: SyncRun['source'] = {
  id: 'demo',
  name: 'Demo network (fictional)',
  importer: 'demo',
  url: null,
  license: null,
  acknowledgment: 'All entities are fictional.',
  rank: 900,
};

/** Seconds between checks for new attributions. */
const pause = 600;
const ref = 'demo network';
const certain = 100;

const names = new Map(Object.values<DemoEntity>(entities).map(({ id, name }) => [id, name]));
const nameOf = (id: string): string | undefined => names.get(id);

function subjectOf({ id, name, type, countries, kyc, coinbaseTag }: DemoEntity): ImportItem {
  const say = (field: string, value: string) => ({ field, value, ref, confidence: certain });
  const some = (field: string, values: readonly (string | number | boolean | undefined)[]) =>
    values.flatMap((value) => (value === undefined ? [] : [say(field, String(value))]));
  const record = demoRecordOf(id);
  const { site } = record;
  const web = site === undefined ? undefined : `https://${site}`;
  return {
    kind: 'subject',
    localId: id,
    sameAs: id,
    matchByName: false,
    statements: [
      say('proper_name', name),
      say('entity_type', type),
      say('description', `${name} is fictional and exists on the demo network only.`),
      say('entity_tag', 'demo'),
      ...countries.map((country) => say('associate_country', country)),
      say('no_kyc_req', String(!kyc)),
      ...some('coinbase_tag', [coinbaseTag]),
      ...some('description', [record.about]),
      ...some('year_founded', [record.founded]),
      ...some('ceo', [record.ceo]),
      ...some('key_personnel', [record.people?.join(', ')]),
      ...some('ticker', [record.ticker]),
      ...some('alias', record.aliases ?? []),
      ...some('contact_address', [record.place]),
      ...some('registration', [record.registration]),
      ...some('program', record.programs ?? []),
      ...some('centralized', [record.centralized]),
      ...some('url', [web]),
      ...some('logo', [site && demoLogoUrl(site)]),
      ...some('legal_info_url', [web && `${web}/legal`]),
      ...some('contact_email', [site && `desk@${site}`]),
      ...some('contact_twitter', [site && `@${site.split('.')[0] ?? ''}_demo`]),
      ...some('social_media_profile', [site && `https://social.example/${site.split('.')[0] ?? ''}`]),
    ],
  };
}

function attributionOf({ blockchain, key, entity, confidence, due }: DatedAttribution): ImportItem {
  const owner = nameOf(entity);
  return {
    kind: 'attribution',
    localId: entity,
    chain: blockchain,
    address: addressText(blockchain, key, 'demo'),
    attribution: 'direct',
    ...(owner && { bo: owner, custodian: demoRecordOf(entity).custodian?.name ?? owner }),
    confidence,
    ref,
    validFrom: utcDay(due * 1000),
  };
}

/**
 * Yields the demo's directory at a time (seconds since 1970): its entities, and the addresses that are due, each with its
 * most confident attribution.
 */
export function* demoItems(attributions: readonly DatedAttribution[], time: number): Generator<ImportItem> {
  for (const entity of Object.values(entities)) yield subjectOf(entity);
  const known = new Map<string, DatedAttribution>();
  for (const attribution of attributions) {
    if (attribution.due > time) continue;
    const name = `${attribution.blockchain} ${toHex(Uint8Array.from(attribution.key))}`;
    if ((known.get(name)?.confidence ?? -1) < attribution.confidence) known.set(name, attribution);
  }
  for (const attribution of known.values()) yield attributionOf(attribution);
}

async function* toAsyncIterable(items: Iterable<ImportItem>): AsyncGenerator<ImportItem> {
  yield* items;
}

/**
 * Adds attributions of the demo to the directory when they become known, days or months after an address was first used.
 */
export function createDemoDirectory(options: {
  sync: DirectorySync['sync'];
  sources: Pick<Sources, 'bitcoin' | 'ethereum' | 'attributions'>;
  now: () => number;
}) {
  const { sync, sources, now } = options;
  let next = 0;

  /** Tests whether the demo's history is complete; until then it has only part of its previous attributions. */
  const lived = (): boolean =>
    [sources.bitcoin, sources.ethereum].every(
      (side) => side.source !== 'demo' || side.status()?.phase === 'following',
    );

  return {
    /** No effect if the demo is disabled or not ready. */
    async update(signal?: AbortSignal): Promise<void> {
      const time = Math.floor(now() / 1000);
      const attributions = sources.attributions?.();
      if (!attributions || !lived() || time < next) return;
      next = time + pause;
      await sync({
        source,
        items: toAsyncIterable(demoItems(attributions, time)),
        ...(signal && { signal }),
      });
    },
  };
}
