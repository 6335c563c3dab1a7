/** A server-sent event; `id` is the latest ID up to it. */
export interface ServerSentEvent {
  type: string;
  data: string;
}

/**
 * Parses a stream of server-sent events in chunks of any size (HTML standard, section 9.2.6). `push` returns the events that a
 * chunk completes; `lastId` is the latest ID, also of blocks without data.
 */
export function createEventParser() {
  let rest = '';
  let type = '';
  let data: string[] = [];
  let id: string | undefined;
  let lastId: string | undefined;

  function complete(): ServerSentEvent | undefined {
    lastId = id;
    const event = data.length === 0 ? undefined : { type: type || 'message', data: data.join('\n') };
    type = '';
    data = [];
    return event;
  }

  function take(line: string): void {
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'event') type = value;
    else if (name === 'data') data.push(value);
    else if (name === 'id' && !value.includes('\0')) id = value;
  }

  return {
    push(text: string): ServerSentEvent[] {
      const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      return lines.flatMap((line) => {
        if (line === '') return complete() ?? [];
        take(line);
        return [];
      });
    },
    lastId: () => lastId,
  };
}
