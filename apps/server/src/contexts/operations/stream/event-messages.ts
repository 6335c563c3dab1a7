import type { StreamMessage, StreamMessageType } from '@hopscope/contract';
import type { NumberedEvent } from '../../../ledger/shared/events.ts';
import { cursorText, mainMessage } from './stream-cursor.ts';
import type { FollowedAddress } from './subscription.ts';

/** A message whose text is created once for all clients. */
export interface PreparedMessage {
  /** Its order among the messages of an event. */
  readonly name: string;
  readonly text: string;
}

/** Returns a server-sent event without an ID. */
export function messageText<Type extends StreamMessageType>(type: Type, data: StreamMessage<Type>): string {
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Returns a comment with an ID: clients remember that events up to `number` were sent. */
export function cursorOnly(number: number): string {
  return `id: ${cursorText(number)}\n\n`;
}

/** Returns the message of an event for everybody; undefined if only followers of its addresses receive it. */
export function mainOf({ event }: NumberedEvent, tip: number | null): PreparedMessage | undefined {
  switch (event.kind) {
    case 'blocks': {
      const { blockchain, from, to } = event;
      return { name: mainMessage, text: messageText('blocks', { blockchain, from, to, tip }) };
    }
    case 'reorganization': {
      const { blockchain, from, depth, to } = event;
      const data = { blockchain, from, depth, to, tip };
      return { name: mainMessage, text: messageText('reorganization', data) };
    }
    case 'unconfirmed':
      return undefined;
  }
}

const causes = { blocks: 'block', reorganization: 'reorganization', unconfirmed: 'unconfirmed' } as const;

/** Returns the message that an event affects an address; `block` is the newest of its blocks that does. */
export function touchOf(
  { event }: NumberedEvent,
  { text: address }: FollowedAddress,
  block: number | null,
): PreparedMessage {
  const data = { blockchain: event.blockchain, address, cause: causes[event.kind], block };
  return { name: address, text: messageText('address', data) };
}

/**
 * Returns the messages of event `number` for one client, ready to send; '' if there are none.
 * `sent`: the client has already received names up to this one.
 */
export function textFor(
  number: number,
  messages: readonly PreparedMessage[],
  sent: string | undefined,
): string {
  const open = messages
    .filter(({ name }) => sent === undefined || name > sent)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return open
    .map(
      ({ name, text }, i) => `id: ${cursorText(number, i === open.length - 1 ? undefined : name)}\n${text}`,
    )
    .join('');
}
