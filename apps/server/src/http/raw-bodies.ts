import { Readable } from 'node:stream';
import type { MediaType } from '@hopscope/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../lib/app-error.ts';

/** Registers a scope whose bodies remain bytes: signatures are over bytes, and large bodies are parsed elsewhere. */
export function withRawBodies(scope: FastifyInstance, type: 'application/json' | '*'): FastifyInstance {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  return scope;
}

/** Registers a scope whose bodies have these types and aren't read before the handler. */
export function withStreamedBodies(scope: FastifyInstance, types: readonly MediaType[]): FastifyInstance {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser([...types], (_request, _body, done) => done(null));
  return scope;
}

/** No body. */
export const nothing: AsyncIterable<Buffer> = Readable.from([]);

/** The body of a request. After an error, what still arrives is read and dropped, so that the client receives the answer. */
export async function* arriving(
  request: FastifyRequest,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const chunk of request.raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > most) throw new AppError('payload_too_large', `The body is larger than ${most} bytes`);
      yield chunk;
    }
  } finally {
    request.raw.resume();
  }
}
