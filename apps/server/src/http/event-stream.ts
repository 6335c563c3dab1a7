import type { FastifyReply } from 'fastify';
import type { EventStream } from '../lib/event-stream.ts';

/**
 * Takes over the response from Fastify and starts it. Bypasses hooks on purpose: compression would delay messages. Headers
 * tell proxies to forward every message immediately.
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
