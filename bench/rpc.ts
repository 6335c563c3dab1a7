import type { Engine } from '../apps/server/src/db/session.ts';
import { unframe } from '../apps/server/test/support/block-files.ts';
import { startBitcoinNode } from '../apps/server/test/support/bitcoin-node.ts';
import { askOnce } from './child.ts';
import { importFlags } from './import-flags.ts';
import { importInto } from './import-into.ts';
import { type Places, withFresh } from './places.ts';
import { firstFile, mainFile } from './reference-data.ts';
import type { RpcAnswer, RpcOrder } from './rpc-child.ts';
import { median } from './statistics.ts';

export type RpcInput = 'first blocks' | 'main file';
export type RpcForm = 'REST' | 'JSON-RPC';

/** The same blocks from files and over RPC, in turn; medians over the runs, rates in transactions per second. */
export interface RpcFigure {
  engine: Engine;
  input: RpcInput;
  form: RpcForm;
  runs: number;
  blocks: number;
  transactions: number;
  filesRate: number;
  rpcRate: number;
  /** Median of the ratios of neighbouring runs. */
  ratio: number;
  requests: number;
  peakBytes: number;
}

const engines = ['pglite', 'postgres'] as const;
const inputs: readonly { input: RpcInput; path: string; firstHeight: number; forms: readonly RpcForm[] }[] = [
  { input: 'first blocks', path: firstFile, firstHeight: 0, forms: ['REST'] },
  { input: 'main file', path: mainFile, firstHeight: 560_062, forms: ['REST', 'JSON-RPC'] },
];

interface Run {
  transactions: number;
  filesSeconds: number;
  rpc: RpcAnswer;
}

async function runOnce(
  places: Places,
  engine: Engine,
  path: string,
  order: Pick<RpcOrder, 'url' | 'target'>,
): Promise<Run> {
  const files = await withFresh(places, engine, (place) => importInto(place, [path]));
  const rpc = await withFresh(places, engine, ({ dataDir, databaseUrl }) =>
    askOnce<RpcAnswer>(
      new URL('./rpc-child.ts', import.meta.url),
      { ...order, dataDir, databaseUrl } satisfies RpcOrder,
      { flags: importFlags(), seconds: 300 },
    ),
  );
  return { transactions: files.transactions, filesSeconds: files.loadSeconds, rpc };
}

/** Loads from a node on this machine, which serves the file's blocks from memory, and from the file, in turn. */
export async function measureRpc(places: Places, quick: boolean): Promise<RpcFigure[]> {
  const figures: RpcFigure[] = [];
  for (const { input, path, firstHeight, forms } of inputs) {
    const blocks = unframe(path);
    const node = await startBitcoinNode({ network: 'mainnet', blocks, firstHeight });
    try {
      const order = { url: node.url, target: firstHeight + blocks.length - 1 };
      for (const form of forms) {
        node.manners.rest = form === 'REST';
        for (const engine of engines) {
          const runs: Run[] = [];
          for (let round = 0; round < (quick ? 1 : 3); round++) {
            runs.push(await runOnce(places, engine, path, order));
          }
          const middle = (of: (run: Run) => number): number => median(runs.map(of));
          figures.push({
            engine,
            input,
            form,
            runs: runs.length,
            blocks: blocks.length,
            transactions: runs[0]?.transactions ?? 0,
            filesRate: Math.round(middle((run) => run.transactions / run.filesSeconds)),
            rpcRate: Math.round(middle((run) => run.transactions / run.rpc.loadSeconds)),
            ratio: middle((run) => run.filesSeconds / run.rpc.loadSeconds),
            requests: Math.round(middle((run) => run.rpc.requests)),
            peakBytes: Math.max(...runs.map((run) => run.rpc.peakBytes)),
          });
        }
      }
    } finally {
      await node.close();
    }
  }
  return figures;
}
