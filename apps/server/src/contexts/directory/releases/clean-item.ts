import { ChainError, fromHex, networks, parseAddress, parseEthereumAddress } from '@hopscope/chain';
import { canonicalValue, directoryDate, isDirectoryField } from '@hopscope/contract';
import { type Blockchain } from '@hopscope/domain';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import { chainNumbers } from '../attributions/attributions.store.ts';
import type { ImportedAttribution, ImportedStatement, ImportedSubject } from '../import/import-item.ts';
import type { StagedAttribution, StagedStatement } from './staging.store.ts';

/** The reason why an item of a source is unusable. */
export interface Refusal {
  readonly place: string;
  readonly reason: string;
}

const longestLocalId = 300;
const longestText = 2_000;
/** Most statements of one subject; more are ignored. */
const mostStatements = 500;

/** Removes control characters and direction marks, and truncates; null if nothing is left. */
export function cleanText(text: string | undefined | null, longest = longestText): string | null {
  const clean = (text ?? '')
    .replaceAll(/[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .normalize('NFC')
    .trim()
    .slice(0, longest);
  return clean === '' ? null : clean;
}

function isLocalId(text: string): boolean {
  return text !== '' && text.length <= longestLocalId && cleanText(text) === text;
}

function datesOf(item: {
  validFrom?: string;
  validTo?: string;
}): { validFrom: string | null; validTo: string | null } | undefined {
  for (const date of [item.validFrom, item.validTo]) {
    if (date !== undefined && !directoryDate.safeParse(date).success) return undefined;
  }
  const { validFrom = null, validTo = null } = item;
  return validFrom !== null && validTo !== null && validTo < validFrom ? undefined : { validFrom, validTo };
}

const isConfidence = (n: number): boolean => Number.isInteger(n) && n >= 0 && n <= 100;

function cleanStatement(
  localId: string,
  place: number,
  { field, value, ref, confidence, ...dates }: ImportedStatement,
): StagedStatement | Refusal {
  const refuse = (reason: string): Refusal => ({
    place: `${cleanText(localId, 100)}, ${cleanText(field, 60)}`,
    reason,
  });
  if (!isDirectoryField(field)) return refuse('unknown field');
  const canonical = canonicalValue(field, value);
  if (canonical === undefined)
    return refuse(`“${cleanText(value, 80) ?? ''}” is not a valid value of this field`);
  if (!isConfidence(confidence)) return refuse('the confidence is not a whole number from 0 to 100');
  const valid = datesOf(dates);
  if (!valid) return refuse('the dates are invalid or in the wrong order');
  return { localId, field, place, value: canonical, ref: cleanText(ref) ?? '', confidence, ...valid };
}

/** Returns a subject for staging, and its refused parts; without `subject` it is refused as a whole. */
export function cleanSubject(item: ImportedSubject): {
  subject: { localId: string; sameAs: string | null; byName: boolean } | undefined;
  statements: StagedStatement[];
  refused: Refusal[];
} {
  const { localId, sameAs } = item;
  if (!isLocalId(localId)) {
    const place = cleanText(localId, 100) ?? '';
    return { subject: undefined, statements: [], refused: [{ place, reason: 'not a name of a subject' }] };
  }
  const places = new Map<string, number>();
  const statements: StagedStatement[] = [];
  const refused: Refusal[] = [];
  for (const statement of item.statements.slice(0, mostStatements)) {
    const place = places.get(statement.field) ?? 0;
    const cleaned = cleanStatement(localId, place, statement);
    if ('reason' in cleaned) refused.push(cleaned);
    else {
      statements.push(cleaned);
      places.set(statement.field, place + 1);
    }
  }
  if (item.statements.length > mostStatements) {
    refused.push({ place: localId, reason: `more than ${mostStatements} statements about one subject` });
  }
  return {
    subject: { localId, sameAs: sameAs ?? null, byName: item.matchByName ?? true },
    statements,
    refused,
  };
}

type AddressKey = { key: Uint8Array; address: string };

/** Each throws ChainError for an invalid address of its chain. */
const keyReaders: Readonly<Record<Blockchain, (address: string, network: NetworkName) => AddressKey>> = {
  bitcoin: (address, network) => ({ key: parseAddress(address, networks[network]).key, address }),
  ethereum(address) {
    const parsed = parseEthereumAddress(address);
    return { key: fromHex(parsed.address.slice(2)), address: parsed.checksummed };
  },
};

/** Returns the key of an address, 20 bytes on Ethereum, or a reason if it is invalid. */
export function keyOfAddress(
  chain: Blockchain,
  address: string,
  network: NetworkName,
): AddressKey | { reason: string } {
  try {
    return keyReaders[chain](address, network);
  } catch (error) {
    if (error instanceof ChainError) return { reason: error.message };
    throw error;
  }
}

/** Returns an attribution for staging, or the reason for refusing it. */
export function cleanAttribution(
  item: ImportedAttribution,
  network: NetworkName,
): StagedAttribution | Refusal {
  const place = `${cleanText(item.localId, 100) ?? ''}, ${cleanText(item.address, 120) ?? ''}`;
  if (!isLocalId(item.localId)) return { place, reason: 'not a name of a subject' };
  if (!isConfidence(item.confidence)) {
    return { place, reason: 'the confidence is not a whole number from 0 to 100' };
  }
  const valid = datesOf(item);
  if (!valid) return { place, reason: 'the dates are invalid or in the wrong order' };
  const read = keyOfAddress(item.chain, item.address, network);
  if ('reason' in read) return { place, reason: read.reason };
  return {
    chain: chainNumbers[item.chain],
    key: read.key,
    localId: item.localId,
    kind: item.attribution,
    bo: cleanText(item.bo, 200),
    custodian: cleanText(item.custodian, 200),
    label: cleanText(item.label, 500),
    category: cleanText(item.category, 60),
    confidence: item.confidence,
    ref: cleanText(item.ref) ?? '',
    ...valid,
  };
}
