import type { FastifyReply } from 'fastify';

/** An answer that stays open and gets text (server-sent events) until either side ends it. */
export interface EventStream {
  send(text: string): void;
  /** Bytes that the client has not taken yet. */
  waiting(): number;
  /** Ends the answer after what was sent. */
  end(): void;
  /** Breaks the connection off: what waits is lost. */
  cut(): void;
  /** Called once when the connection is over, whoever ended it; at once if it is over already. */
  onClose(listener: () => void): void;
}

/**
 * Takes the answer out of Fastify's hands and begins it. Written past the hooks on purpose: compression would hold
 * messages back. The headers tell proxies to pass every message on at once.
 */
export function openEventStream(reply: FastifyReply): EventStream {
  const { raw } = reply.hijack();
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-request-id': reply.request.id,
  });
  raw.flushHeaders();
  raw.on('error', () => raw.destroy());
  return {
    send(text) {
      if (!raw.writableEnded && !raw.destroyed) raw.write(text);
    },
    waiting: () => raw.writableLength,
    end() {
      raw.end();
    },
    cut() {
      raw.destroy();
    },
    onClose(listener) {
      if (raw.destroyed || raw.closed) listener();
      else raw.once('close', listener);
    },
  };
}
