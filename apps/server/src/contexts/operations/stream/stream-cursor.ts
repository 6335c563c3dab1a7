import { badRequest } from '../../../lib/app-error.ts';

/**
 * A place in the stream. One event makes several messages: first what happened (named `0`), then one for each address
 * that it touches, in the order of their names. The last of them has the event's number as its id, those before have
 * number and name, so that a connection may break between any two messages without one being lost or doubled.
 */
export interface StreamCursor {
  /** Events up to this number have been told completely. */
  readonly position: number;
  /** Of the next event: messages up to this name have been told. */
  readonly sent: string | undefined;
}

/** Name of the message that says what happened; sorts before every address. */
export const mainMessage = '0';

/** The cursor in the `id` of a message. 400 if it is none. */
export function parseCursor(text: string): StreamCursor {
  const [, number = '', name] = /^(\d{1,15})(?:\.([0-9A-Za-z]{1,100}))?$/.exec(text.trim()) ?? [];
  const position = Number(number);
  if (number === '' || (name !== undefined && position === 0)) {
    throw badRequest('bad_request', 'The cursor does not belong to this stream');
  }
  return name === undefined ? { position, sent: undefined } : { position: position - 1, sent: name };
}

/** The id of a message of event `number`; `name` unless it is the event's last. */
export function cursorText(number: number, name?: string): string {
  return name === undefined ? String(number) : `${number}.${name}`;
}
