import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';

/** Those of `npm run backup`: by default, V8 collects garbage for every few chunks, because they are outside of its heap. */
const flags = ['--external-memory-accounted-in-global-limit'];

/**
 * Makes a backup in a process of its own, with the environment of this one, so that it takes nothing from people's requests
 * but what the database reads. Resolves when it has ended; what it prints goes to the log.
 */
export async function runBackupProcess(logger: Logger, signal: AbortSignal): Promise<void> {
  const log = logger.child({ part: 'backup' });
  const script = fileURLToPath(new URL('../commands/backup.ts', import.meta.url));
  const child = spawn(process.execPath, [...flags, script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = (): void => void child.kill('SIGTERM');
  signal.addEventListener('abort', stop);
  createInterface({ input: child.stdout }).on('line', (text) => log.info(text));
  createInterface({ input: child.stderr }).on('line', (text) => log.error(text));
  try {
    await once(child, 'close');
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
