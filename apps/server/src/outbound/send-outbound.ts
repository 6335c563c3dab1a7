import { lookup as lookUp } from 'node:dns';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { readFileSync } from 'node:fs';
import { isIP, type LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import { OutboundError } from './outbound.ts';
import { type AllowedPrivate, isAllowedPrivate, isPublicAddress } from './public-address.ts';

export interface OutboundMessage {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** For the connection, and for the whole, in milliseconds. */
  readonly connectMs: number;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface OutboundAnswer {
  readonly status: number;
  /** As the header has it. */
  readonly retryAfter: string | null;
  /** As UTF-8. */
  readonly body: string;
}

/** Maximum size of an answer, in bytes. */
const longestAnswer = 64 * 1024;
/** Where web servers listen; others below 1024 belong to other protocols. */
const webPorts = new Set([80, 443]);

/** Certificates in PEM. */
export interface TlsIdentity {
  readonly ca?: string[];
  readonly cert?: string;
  readonly key?: string;
}

/** Reads the certificates of files; throws if one is missing. Authorities are added to those of Node.js. */
export function readTlsIdentity(files: {
  readonly caFile: string | undefined;
  readonly certFile: string | undefined;
  readonly keyFile: string | undefined;
}): TlsIdentity {
  const read = (file: string): string => readFileSync(file, 'utf8');
  return {
    ...(files.caFile !== undefined && { ca: [...rootCertificates, read(files.caFile)] }),
    ...(files.certFile !== undefined && { cert: read(files.certFile) }),
    ...(files.keyFile !== undefined && { key: read(files.keyFile) }),
  };
}

/** What a name stands for; tests give their own. */
export type Resolve = typeof lookUp;

/**
 * Sends messages to addresses that members of organizations chose: to the public internet over https, elsewhere only where the
 * operator allows it. Every address of a name is looked at, the connection goes to exactly one that was looked at, and redirects
 * are not followed.
 */
export function createSendOutbound({
  allowed,
  resolve: resolveName = lookUp,
  tls = {},
}: {
  allowed: AllowedPrivate;
  resolve?: Resolve;
  /** Authorities beside the usual ones, and the certificate with which this server identifies itself. */
  tls?: TlsIdentity;
}) {
  function mayAsk({ protocol }: URL, host: string, address: string): boolean {
    if (allowed.hosts.has(host.toLowerCase()) || isAllowedPrivate(address, allowed)) return true;
    return protocol === 'https:' && isPublicAddress(address, allowed);
  }

  const refuse = ({ protocol }: URL, host: string): OutboundError =>
    protocol === 'https:'
      ? new OutboundError('forbidden_address', `${host} is not on the public internet`)
      : new OutboundError('forbidden_address', `${host} must be reached over HTTPS`);

  /** Throws OutboundError for what can be refused without asking for the name's addresses. */
  function readUrl(text: string): { url: URL; host: string } {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
      throw new OutboundError('bad_url', 'The URL must start with https://');
    }
    if (url.username !== '' || url.password !== '') {
      throw new OutboundError('bad_url', 'The URL must not contain a user name or password');
    }
    const port = Number(url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port);
    if (port < 1024 && !webPorts.has(port)) {
      throw new OutboundError('bad_url', `Port ${String(port)} is not allowed`);
    }
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !mayAsk(url, host, host)) throw refuse(url, host);
    return { url, host };
  }

  /** The addresses of a name that may be asked; none is an error. */
  const lookupFor =
    (url: URL): LookupFunction =>
    (host, hints, done) => {
      resolveName(host, { ...hints, all: true }, (error, found) => {
        if (error) return done(error, '', 0);
        const open = found.filter(({ address }) => mayAsk(url, host, address));
        const [first] = open;
        if (!first) return done(refuse(url, host), '', 0);
        return hints.all ? done(null, open) : done(null, first.address, first.family);
      });
    };

  function ask(
    method: 'GET' | 'POST',
    url: URL,
    message: OutboundMessage,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const send = url.protocol === 'https:' ? requestSecure : requestPlain;
    return new Promise((resolve, reject) => {
      const sent = send(url, {
        ...(url.protocol === 'https:' && tls),
        method,
        lookup: lookupFor(url),
        signal,
        agent: false,
        headers: {
          ...message.headers,
          ...(method === 'POST' && { 'content-length': String(Buffer.byteLength(message.body)) }),
          'user-agent': 'Hopscope',
        },
      });
      const slow = setTimeout(
        () => sent.destroy(new OutboundError('timeout', `${url.host} refused the connection`)),
        message.connectMs,
      );
      const connected = url.protocol === 'https:' ? 'secureConnect' : 'connect';
      sent.on('socket', (socket) => socket.once(connected, () => clearTimeout(slow)));
      sent.on('close', () => clearTimeout(slow));
      sent.on('response', resolve);
      sent.on('error', reject);
      sent.end(method === 'POST' ? message.body : undefined);
    });
  }

  /** Returns the answer, whatever it is. Throws OutboundError where none comes. */
  async function exchange(method: 'GET' | 'POST', message: OutboundMessage): Promise<OutboundAnswer> {
    const { url } = readUrl(message.url);
    const timeout = AbortSignal.timeout(message.timeoutMs);
    const signal = message.signal ? AbortSignal.any([timeout, message.signal]) : timeout;
    try {
      const response = await ask(method, url, message, signal);
      const chunks: Uint8Array[] = [];
      let taken = 0;
      for await (const chunk of response as AsyncIterable<Uint8Array>) {
        taken += chunk.length;
        if (taken > longestAnswer) throw tooMuch(url);
        chunks.push(chunk);
      }
      return {
        body: Buffer.concat(chunks).toString('utf8'),
        status: response.statusCode ?? 0,
        retryAfter: response.headers['retry-after'] ?? null,
      };
    } catch (error) {
      if (error instanceof OutboundError) throw error;
      if (timeout.aborted) throw new OutboundError('timeout', `${url.host} did not respond in time`);
      if (signal.aborted) throw signal.reason;
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
      throw new OutboundError('unreachable', `${url.host} cannot be reached (${code})`, { cause: error });
    }
  }

  return {
    /**
     * Refuses an address at once: OutboundError `bad_url` or `forbidden_address`. A name that has no address now passes: it is
     * looked at again whenever something is sent.
     */
    async check(text: string): Promise<URL> {
      const { url, host } = readUrl(text);
      if (isIP(host) !== 0 || allowed.hosts.has(host.toLowerCase())) return url;
      const found = await new Promise<readonly { address: string }[]>((resolve) => {
        resolveName(host, { all: true }, (error, addresses) => resolve(error ? [] : addresses));
      });
      if (found.length > 0 && !found.some(({ address }) => mayAsk(url, host, address))) {
        throw refuse(url, host);
      }
      return url;
    },

    /** Returns the answer, whatever it is. Throws OutboundError where none comes. */
    post: (message: OutboundMessage): Promise<OutboundAnswer> => exchange('POST', message),
    get: (message: Omit<OutboundMessage, 'body'>): Promise<OutboundAnswer> =>
      exchange('GET', { ...message, body: '' }),
  };
}

const tooMuch = (url: URL): OutboundError =>
  new OutboundError('too_large', `${url.host} responded with more than ${String(longestAnswer)} bytes`);

export type SendOutbound = ReturnType<typeof createSendOutbound>;
