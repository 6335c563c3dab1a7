import { parentPort, workerData } from 'node:worker_threads';
import type { EthereumBundle } from '../../ledger/ethereum/blocks/bundle.ts';
import {
  type BatchMemory,
  buffersOf,
  createBatchPreparer,
  type PreparedBatch,
} from '../../ledger/ethereum/bulk/prepare-batch.ts';
import { type BlockFolder, BlockFileError, decodeBlockFolder } from './decode-block-files.ts';

/** Decodes blocks, and with `prepare` turns them into rows and records of a bulk load. */
export interface DecodeRequest {
  readonly id: number;
  readonly folders: readonly BlockFolder[];
  readonly prepare: boolean;
}

/** Gives the memory of a batch back. */
export interface ReleaseRequest {
  readonly memory: BatchMemory;
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
const preparer = createBatchPreparer(chainId);

function decode({ id, folders, prepare }: DecodeRequest): Decoded {
  const bundles: EthereumBundle[] = [];
  let refused: Decoded['refused'];
  for (const folder of folders) {
    try {
      const bundle = decodeBlockFolder(folder, chainId);
      if (prepare) preparer.add(bundle);
      else bundles.push(bundle);
    } catch (error) {
      if (!(error instanceof BlockFileError)) throw error;
      refused = { file: error.file, message: error.message };
      break;
    }
  }
  return { id, bundles, batch: prepare ? preparer.take() : undefined, refused };
}

port.on('message', (request: DecodeRequest | ReleaseRequest) => {
  if ('memory' in request) {
    preparer.reuse(request.memory);
    return;
  }
  const decoded = decode(request);
  port.postMessage(decoded, decoded.batch ? buffersOf(decoded.batch) : []);
});
