import { type Blockchain, secondsOfDay } from '@hopscope/domain';
import { entities, type EntityType } from './entities.ts';
import type { TruthEvent } from './truth.ts';

/** A directory attribution of one address; usually correct, delayed, and sometimes wrong. */
export interface DemoAttribution {
  readonly blockchain: Blockchain;
  /** Address key on Bitcoin, 20 bytes on Ethereum. */
  readonly key: Uint8Array;
  /** The named entity; not always the owner. */
  readonly entity: string;
  /** Seconds between the first use of the address and its attribution. */
  readonly delay: number;
  /** Confidence from 0 to 100, never 100. */
  readonly confidence: number;
}

/** Attributed addresses per thousand, by kind of actor; none for people. */
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
  bridge: 1000,
  decentralized_exchange: 1000,
};
/** Wrong attributions per thousand: another actor of the same kind, or no known actor. */
const wrongPerMille = 12;

const typeOf = new Map<string, EntityType>(Object.values(entities).map(({ id, type }) => [id, type]));
const named = [...typeOf.keys()];

/** Returns an FNV-1a hash of the key, so that attributions depend only on the address, not on the time of the request. */
function hashOf(key: Uint8Array, salt: number): number {
  let hash = (0x811c9dc5 ^ salt) >>> 0;
  for (const byte of key) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0;
  return (hash ^ (hash >>> 13)) >>> 0;
}

/**
 * Returns the attribution that an imperfect directory has for an event: none for most addresses, delayed by days or months
 * for some, sometimes wrong, so that the resulting error can be measured. Deterministic for a seed and event.
 */
export function demoAttributionOf(event: TruthEvent, seed: number): DemoAttribution | undefined {
  const place = placeOf(event);
  if (!place) return undefined;
  const type = typeOf.get(place.entity);
  const share = type === undefined ? 0 : (knownPerMille[type] ?? 0);
  if (!place.known && hashOf(place.key, seed) % 1000 >= share) return undefined;
  const luck = hashOf(place.key, seed + 1);
  const wrong = !place.known && luck % 1000 < wrongPerMille;
  const other = named[luck % named.length] ?? place.entity;
  return {
    blockchain: place.blockchain,
    key: place.key,
    entity: wrong ? other : place.entity,
    delay: place.known ? 0 : (luck >>> 8) % (90 * secondsOfDay),
    confidence: 50 + ((luck >>> 4) % 46),
  };
}

function placeOf(
  event: TruthEvent,
):
  | { blockchain: DemoAttribution['blockchain']; key: Uint8Array; entity: string; known: boolean }
  | undefined {
  // Vaults of bridges are public.
  if (event.type === 'address') {
    const { key, entity } = event;
    return { blockchain: 'bitcoin', key, entity, known: entity === entities.bridge.id };
  }
  if (event.type === 'ethereum_account') {
    const { address: key, entity } = event;
    return { blockchain: 'ethereum', key, entity, known: event.known ?? entity === entities.bridge.id };
  }
  return undefined;
}
