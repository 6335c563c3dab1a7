import { toChecksumAddress } from '../address.ts';
import { chainOfDeBridge, hasEthereumAddresses, type OtherChain } from './other-chains.ts';
import { assetAt, bytesOf, type Crossing, listIn, type Reading, type Stated } from './reading.ts';

const isAddress = (text: string): boolean => text.length === 42;

const assetOf = (token: string): Crossing['asset'] => (isAddress(token) ? assetAt(token) : null);

function accountOn(chain: OtherChain, bytes: string): string | null {
  if (bytes === '0x') return null;
  return hasEthereumAddresses(chain) && isAddress(bytes) ? toChecksumAddress(bytes) : bytes;
}

/** Members of an order that are read; the event names none of them (DlnOrderLib.Order). */
function orderIn(reading: Reading) {
  const order = listIn(reading.event, 'order') ?? [];
  const [, , giveChain, giveToken, giveAmount, takeChain, takeToken, takeAmount, receiver] = order;
  if (typeof giveChain !== 'bigint' || typeof giveToken !== 'string' || typeof giveAmount !== 'bigint')
    return undefined;
  if (typeof takeChain !== 'bigint' || typeof takeToken !== 'string' || typeof takeAmount !== 'bigint')
    return undefined;
  if (typeof receiver !== 'string') return undefined;
  return { giveChain, giveToken, giveAmount, takeChain, takeToken, takeAmount, receiver };
}

/** An order whose amount the contract took: someone else pays it on the other chain. */
export function deBridgeOut(reading: Reading): Stated | undefined {
  const order = orderIn(reading);
  if (!order) return undefined;
  const chain = chainOfDeBridge(order.takeChain);
  return {
    chain,
    account: accountOn(chain, order.receiver),
    asset: assetOf(order.giveToken),
    amount: order.giveAmount,
  };
}

/** An order of another chain that was paid here. Whoever pays names it, so that it exists there is only claimed. */
export function deBridgeIn(reading: Reading): Stated | undefined {
  const order = orderIn(reading);
  if (!order || !isAddress(order.receiver)) return undefined;
  return {
    direction: 'in',
    claimed: true,
    chain: chainOfDeBridge(order.giveChain),
    recipient: bytesOf(order.receiver),
    asset: assetOf(order.takeToken),
    amount: order.takeAmount,
  };
}
