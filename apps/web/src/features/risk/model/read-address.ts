import { detectSearch } from '../../../lib/search/search-input.ts';
import type { networkOf } from '../../../lib/search/network-of.ts';
import { texts } from '@hopscope/contract';

/** Parsed dashboard search: an address, or why the input is invalid. */
export type AddressInput =
  | { kind: 'empty' }
  | { kind: 'address'; address: string }
  | { kind: 'wrong'; title: string; reason: string; suggestion?: string };

/** Parses an address of either chain into canonical form, or explains why the input is invalid. */
export function readAddressInput(text: string, network: ReturnType<typeof networkOf>): AddressInput {
  const input = detectSearch(text, network);
  switch (input.kind) {
    case 'empty':
      return { kind: 'empty' };
    case 'go': {
      if (input.to !== 'address') return other(`This is a ${input.to}.`);
      return { kind: 'address', address: input.value };
    }
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
    reason: `${what} Enter one address. To find anything else, use the search at the top of the page.`,
  };
}
