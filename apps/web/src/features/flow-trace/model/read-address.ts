import { texts } from '@hopscope/contract';
import { type Blockchain, chainOf } from '@hopscope/domain';
import type { networkOf } from '../../../lib/search/network-of.ts';
import { detectSearch } from '../../../lib/search/search-input.ts';

/** Parsed FlowTrace search: an address in canonical form, or why the input is invalid. */
export type AddressInput =
  | { readonly kind: 'empty' }
  | { readonly kind: 'address'; readonly chain: Blockchain; readonly address: string }
  | { readonly kind: 'wrong'; readonly title: string; readonly reason: string; readonly suggestion?: string };

/** Parses an address of either chain, or explains why the input is invalid. */
export function readAddress(text: string, network: ReturnType<typeof networkOf>): AddressInput {
  const input = detectSearch(text, network);
  switch (input.kind) {
    case 'empty':
      return { kind: 'empty' };
    case 'go':
      if (input.to !== 'address') return other(`This is a ${input.to}.`);
      return {
        kind: 'address',
        chain: chainOf(input.value),
        address: input.value,
      };
    case 'ask':
      return other(`This is ${/^[aeiou]/i.test(input.label) ? 'an' : 'a'} ${input.label}.`);
    case 'list':
      return other('You entered several addresses.');
    case 'invalid':
      return {
        kind: 'wrong',
        title: texts.addressInvalid,
        reason: input.reason,
        ...(input.suggestion !== undefined && { suggestion: input.suggestion }),
      };
  }
}

function other(what: string): AddressInput {
  return {
    kind: 'wrong',
    title: texts.addressInvalid,
    reason: `${what} Enter one address.`,
  };
}

/** Returns the node ID of an address. */
export function nodeIdOf(chain: Blockchain, address: string): string {
  return `${chain}:${address}`;
}
