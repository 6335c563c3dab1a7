import { toHex } from '../../bytes.ts';
import { keccak256 } from '../hash/keccak.ts';
import type { EthereumLog } from '../model.ts';

/**
 * What a contract states about itself: `owner`: whom it obeys (EIP-173; the zero address: nobody); `implementation`: whose code it
 * runs (EIP-1967); `deposit`: whom it passed on to what it was paid (`depositContractsOf`).
 */
export const contractFactKinds = ['owner', 'implementation', 'deposit'] as const;
export type ContractFactKind = (typeof contractFactKinds)[number];

/** One event of a contract about itself, so any contract counts: it can only mislead about its own. */
export interface ContractFact {
  readonly kind: ContractFactKind;
  /** The contract. */
  readonly account: Uint8Array;
  /** The owner, or the implementation. */
  readonly other: Uint8Array;
  readonly logIndex: number;
}

const topicOf = (signature: string): string => toHex(keccak256(new TextEncoder().encode(signature)));
/** By event: the kind, and the place of the other account among the topics, which are all. */
const rules = new Map<string, { readonly kind: ContractFactKind; readonly topic: number }>([
  [topicOf('OwnershipTransferred(address,address)'), { kind: 'owner', topic: 2 }],
  [topicOf('Upgraded(address)'), { kind: 'implementation', topic: 1 }],
]);
const headOf = (topic: Uint8Array): number => new DataView(topic.buffer, topic.byteOffset, 4).getUint32(0);
/** First four bytes of the topics, because every log is looked at. */
const heads = new Set([...rules.keys()].map((topic) => Number.parseInt(topic.slice(0, 8), 16)));

/** Returns what a log states about its own contract; undefined for others, and in another form. Never throws. */
export function contractFactOf({ address, topics, data, index }: EthereumLog): ContractFact | undefined {
  const [event] = topics;
  if (!event || !heads.has(headOf(event))) return undefined;
  const rule = rules.get(toHex(event));
  const word = rule && topics[rule.topic];
  if (!rule || !word || topics.length !== rule.topic + 1 || data.length > 0) return undefined;
  if (word.subarray(0, 12).some((byte) => byte !== 0)) return undefined;
  return { kind: rule.kind, account: address, other: word.subarray(12), logIndex: index };
}
