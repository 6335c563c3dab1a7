import { parentPort, workerData } from 'node:worker_threads';
import type { EthereumBundle } from '../../ledger/ethereum/blocks/bundle.ts';
import { rewardScheduleOf } from '../../ledger/ethereum/blocks/schedule.ts';
import {
  createBatchPreparer,
  memoryOf,
  type PreparedBatch,
} from '../../ledger/ethereum/bulk/prepare-batch.ts';
import { type BlockFolder, BlockFileError, decodeBlockFolder } from './decode-block-files.ts';

/** Decodes blocks, and with `prepare` turns them into rows and records of a bulk load. */
export interface DecodeRequest {
  readonly id: number;
  readonly folders: readonly BlockFolder[];
  readonly prepare: boolean;
}

/** Result of the thread: the blocks before the first one whose files can't be used, and why they can't. */
export interface Decoded {
  readonly id: number;
  /** Empty if they are prepared. */
  readonly bundles: readonly EthereumBundle[];
  readonly batch: PreparedBatch | undefined;
  readonly refused: { readonly file: string; readonly message: string } | undefined;
}

const port = parentPort;
if (!port) throw new Error('This file runs in a thread');
const { chainId }: { chainId: bigint } = workerData;
const prepareBatch = createBatchPreparer(rewardScheduleOf(chainId));

async function decode({ id, folders, prepare }: DecodeRequest): Promise<Decoded> {
  const bundles: EthereumBundle[] = [];
  let refused: Decoded['refused'];
  for (const folder of folders) {
    try {
      bundles.push(await decodeBlockFolder(folder, chainId));
    } catch (error) {
      if (!(error instanceof BlockFileError)) throw error;
      refused = { file: error.file, message: error.message };
      break;
    }
  }
  if (!prepare) return { id, bundles, batch: undefined, refused };
  return { id, bundles: [], batch: prepareBatch(bundles), refused };
}

// One request after another: decoding two at once would only need more memory.
let last: Promise<unknown> = Promise.resolve();
port.on('message', (request: DecodeRequest) => {
  last = last.then(async () => {
    const decoded = await decode(request);
    port.postMessage(decoded, decoded.batch ? memoryOf(decoded.batch) : []);
  });
});
