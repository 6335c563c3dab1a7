import { join } from 'node:path';
import type { BitcoinNetworkName } from '@hopscope/chain';
import { unframe } from '../../apps/server/test/support/sources/block-files.ts';
import { startBitcoinNode } from '../../apps/server/test/support/sources/bitcoin-node.ts';
import { askOnce } from '../children/child.ts';
import { writeDemo } from '../lib/demo-blocks.ts';
import { scriptFlags } from '../lib/script-flags.ts';
import { importInto } from '../lib/import-into.ts';
import { writeLongHistory } from '../lib/long-history.ts';
import { type FreeSlots, withFresh } from '../lib/free-slots.ts';
import { firstFile, mainFile } from '../lib/reference-data.ts';
import type { RpcAnswer, RpcOrder } from '../children/rpc-child.ts';
import { median } from '../lib/statistics.ts';

export type RpcInput = 'first blocks' | 'main file' | 'payments' | 'demo in bulk' | 'large demo in bulk';
export type RpcForm = 'REST' | 'JSON-RPC';

/** The same blocks from files and over RPC, in turn; medians over the runs, rates in transactions per second. */
export interface RpcFigure {
  input: RpcInput;
  form: RpcForm;
  runs: number;
  blocks: number;
  transactions: number;
  filesRate: number;
  rpcRate: number;
  /** Median of the ratios of adjacent runs. */
  ratio: number;
  /** Ratio of each pair of runs. */
  ratios: number[];
  /** Ratio of the CPU times of the importing process, which load on the machine affects less. */
  cpuRatio: number;
  /** Seconds to detect the node, which the rates exclude. */
  startSeconds: number;
  requests: number;
  peakBytes: number;
}

interface Input {
  input: RpcInput;
  network: BitcoinNetworkName;
  path: string;
  firstHeight: number;
  forms: readonly RpcForm[];
  /** Runs per source, in turn; short loads vary more. */
  rounds: number;
  bulk: boolean;
}

/** Returns the inputs: a few real blocks, and a generated chain that takes longer. */
async function inputsOf(places: FreeSlots, quick: boolean): Promise<Input[]> {
  const payments = join(places.folder, 'payments.dat');
  await writeLongHistory(payments, quick ? 10_000 : 200_000);
  const demo = join(places.folder, 'rpc-demo.dat');
  await writeDemo(demo, quick ? 3_000 : 400_000);
  const largeDemo = join(places.folder, 'rpc-large-demo.dat');
  await writeDemo(largeDemo, quick ? 6_000 : 2_000_000, { days: 365, blockInterval: 3_600 });
  const both = ['REST', 'JSON-RPC'] as const;
  const [few, many] = quick ? [1, 1] : [3, 5];
  return [
    {
      input: 'first blocks',
      network: 'mainnet',
      path: firstFile,
      firstHeight: 0,
      forms: ['REST'],
      rounds: many,
      bulk: false,
    },
    {
      input: 'main file',
      network: 'mainnet',
      path: mainFile,
      firstHeight: 560_062,
      forms: both,
      rounds: many,
      bulk: false,
    },
    {
      input: 'payments',
      network: 'demo',
      path: payments,
      firstHeight: 0,
      forms: both,
      rounds: few,
      bulk: false,
    },
    {
      input: 'demo in bulk',
      network: 'demo',
      path: demo,
      firstHeight: 0,
      forms: both,
      rounds: few,
      bulk: true,
    },
    {
      input: 'large demo in bulk',
      network: 'demo',
      path: largeDemo,
      firstHeight: 0,
      forms: both,
      rounds: 1,
      bulk: true,
    },
  ];
}

interface Run {
  transactions: number;
  filesSeconds: number;
  filesCpuSeconds: number;
  rpc: RpcAnswer;
}

async function runOnce(
  places: FreeSlots,
  path: string,
  order: Pick<RpcOrder, 'url' | 'target' | 'bulk'>,
): Promise<Run> {
  const files = await withFresh(places, (place) => importInto(place, [path], { bulk: order.bulk }));
  const rpc = await withFresh(places, ({ dataDir, databaseUrl }) =>
    askOnce<RpcAnswer>(
      new URL('../children/rpc-child.ts', import.meta.url),
      { ...order, dataDir, databaseUrl } satisfies RpcOrder,
      { flags: scriptFlags('import'), seconds: 300 },
    ),
  );
  return {
    transactions: files.transactions,
    filesSeconds: files.loadSeconds,
    filesCpuSeconds: files.loadCpuSeconds,
    rpc,
  };
}

/** Loads from a local node, which serves the file's blocks from memory, and from the file, in turn. */
export async function measureRpc(places: FreeSlots, quick: boolean): Promise<RpcFigure[]> {
  const figures: RpcFigure[] = [];
  for (const { input, network, path, firstHeight, forms, rounds, bulk } of await inputsOf(places, quick)) {
    const blocks = unframe(path);
    const node = await startBitcoinNode({ network, blocks, firstHeight });
    try {
      const order = { url: node.url, target: firstHeight + blocks.length - 1, bulk };
      for (const form of forms) {
        node.manners.rest = form === 'REST';
        const runs: Run[] = [];
        for (let round = 0; round < rounds; round++) {
          runs.push(await runOnce(places, path, order));
        }
        const middle = (of: (run: Run) => number): number => median(runs.map(of));
        figures.push({
          input,
          form,
          runs: runs.length,
          blocks: blocks.length,
          transactions: runs[0]?.transactions ?? 0,
          filesRate: Math.round(middle((run) => run.transactions / run.filesSeconds)),
          rpcRate: Math.round(middle((run) => run.transactions / run.rpc.loadSeconds)),
          ratio: middle((run) => run.filesSeconds / run.rpc.loadSeconds),
          ratios: runs.map((run) => run.filesSeconds / run.rpc.loadSeconds),
          cpuRatio: middle((run) => run.filesCpuSeconds / run.rpc.loadCpuSeconds),
          startSeconds: middle((run) => run.rpc.startSeconds),
          requests: Math.round(middle((run) => run.rpc.requests)),
          peakBytes: Math.max(...runs.map((run) => run.rpc.peakBytes)),
        });
      }
    } finally {
      await node.close();
    }
  }
  return figures;
}
