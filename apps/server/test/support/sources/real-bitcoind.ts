import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { until } from '../../../../../test/until.ts';

/** A separate node on a private network (regtest). */
export interface RealNode {
  url: string;
  zmqUrl: string;
  cookieFile: string;
  blocksDir: string;
  call(method: string, ...params: readonly unknown[]): Promise<unknown>;
  height(): Promise<number>;
  /** Restarts the program, which writes a new cookie. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const envelope = z.object({
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).nullish(),
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Starts bitcoind in a folder, reachable only on this machine and without peers.
 * @param more additional arguments of the program
 */
export async function startRealNode(
  program: string,
  folder: string,
  more: readonly string[],
): Promise<RealNode> {
  const [rpcPort, zmqPort] = [await freePort(), await freePort()];
  const zmqUrl = `tcp://127.0.0.1:${zmqPort}`;
  const url = `http://127.0.0.1:${rpcPort}`;
  const cookieFile = join(folder, 'regtest', '.cookie');
  const args = [
    '-regtest',
    '-server',
    '-rest',
    '-listen=0',
    '-connect=0',
    '-dnsseed=0',
    '-fallbackfee=0.0002',
    '-printtoconsole=0',
    `-datadir=${folder}`,
    `-rpcport=${rpcPort}`,
    '-rpcbind=127.0.0.1',
    '-rpcallowip=127.0.0.1',
    `-zmqpubhashblock=${zmqUrl}`,
    `-zmqpubrawtx=${zmqUrl}`,
    ...more,
  ];
  let child: ChildProcess;

  async function call(method: string, ...params: readonly unknown[]): Promise<unknown> {
    const secret = Buffer.from(readFileSync(cookieFile, 'utf8').trim()).toString('base64');
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Basic ${secret}` },
      body: JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }),
    });
    const { result, error } = envelope.parse(await response.json());
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  async function begin(): Promise<void> {
    child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    await until('bitcoind answers', () => {
      if (child.exitCode !== null) throw new Error(`bitcoind ended with ${child.exitCode}`);
      return call('getblockcount').catch(() => undefined);
    });
  }
  async function stop(): Promise<void> {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  }

  await begin();
  return {
    url,
    zmqUrl,
    cookieFile,
    blocksDir: join(folder, 'regtest', 'blocks'),
    call,
    height: async () => z.int().parse(await call('getblockcount')),
    async restart() {
      await stop();
      await begin();
    },
    stop,
  };
}
