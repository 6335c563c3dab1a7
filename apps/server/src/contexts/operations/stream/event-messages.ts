import type { StreamMessage, StreamMessageType } from '@hopscope/contract';
import type { NumberedEvent } from '../../../ledger/shared/events.ts';
import { cursorText, mainMessage } from './stream-cursor.ts';
import type { FollowedAddress } from './subscription.ts';

/** A message whose text is built once for all clients. */
export interface PreparedMessage {
  /** Its place among the messages of an event. */
  readonly name: string;
  readonly text: string;
}

/** Server-sent event without an id. */
export function messageText<Type extends StreamMessageType>(type: Type, data: StreamMessage<Type>): string {
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Comment with an ID: clients remember that events up to `number` were sent. */
export function cursorOnly(number: number): string {
  return `id: ${cursorText(number)}\n\n`;
}

/** What happened, for everybody; undefined where only those hear of it whose addresses it touches. */
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

/** That an event touches an address; `block` is the newest of its blocks that does. */
export function touchOf(
  { event }: NumberedEvent,
  { text: address }: FollowedAddress,
  block: number | null,
): PreparedMessage {
  const data = { blockchain: event.blockchain, address, cause: causes[event.kind], block };
  return { name: address, text: messageText('address', data) };
}

/**
 * The messages of event `number` for one client, ready to be sent; '' where none is for it.
 * `sent`: names up to this one have reached it before.
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
