import { readFile } from 'node:fs/promises';
import {
  type Authorization,
  basicAuthorization,
  createHttpClient,
  type HttpAnswer,
} from '../shared/http-json.ts';
import { createRpcClient, type RpcAnswer, type RpcCall } from '../shared/json-rpc.ts';
import { SourceError } from '../shared/source-error.ts';

export interface CoreSettings {
  /** Address of the node's RPC; REST is at the same host and port. */
  url: string;
  user: string | undefined;
  password: string | undefined;
  /** File to which the node writes user and password at each start; applies if no user is set. */
  cookieFile: string | undefined;
  timeoutMs: number;
  /** Maximum size of a response. */
  maxBytes: number;
}

export interface CoreClient {
  /**
   * Sends JSON-RPC calls in one request; responses are in the order of the calls. Throws SourceError, also while the node
   * starts.
   */
  batch(calls: readonly RpcCall[]): Promise<RpcAnswer[]>;
  /** Returns a response of the REST interface (`block/….bin`) with any status. Throws SourceError. */
  rest(path: string): Promise<HttpAnswer>;
  /** Returns the number of HTTP requests. */
  requests(): number;
}

/** RPC_IN_WARMUP of Bitcoin Core. */
const warmingUp = -28;

/** Creates a client of a node with Bitcoin Core's RPC and, if enabled, its REST interface. */
export function createCoreClient(settings: CoreSettings, signal: AbortSignal): CoreClient {
  const { url, timeoutMs, maxBytes } = settings;
  const limits = { timeoutMs, maxBytes, signal };
  const authorization = authorizationOf(settings);
  const rpc = createRpcClient({ url, ...limits, ...(authorization && { authorization }) });
  const rest = createHttpClient({ url: new URL('/', url).href, ...limits });
  return {
    async batch(calls) {
      const answers = await rpc.batch(calls);
      for (const answer of answers) {
        if (!answer.ok && answer.code === warmingUp) {
          throw new SourceError('refused', `The node is starting: ${answer.message}`);
        }
      }
      return answers;
    },
    rest: (path) => rest.ask({ path: `rest/${path}` }),
    requests: () => rpc.requests() + rest.requests(),
  };
}

function authorizationOf({ user, password, cookieFile }: CoreSettings): Authorization | undefined {
  if (user !== undefined) {
    const fixed = basicAuthorization(user, password ?? '');
    return { header: async () => fixed, refused: async () => false };
  }
  return cookieFile === undefined ? undefined : cookieAuthorization(cookieFile);
}

/**
 * Creates authorization from the node's cookie file. A node writes new credentials at each start, so the file is read again
 * after a rejection.
 */
function cookieAuthorization(path: string): Authorization {
  let known: string | undefined;
  async function read(): Promise<string> {
    const text = await readFile(path, 'utf8').catch(() => {
      throw new SourceError('unauthorized', "The node's cookie file cannot be read. Is the node running?");
    });
    const [, user, password] = /^([^:\r\n]+):([^\r\n]+)\s*$/.exec(text) ?? [];
    if (user === undefined || password === undefined) {
      throw new SourceError('unauthorized', "The node's cookie file does not contain a user and password");
    }
    return basicAuthorization(user, password);
  }
  return {
    header: async () => (known ??= await read()),
    async refused() {
      const before = known;
      known = undefined;
      known = await read();
      return known !== before;
    },
  };
}
