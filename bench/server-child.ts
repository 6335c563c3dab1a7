import { monitorEventLoopDelay } from 'node:perf_hooks';
import { signup } from '@hopscope/contract';
import { readConfig } from '../apps/server/src/config.ts';
import { type RunningServer, startServer } from '../apps/server/src/main.ts';
import { pathOf } from './api-paths.ts';
import { obey } from './child-side.ts';
import { requestJson } from './request-json.ts';

export type ServerOrder =
  | { kind: 'start'; dataDir: string; databaseUrl: string | undefined }
  /** Forgets the delays seen so far. */
  | { kind: 'watch' }
  /** How late the event loop was since `watch`. */
  | { kind: 'delay' };

export type ServerAnswer =
  | { kind: 'start'; url: string; token: string }
  | { kind: 'watch' }
  /** Milliseconds beyond the sampling interval. */
  | { kind: 'delay'; p99: number; max: number };

const samplingMs = 10;
const delays = monitorEventLoopDelay({ resolution: samplingMs });
let server: RunningServer | undefined;

async function start(dataDir: string, databaseUrl: string | undefined): Promise<ServerAnswer> {
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'warn',
  });
  server = await startServer(config, {});
  const answer = signup.response.parse(
    await requestJson(server.url, {
      path: pathOf(signup),
      body: {
        name: 'Bench',
        surname: 'Mark',
        email: 'bench@example.org',
        password: 'a password of the bench',
      },
    }),
  );
  delays.enable();
  return { kind: 'start', url: server.url, token: answer.data.user.accessToken };
}

obey<{ order: ServerOrder; answer: ServerAnswer }>(
  async (order) => {
    switch (order.kind) {
      case 'start':
        return start(order.dataDir, order.databaseUrl);
      case 'watch':
        delays.reset();
        return { kind: 'watch' };
      case 'delay': {
        const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - samplingMs);
        return { kind: 'delay', p99: late(delays.percentile(99)), max: late(delays.max) };
      }
    }
  },
  async () => server?.close(),
);
