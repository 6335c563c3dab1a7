import type { Formats } from '@hopscope/domain';
import type { OpReturnView } from '@hopscope/contract';

const omniTypes = new Map([
  [0, 'simple send'],
  [3, 'send to owners'],
  [4, 'send all'],
  [20, 'sell for bitcoin'],
  [25, 'trade of tokens'],
  [50, 'new token, fixed'],
  [54, 'new token, managed'],
  [55, 'grant of tokens'],
  [56, 'tokens revoked'],
]);

/** Whose mark data bears, for a tag; undefined where it bears none. */
export function protocolName({ protocol }: OpReturnView): string | undefined {
  switch (protocol) {
    case 'omni':
      return 'Omni Layer';
    case 'runes':
      return 'Runes';
    case 'witness_commitment':
      return 'Witness commitment';
    case null:
      return undefined;
  }
}

/** What a message of the Omni Layer says; undefined for other data. */
export function omniText({ omni }: OpReturnView, { count }: Pick<Formats, 'count'>): string | undefined {
  if (!omni) return undefined;
  const type = omniTypes.get(omni.type) ?? `message of type ${omni.type}`;
  if (omni.property === null || omni.amount === null) return type;
  return `${type} of ${count(BigInt(omni.amount))} smallest units of token ${omni.property}`;
}
