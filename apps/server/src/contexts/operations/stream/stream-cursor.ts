import { badRequest } from '../../../lib/app-error.ts';

/**
 * A position in the stream. One event produces several messages: first the event (named `0`), then one per affected address,
 * ordered by name. The last one has the event number as its ID, earlier ones number and name, so that a connection can break
 * between any two messages without loss or duplicates.
 */
export interface StreamCursor {
  /** Events up to this number were sent completely. */
  readonly position: number;
  /** Messages of the next event up to this name were sent. */
  readonly sent: string | undefined;
}

/** Name of the message of the event itself; sorts before every address. */
export const mainMessage = '0';

/** Parses the cursor in the `id` of a message. Throws 400 if it is invalid. */
export function parseCursor(text: string): StreamCursor {
  const [, number = '', name] = /^(\d{1,15})(?:\.([0-9A-Za-z]{1,100}))?$/.exec(text.trim()) ?? [];
  const position = Number(number);
  if (number === '' || (name !== undefined && position === 0)) {
    throw badRequest('bad_request', 'The cursor does not belong to this stream');
  }
  return name === undefined ? { position, sent: undefined } : { position: position - 1, sent: name };
}

/** Returns the ID of a message of event `number`; `name` unless it is the event's last. */
export function cursorText(number: number, name?: string): string {
  return name === undefined ? String(number) : `${number}.${name}`;
}
