import type { FaultProxy, ProxyFault } from './fault-proxy.ts';
import type { Random } from './random.ts';

/** A fault between a source and its server. */
export interface NamedFault {
  name: string;
  make(random: Random, proxy: FaultProxy): ProxyFault;
  /** Expected status of the source meanwhile; undefined if it can't detect anything. */
  says: RegExp | undefined;
  /** Waiting doesn't resolve it: the source is restarted afterwards. */
  ends?: true;
  /** Only a starting source detects it. */
  atStart?: true;
}

const status =
  (code: number, headers: Record<string, string> = {}): NamedFault['make'] =>
  () => ({
    request: (response) => response.writeHead(code, headers).end('no').writableEnded,
  });

const brokenOff =
  /response was cut off|cannot be reached|response is not JSON|is invalid|unknown format|does not match/;

/** Faults of any HTTP server. Answers of 3 MB must exceed the limit of the source. */
export const httpFaults: readonly NamedFault[] = [
  {
    name: 'refuses connections',
    make: () => ({ request: (response) => response.destroy().destroyed }),
    says: /cannot be reached/,
  },
  { name: 'stalls', make: () => ({ request: () => true }), says: /did not respond within/ },
  {
    name: 'cuts answers off',
    make: (random) => ({ cutAfter: (length) => random.below(length) }),
    says: brokenOff,
  },
  { name: 'answers 401', make: status(401), says: /rejected the user and password/ },
  { name: 'answers 429', make: status(429), says: /too many requests/ },
  {
    name: 'answers 429 and asks to wait',
    make: status(429, { 'retry-after': '1' }),
    says: /too many requests/,
  },
  { name: 'answers 500', make: status(500), says: /HTTP status 500/ },
  { name: 'answers 503', make: status(503), says: /HTTP status 503/ },
  {
    name: 'answers a page',
    make: () => ({
      request: (response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>').writableEnded,
    }),
    says: /is not JSON|unknown format/,
  },
  {
    name: 'answers without end',
    make: () => ({ request: (response) => response.end(Buffer.alloc(3_000_000, 0x20)).writableEnded }),
    says: /larger than 2 MB/,
  },
];

/** A byte that is invalid in JSON and hex, somewhere in each answer. */
export const damagedAnswers: NamedFault = {
  name: 'damages answers',
  make: (random) => ({
    answer: (answer) => {
      const body = Buffer.from(answer.body);
      body[random.below(body.length)] = 1;
      return { ...answer, body };
    },
  }),
  says: brokenOff,
};

/** The first answer for each call, like that of a stale cache. */
export const oldAnswers: NamedFault = {
  name: 'answers as it was at first',
  make: (_, proxy) => ({
    result: ({ method, params }, result) => proxy.firstResult(method, params) ?? result,
    answer: (answer, { path, calls }) => (calls.length > 0 ? answer : (proxy.firstAnswer(path) ?? answer)),
  }),
  says: undefined,
};

/** Returns a fault that performs an action repeatedly between two answers. */
export function between(name: string, happens: () => Promise<void>): NamedFault {
  return {
    name,
    make(random) {
      let left = random.below(6);
      return {
        async before() {
          if (left-- > 0) return;
          left = 2 + random.below(6);
          await happens();
        },
      };
    },
    says: undefined,
  };
}
