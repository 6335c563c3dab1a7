import { fromHex, toHex } from '../../bytes.ts';
import { decodeEvent } from '../tokens/events.ts';
import { chainOfLayerZero } from './other-chains.ts';
import { accountOf, contracts, numberIn, type Reading, type Stated, textIn } from './reading.ts';

/** Bytes of a packet (LayerZero, PacketV1Codec) before its ID, and before its message. */
const [idStart, messageStart] = [81, 113];
/** A message of one transfer (Stargate, TaxiCodec): kind (1), asset (2), recipient (32), amount (8). */
const taxiKind = '01';
const taxiRecipient = 3;
/** A passenger of a message of several transfers (Stargate, BusCodec): asset (2), recipient (32), amount (8), drop (1). */
const busRecipient = 2;
const busLength = 43;
const word = 32;

const part = (hex: string, from: number, length: number): string => hex.slice(2 * from, 2 * (from + length));

/** Returns the recipient (32 bytes, hex) in the packet with this ID; null without one. */
function recipientOfPacket({ logs }: Reading, id: string): string | null {
  for (const log of logs) {
    if (contracts.get(toHex(log.address))?.kind !== 'layerZero') continue;
    const packet = decodeEvent(log);
    const payload = (packet && textIn(packet, 'encodedPayload'))?.slice(2) ?? '';
    if (part(payload, idStart, word) !== id || part(payload, messageStart, 1) !== taxiKind) continue;
    const recipient = part(payload, messageStart + taxiRecipient, word);
    if (recipient.length === 2 * word) return recipient;
  }
  return null;
}

/** Returns the recipient (32 bytes, hex) of the last passenger before this event: the pool emits its own after boarding. */
function recipientOfPassenger({ logs, log }: Reading): string | null {
  for (const other of logs.slice(0, logs.indexOf(log)).toReversed()) {
    const kind = contracts.get(toHex(other.address))?.kind;
    // Another transfer of a pool comes between.
    if (kind === 'stargate') return null;
    const rode = kind === 'stargateMessages' ? decodeEvent(other) : null;
    const passenger = (rode?.name === 'BusRode' ? textIn(rode, 'passenger') : null)?.slice(2) ?? '';
    if (passenger.length === 2 * busLength) return part(passenger, busRecipient, word);
  }
  return null;
}

/**
 * A transfer of Stargate (version 2): its pool names chain and amount, and the message that it sends the recipient, alone (a
 * packet with the ID of the transfer) or together with others (a passenger; the ID is zero then).
 */
export function stargate(reading: Reading): Stated | undefined {
  const { event, bridge } = reading;
  const [id, endpoint] = [textIn(event, 'guid')?.slice(2), numberIn(event, 'dstEid')];
  if (id === undefined || endpoint === null) return undefined;
  const chain = chainOfLayerZero(Number(endpoint));
  const recipient = /^0+$/.test(id) ? recipientOfPassenger(reading) : recipientOfPacket(reading, id);
  const { token = 'ether' } = bridge;
  return {
    chain,
    account: recipient === null ? null : accountOf(recipient, chain),
    asset: token === 'ether' ? 'ether' : fromHex(token),
    amount: numberIn(event, 'amountSentLD'),
  };
}
