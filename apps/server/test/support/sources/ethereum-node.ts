import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

const packageName = `@foundry-rs/anvil-${process.platform === 'win32' ? 'win32' : process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;

/** A real Ethereum node for one test file, with ten funded accounts, which mines only on demand. */
export interface EthereumNode {
  url: string;
  webSocketUrl: string;
  accounts: readonly string[];
  call(method: string, ...params: readonly unknown[]): Promise<unknown>;
  /** Sends a transaction of an account, signed by the node; returns its hash. */
  send(transaction: Record<string, string>): Promise<string>;
  mine(): Promise<void>;
  /** Saves the state; `revert` restores it, once. */
  snapshot(): Promise<string>;
  revert(snapshot: string): Promise<void>;
  /** Returns the balance in wei at a height. */
  balance(address: string, height: number): Promise<bigint>;
  height(): Promise<number>;
  stop(): Promise<void>;
}

const envelope = z.object({
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});

function binary(): string {
  const anvil = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json');
  const own = createRequire(anvil).resolve(`${packageName}/package.json`);
  return join(dirname(own), 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil');
}

export interface EthereumNodeOptions {
  /** Chain ID that the node reports. */
  chainId?: number;
  /** 0: any free port. */
  port?: number;
  /** Seconds since 1970; another value changes the first block. */
  genesisTime?: number;
}

/** Starts anvil. */
export async function startEthereumNode({
  chainId = 31_337,
  port = 0,
  genesisTime,
}: EthereumNodeOptions = {}): Promise<EthereumNode> {
  const child = spawn(
    binary(),
    [
      '--port',
      String(port),
      '--chain-id',
      String(chainId),
      '--no-mining',
      '--order',
      'fifo',
      '--steps-tracing',
      ...(genesisTime === undefined ? [] : ['--timestamp', String(genesisTime)]),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const address = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`anvil ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /^Listening on (\S+:\d+)$/.exec(line)?.[1];
      if (found) resolve(found);
    });
  });
  const url = `http://${address}`;

  async function call(method: string, ...params: readonly unknown[]): Promise<unknown> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const { result, error } = envelope.parse(await response.json());
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }
  const quantity = (value: unknown): bigint => BigInt(z.string().parse(value));

  return {
    url,
    webSocketUrl: `ws://${address}`,
    accounts: z.array(z.string()).parse(await call('eth_accounts')),
    call,
    send: async (transaction) => z.string().parse(await call('eth_sendTransaction', transaction)),
    mine: async () => void (await call('evm_mine')),
    snapshot: async () => z.string().parse(await call('evm_snapshot')),
    revert: async (snapshot) => void (await call('evm_revert', snapshot)),
    balance: async (of, height) => quantity(await call('eth_getBalance', of, `0x${height.toString(16)}`)),
    height: async () => Number(quantity(await call('eth_blockNumber'))),
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
