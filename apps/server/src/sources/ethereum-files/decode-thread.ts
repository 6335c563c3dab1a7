import { parentPort, workerData } from 'node:worker_threads';
import type { EthereumBundle } from '../../ledger/ethereum/blocks/bundle.ts';
import { type BlockFolder, BlockFileError, decodeBlockFolder } from './decode-block-files.ts';

/** Result of the thread: the block, or why its files can't be used. */
export type Decoded =
  | { readonly id: number; readonly bundle: EthereumBundle }
  | { readonly id: number; readonly refused: { file: string; message: string } };

export interface DecodeRequest {
  readonly id: number;
  readonly folder: BlockFolder;
}

const port = parentPort;
if (!port) throw new Error('This file runs in a thread');
const { chainId }: { chainId: bigint } = workerData;

async function decode({ id, folder }: DecodeRequest): Promise<Decoded> {
  try {
    return { id, bundle: await decodeBlockFolder(folder, chainId) };
  } catch (error) {
    if (!(error instanceof BlockFileError)) throw error;
    return { id, refused: { file: error.file, message: error.message } };
  }
}

port.on('message', (request: DecodeRequest) => {
  void decode(request).then((answer) => port.postMessage(answer));
});
