import { lookup as lookUp } from 'node:dns';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type AllowedPrivate, isPublicAddress } from './public-address.ts';

export type OutboundErrorCode =
  | 'forbidden_address'
  | 'bad_url'
  | 'unreachable'
  | 'timeout'
  | 'status'
  | 'too_large'
  | 'too_many_redirects';

/** Why something could not be fetched; the message names the host, never a path or query. */
export class OutboundError extends Error {
  override name = 'OutboundError';
  readonly code: OutboundErrorCode;
  /** HTTP status for `status`. */
  readonly status: number | undefined;
  constructor(code: OutboundErrorCode, message: string, options?: ErrorOptions & { status?: number }) {
    super(message, options);
    this.code = code;
    this.status = options?.status;
  }
}

export interface OutboundRequest {
  readonly url: string;
  /** More bytes than this end the answer with `too_large`. */
  readonly maxBytes: number;
  /** For the whole answer, in milliseconds. */
  readonly timeoutMs: number;
  readonly accept?: string;
  /** Sent to the host of `url` alone, not to where it redirects (keys). */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface OutboundAnswer {
  readonly contentType: string | undefined;
  /** Announced size; undefined where the server does not say it. */
  readonly contentLength: number | undefined;
  readonly body: AsyncIterable<Uint8Array>;
}

const longestRedirects = 5;

/**
 * Fetches what people or lists name by URL, from the public internet alone: every address that a name has is looked at
 * before a connection is made to exactly that one, and again after every redirect, so that nobody reads the operator's
 * network through this server. Throws OutboundError; the body does too.
 */
export function createOutbound(options: { allowed: AllowedPrivate; resolve?: typeof lookUp }) {
  const { allowed, resolve: resolveName = lookUp } = options;

  /** A look-up for a connection: addresses that may not be asked are as good as none. */
  const lookup: LookupFunction = (host, hints, done) => {
    resolveName(host, { ...hints, all: true }, (error, found) => {
      if (error) {
        done(error, '', 0);
        return;
      }
      const open = found.filter(({ address }) => mayAsk(host, address));
      const [first] = open;
      if (!first)
        done(new OutboundError('forbidden_address', `${host} is not on the public internet`), '', 0);
      else if (hints.all) done(null, open);
      else done(null, first.address, first.family);
    });
  };

  function mayAsk(host: string, address: string): boolean {
    return allowed.hosts.has(host.toLowerCase()) || isPublicAddress(address, allowed);
  }

  async function ask(url: URL, request: OutboundRequest, signal: AbortSignal): Promise<IncomingMessage> {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !mayAsk(host, host)) {
      throw new OutboundError('forbidden_address', `${host} is not on the public internet`);
    }
    const send = url.protocol === 'https:' ? requestSecure : requestPlain;
    return new Promise((resolve, reject) => {
      const sent = send(url, {
        lookup,
        signal,
        agent: false,
        headers: {
          ...(url.origin === new URL(request.url).origin && request.headers),
          accept: request.accept ?? '*/*',
          'accept-encoding': 'identity',
          'user-agent': 'Hopscope',
        },
      });
      sent.on('response', resolve);
      sent.on('error', (error) => reject(explain(error, url, signal)));
      sent.end();
    });
  }

  return {
    async fetch(request: OutboundRequest): Promise<OutboundAnswer> {
      const timeout = AbortSignal.timeout(request.timeoutMs);
      const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
      let url = readUrl(request.url);
      for (let hops = 0; hops <= longestRedirects; hops += 1) {
        const response = await ask(url, request, signal);
        const status = response.statusCode ?? 0;
        const next = response.headers.location;
        if (status >= 300 && status < 400 && next !== undefined) {
          response.destroy();
          url = readUrl(next, url);
          continue;
        }
        if (status < 200 || status >= 300) {
          response.destroy();
          throw new OutboundError('status', `${url.host} responded with status ${String(status)}`, {
            status,
          });
        }
        return answerOf(response, url, request, signal);
      }
      throw new OutboundError('too_many_redirects', `${url.host} redirects too many times`);
    },
  };
}

export type Outbound = ReturnType<typeof createOutbound>;

function readUrl(text: string, base?: URL): URL {
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new OutboundError('bad_url', 'not an address that begins with https:// or http://');
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('bad_url', 'the URL must not contain a user name or password');
  }
  return url;
}

function explain(error: unknown, url: URL, signal: AbortSignal): Error {
  if (error instanceof OutboundError) return error;
  if (signal.aborted) return stopped(url, signal, error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return new OutboundError('unreachable', `${url.host} cannot be reached (${code})`, { cause: error });
}

/** The time is over, or who asked does not want it any more. */
function stopped(url: URL, signal: AbortSignal, cause: unknown): Error {
  const reason: unknown = signal.reason;
  if (reason instanceof Error && reason.name === 'TimeoutError') {
    return new OutboundError('timeout', `${url.host} did not respond in time`, { cause });
  }
  return reason instanceof Error ? reason : new DOMException('stopped', 'AbortError');
}

function answerOf(
  response: IncomingMessage,
  url: URL,
  { maxBytes }: OutboundRequest,
  signal: AbortSignal,
): OutboundAnswer {
  const announced = Number(response.headers['content-length']);
  const contentLength = Number.isSafeInteger(announced) ? announced : undefined;
  const tooLarge = (): OutboundError =>
    new OutboundError('too_large', `${url.host} sent more than ${String(maxBytes)} bytes`);
  if (contentLength !== undefined && contentLength > maxBytes) {
    response.destroy();
    throw tooLarge();
  }
  async function* body(): AsyncGenerator<Uint8Array> {
    let taken = 0;
    try {
      for await (const chunk of response as AsyncIterable<Uint8Array>) {
        taken += chunk.length;
        if (taken > maxBytes) throw tooLarge();
        yield chunk;
      }
    } catch (error) {
      throw explain(error, url, signal);
    } finally {
      response.destroy();
    }
    if (!response.complete || (contentLength !== undefined && taken < contentLength)) {
      throw new OutboundError('unreachable', `${url.host} ended the response after ${String(taken)} bytes`);
    }
  }
  return { contentType: response.headers['content-type'], contentLength, body: body() };
}
