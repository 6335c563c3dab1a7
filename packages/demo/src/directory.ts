import { secondsOfDay } from '@hopscope/domain';
import { entities, type EntityType } from './entities.ts';
import type { TruthEvent } from './truth.ts';

/** What a directory claims of one address: right as a rule, late, and sometimes wrong. */
export interface DemoAttribution {
  readonly blockchain: 'bitcoin' | 'ethereum';
  /** Address key on Bitcoin, 20 bytes on Ethereum. */
  readonly key: Uint8Array;
  /** Entity that is named; not always the owner. */
  readonly entity: string;
  /** Seconds between the address's first use and its entry. */
  readonly delay: number;
  /** 0 to 100, as a source would say it; nothing is certain. */
  readonly confidence: number;
}

/** Of a thousand addresses of an actor, how many a directory knows. Nobody lists ordinary people. */
const knownPerMille: Readonly<Partial<Record<EntityType, number>>> = {
  exchange: 450,
  mining_pool: 900,
  payment_processor: 350,
  merchant: 150,
  gambling: 600,
  coinjoin_coordinator: 500,
  mixer: 250,
  darknet_market: 300,
  ransomware: 400,
  sanctioned: 700,
  investment_scam: 800,
  hacker: 350,
  charity: 1000,
  bridge: 800,
};
/** Of a thousand entries, how many name another actor of the same kind or none at all. */
const wrongPerMille = 12;

const typeOf = new Map<string, EntityType>(Object.values(entities).map(({ id, type }) => [id, type]));
const named = [...typeOf.keys()];

/** FNV-1a over the key: what a directory knows depends on the address alone, not on when it is asked. */
function hashOf(key: Uint8Array, salt: number): number {
  let hash = (0x811c9dc5 ^ salt) >>> 0;
  for (const byte of key) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0;
  return (hash ^ (hash >>> 13)) >>> 0;
}

/**
 * What an imperfect directory says when the truth is told: nothing for most addresses, an entry that comes days or months
 * late for some, and now and then a wrong one, so that answers can be wrong and the error measured. The same event gives
 * the same claim for a seed.
 */
export function demoAttributionOf(event: TruthEvent, seed: number): DemoAttribution | undefined {
  const place = placeOf(event);
  if (!place) return undefined;
  const type = typeOf.get(place.entity);
  const share = type === undefined ? 0 : (knownPerMille[type] ?? 0);
  if (hashOf(place.key, seed) % 1000 >= share) return undefined;
  const luck = hashOf(place.key, seed + 1);
  const wrong = luck % 1000 < wrongPerMille;
  const other = named[luck % named.length] ?? place.entity;
  return {
    blockchain: place.blockchain,
    key: place.key,
    entity: wrong ? other : place.entity,
    delay: (luck >>> 8) % (90 * secondsOfDay),
    confidence: 50 + ((luck >>> 4) % 46),
  };
}

function placeOf(
  event: TruthEvent,
): { blockchain: DemoAttribution['blockchain']; key: Uint8Array; entity: string } | undefined {
  if (event.type === 'address') return { blockchain: 'bitcoin', key: event.key, entity: event.entity };
  if (event.type === 'ethereum_account') {
    return { blockchain: 'ethereum', key: event.address, entity: event.entity };
  }
  return undefined;
}
