import { encodeAddress, networks } from '@hopscope/chain';
import type {
  ImportedAttribution,
  ImportedStatement,
  ImportItem,
} from '../../../src/contexts/directory/import/import-item.ts';
import type { SourceDescription } from '../../../src/contexts/directory/records/sources.store.ts';

/** Returns the descriptor of a test source. */
export function sourceOf(id: string, rank = 10): SourceDescription {
  return {
    id,
    name: `Source ${id}`,
    importer: 'test',
    url: null,
    license: 'CC0-1.0',
    acknowledgment: null,
    rank,
  };
}

/** Values of a subject by field; lists contain several values. */
export type Fields = Readonly<Record<string, string | readonly string[]>>;

/** Creates a subject with these values; `more` is added to every statement. */
export function subject(
  localId: string,
  fields: Fields,
  more: { sameAs?: string; matchByName?: boolean; statement?: Partial<ImportedStatement> } = {},
): ImportItem {
  const { statement, ...own } = more;
  return {
    kind: 'subject',
    localId,
    ...own,
    statements: Object.entries(fields).flatMap(([field, values]) =>
      [values]
        .flat()
        .map((value) => ({ field, value, ref: `list, ${localId}`, confidence: 80, ...statement })),
    ),
  };
}

/** Creates an attribution of an address to a subject. */
export function attribution(
  localId: string,
  address: string,
  more: Partial<ImportedAttribution> = {},
): ImportItem {
  return {
    kind: 'attribution',
    localId,
    chain: address.startsWith('0x') ? 'ethereum' : 'bitcoin',
    address,
    attribution: 'direct',
    confidence: 90,
    ref: `list, ${localId}`,
    ...more,
  };
}

/** Yields the items of a source. */
export async function* itemsOf(items: Iterable<ImportItem>): AsyncGenerator<ImportItem> {
  yield* items;
}

/** Returns a Bitcoin address key (P2WPKH) by number. */
export function keyOf(number: number): Uint8Array {
  const key = new Uint8Array(21);
  key[0] = 0x10;
  new DataView(key.buffer).setUint32(1, number * 2_654_435_761);
  new DataView(key.buffer).setUint32(17, number);
  return key;
}

/** Returns the mainnet address of the key with this number. */
export function addressOf(number: number): string {
  return encodeAddress(keyOf(number), networks.mainnet);
}
