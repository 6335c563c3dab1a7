import { readFileSync } from 'node:fs';

/** Reads how much memory a process uses. */
export interface LiveMemory {
  /**
   * Collects garbage in all threads of the process, and returns what their JavaScript uses then: the heaps, and buffers
   * outside of them, in MB (10^6 bytes). A thread that has just ended counts as 0.
   */
  read(): Promise<number>;
  close(): void;
}

/** A message of the inspector: an answer (with `id`), or an event. */
interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: unknown;
  readonly params?: { readonly sessionId: string; readonly message: string };
}

/** Answer of `Runtime.getHeapUsage`, in bytes; the last two only in newer versions. */
interface HeapUsage {
  readonly usedSize: number;
  readonly embedderHeapUsedSize?: number;
  readonly backingStorageSize?: number;
}

const messageOf = (text: string): Message => JSON.parse(text) as Message;

type Call = (method: string, params?: object) => Promise<unknown>;

/** A connection to a thread; calls that are open when it ends return undefined. */
interface Session {
  readonly call: Call;
  receive(text: string): void;
  end(): void;
}

/** Returns a connection whose messages `send` takes. */
function createSession(send: (text: string) => void): Session {
  const waiting = new Map<number, (result: unknown) => void>();
  let last = 0;
  return {
    call: (method, params = {}) =>
      new Promise((resolve) => {
        last += 1;
        waiting.set(last, resolve);
        send(JSON.stringify({ id: last, method, params }));
      }),
    receive(text) {
      const { id, result } = messageOf(text);
      if (id === undefined) return;
      waiting.get(id)?.(result);
      waiting.delete(id);
    },
    end() {
      for (const resolve of waiting.values()) resolve(undefined);
      waiting.clear();
    },
  };
}

/**
 * Connects to the inspector of a Node.js process (`ws://…`, as it prints it), and through it to its worker threads (Chrome
 * DevTools Protocol, and the domain `NodeWorker` of Node.js).
 */
export async function openLiveMemory(inspectorUrl: string): Promise<LiveMemory> {
  const socket = new WebSocket(inspectorUrl);
  const main = createSession((text) => socket.send(text));
  const workers = new Map<string, Session>();
  socket.addEventListener('message', ({ data }) => {
    const text = String(data);
    const { method, params } = messageOf(text);
    const { sessionId = '', message = '' } = params ?? {};
    if (method === 'NodeWorker.attachedToWorker') {
      const send = (part: string): void =>
        void main.call('NodeWorker.sendMessageToWorker', { sessionId, message: part });
      workers.set(sessionId, createSession(send));
    } else if (method === 'NodeWorker.detachedFromWorker') {
      workers.get(sessionId)?.end();
      workers.delete(sessionId);
    } else if (method === 'NodeWorker.receivedMessageFromWorker') {
      workers.get(sessionId)?.receive(message);
    } else main.receive(text);
  });
  socket.addEventListener('close', () => {
    for (const session of [main, ...workers.values()]) session.end();
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`No connection to ${inspectorUrl}`)));
  });
  await main.call('NodeWorker.enable', { waitForDebuggerOnStart: false });
  return {
    async read() {
      const used = await Promise.all(
        [main, ...workers.values()].map(async ({ call }) => {
          await call('HeapProfiler.collectGarbage');
          const usage = (await call('Runtime.getHeapUsage')) as HeapUsage | undefined;
          return usage
            ? usage.usedSize + (usage.embedderHeapUsedSize ?? 0) + (usage.backingStorageSize ?? 0)
            : 0;
        }),
      );
      return used.reduce((sum, each) => sum + each, 0) / 1e6;
    },
    close: () => socket.close(),
  };
}

/**
 * Returns the process that runs a script of the project below the process of npm (Linux). Throws an Error if there is none.
 */
export function processBelow(npm: number): number {
  for (let pid = npm; ; ) {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    if (child === undefined || child === '') break;
    pid = Number(child);
    if (/\bnode\b.*\.ts/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '))) return pid;
  }
  throw new Error(`npm (process ${npm}) runs no script`);
}
