import { type Formats, shorten } from '@hopscope/domain';
import type { OpReturnView } from '@hopscope/contract';

const omniTypes = new Map([
  [0, 'simple send'],
  [3, 'send to owners'],
  [4, 'send all'],
  [20, 'sell for bitcoin'],
  [25, 'token trade'],
  [50, 'fixed issuance'],
  [54, 'managed issuance'],
  [55, 'token grant'],
  [56, 'token revocation'],
]);

/** Returns the name of the protocol of OP_RETURN data; undefined if unknown. */
export function protocolName({ protocol }: OpReturnView): string | undefined {
  switch (protocol) {
    case 'omni':
      return 'Omni Layer';
    case 'runes':
      return 'Runes';
    case 'thorchain':
      return 'THORChain';
    case 'witness_commitment':
      return 'Witness commitment';
    case null:
      return undefined;
  }
}

/** Describes an Omni Layer message; undefined for other data. */
export function omniText({ omni }: OpReturnView, { count }: Pick<Formats, 'count'>): string | undefined {
  if (!omni) return undefined;
  const type = omniTypes.get(omni.type) ?? `message of type ${omni.type}`;
  if (omni.property === null || omni.amount === null) return type;
  return `${type} of ${count(BigInt(omni.amount))} smallest units of token ${omni.property}`;
}

/** Describes a memo of THORChain; undefined for other data. */
export function thorchainText({ thorchain }: OpReturnView): string | undefined {
  if (!thorchain) return undefined;
  if (thorchain.kind !== 'swap') {
    const inbound = shorten(thorchain.inbound, 8, 8);
    return thorchain.kind === 'payout'
      ? `payout for transaction ${inbound}`
      : `refund of transaction ${inbound}`;
  }
  const { chain, asset, account } = thorchain;
  const to = account === null ? '' : `, to ${shorten(account, 8, 6)}`;
  return `swap into ${asset} on ${chain.name}${to}`;
}
