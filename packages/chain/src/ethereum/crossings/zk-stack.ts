import { toChecksumAddress } from '../address.ts';
import { decodeAbi } from '../tokens/abi.ts';
import { chainOfId } from './other-chains.ts';
import {
  bytesOf,
  type Crossing,
  homeOf,
  listIn,
  numberIn,
  type Reading,
  type Stated,
  textIn,
} from './reading.ts';

/** Address that stands for ether in contracts of the ZK Stack (ETH_TOKEN_ADDRESS). */
const etherAddress = `0x${'0'.repeat(39)}1`;
/** Members of a request that are read (L2CanonicalTransaction). */
const [recipientAt, valueAt, reservedAt] = [2, 9, 10];

const assetOf = (token: string): Crossing['asset'] =>
  token.toLowerCase() === etherAddress ? 'ether' : bytesOf(token);

/**
 * A request to a chain that carries ether: `reserved[0]` is all that is minted there, of which the recipient gets `value`, and the
 * fees of the request are the rest. Requests without a value only pay their fees, such as those of deposits of tokens.
 */
export function zkRequest({ event, bridge }: Reading): Stated | undefined {
  const request = listIn(event, 'transaction') ?? [];
  const [to, value, reserved] = [request[recipientAt], request[valueAt], request[reservedAt]];
  const minted = Array.isArray(reserved) ? (reserved as readonly unknown[])[0] : undefined;
  if (typeof to !== 'bigint' || typeof value !== 'bigint' || typeof minted !== 'bigint') return undefined;
  if (value === 0n || to >> 160n !== 0n) return undefined;
  const account = toChecksumAddress(`0x${to.toString(16).padStart(40, '0')}`);
  return { chain: homeOf(bridge), account, asset: 'ether', amount: minted };
}

/** A deposit of a token through the first bridge of ZKsync Era. */
export function zkDeposit({ event, bridge }: Reading): Stated | undefined {
  const token = textIn(event, 'l1Token');
  if (token === null) return undefined;
  return {
    chain: homeOf(bridge),
    account: textIn(event, 'to'),
    asset: assetOf(token),
    amount: numberIn(event, 'amount'),
  };
}

/**
 * A deposit of a token for any chain of the ZK Stack: named by the event, or by the data for the other side (original caller,
 * recipient, token, amount, names of the token).
 */
export function zkRouted({ event }: Reading): Stated | undefined {
  const chain = chainOfId(numberIn(event, 'chainId') ?? 0n);
  const data = textIn(event, 'bridgeMintCalldata');
  if (data === null) {
    const token = textIn(event, 'l1Token');
    if (token === null) return undefined;
    return { chain, account: textIn(event, 'to'), asset: assetOf(token), amount: numberIn(event, 'amount') };
  }
  const values = decodeAbi(['address', 'address', 'address', 'uint256', 'bytes'], bytesOf(data)) ?? [];
  const [, account, token, amount] = values;
  if (typeof account !== 'string' || typeof token !== 'string' || typeof amount !== 'bigint')
    return undefined;
  return { chain, account, asset: assetOf(token), amount };
}
