import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readConfig } from '../../apps/server/src/config.ts';
import { type RunningServer, startServer } from '../../apps/server/src/commands/main.ts';
import { obey } from './child-side.ts';
import { signUp } from '../lib/sign-up.ts';

export type ServerOrder =
  /** `env` sets the source of blocks; delays are measured from when the server listens. */
  | {
      kind: 'start';
      dataDir: string;
      databaseUrl: string | undefined;
      env: Readonly<Record<string, string>>;
      /** The built page; undefined: API only. */
      webRoot: string | undefined;
    }
  /** Resets the measured delays. */
  | { kind: 'watch' }
  /** Returns the event loop delay since `watch`, and the current memory of the process. */
  | { kind: 'delay' };

export type ServerAnswer =
  | { kind: 'start'; url: string; token: string; listeningAt: number }
  | { kind: 'watch' }
  | ({ kind: 'delay' } & LoopDelay);

/** Milliseconds beyond the sampling interval; bytes of the process, all threads. */
export interface LoopDelay {
  p50: number;
  p99: number;
  max: number;
  samples: number;
  residentBytes: number;
  /** The most until now. */
  peakBytes: number;
}

const samplingMs = 10;
const delays = monitorEventLoopDelay({ resolution: samplingMs });
let server: RunningServer | undefined;

async function start({
  dataDir,
  databaseUrl,
  env,
  webRoot,
}: Extract<ServerOrder, { kind: 'start' }>): Promise<ServerAnswer> {
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'warn',
    REGISTRATION: 'open',
    ...env,
  });
  server = await startServer(config, webRoot === undefined ? {} : { webRoot });
  delays.enable();
  const listeningAt = Date.now();
  const token = await signUp(server.url, 'bench@example.org');
  return { kind: 'start', url: server.url, token, listeningAt };
}

obey<{ order: ServerOrder; answer: ServerAnswer }>(
  async (order) => {
    switch (order.kind) {
      case 'start':
        return start(order);
      case 'watch':
        delays.reset();
        return { kind: 'watch' };
      case 'delay': {
        const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - samplingMs);
        return {
          kind: 'delay',
          p50: late(delays.percentile(50)),
          p99: late(delays.percentile(99)),
          max: late(delays.max),
          samples: delays.count,
          residentBytes: process.memoryUsage().rss,
          peakBytes: process.resourceUsage().maxRSS * 1024,
        };
      }
    }
  },
  async () => server?.close(),
);
