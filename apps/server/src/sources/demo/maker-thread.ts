import { parentPort, workerData } from 'node:worker_threads';
import { type DemoOptions, simulateBitcoin } from '@hopscope/demo';
import { nativeHashing } from '../../ledger/native-hashing.ts';

/** What the thread is asked: to live through blocks without sending them, to make blocks, or a rival of the newest. */
export type MakerRequest =
  | { id: number; type: 'replay'; times: readonly number[] }
  | { id: number; type: 'make'; times: readonly number[] }
  | { id: number; type: 'rival' };

export interface MakerReply {
  id: number;
  /** Blocks that were made, oldest first; none for a replay. */
  blocks: { height: number; bytes: Uint8Array<ArrayBuffer>; transactions: number }[];
  /** Hash of the newest block. */
  tip: Uint8Array;
}

/** Makes the demo's blocks in a thread of its own, so that pages are answered meanwhile. */
const options = workerData as Omit<DemoOptions, 'hashing'>;
const simulation = simulateBitcoin({ ...options, hashing: nativeHashing });
let tip: Uint8Array = new Uint8Array(32);

function answer(request: MakerRequest): MakerReply {
  const reply: MakerReply = { id: request.id, blocks: [], tip };
  if (request.type === 'rival') {
    const rival = simulation.rival();
    if (rival) reply.blocks.push({ ...rival, bytes: new Uint8Array(rival.bytes) });
    return reply;
  }
  for (const time of request.times) {
    const block = simulation.next(time);
    tip = block.hash;
    if (request.type === 'make') {
      const { height, transactions } = block;
      reply.blocks.push({ height, transactions, bytes: new Uint8Array(block.bytes) });
    }
  }
  return { ...reply, tip };
}

parentPort?.on('message', (request: MakerRequest) => {
  const reply = answer(request);
  const buffers = reply.blocks.map(({ bytes }) => bytes.buffer);
  parentPort?.postMessage(reply, buffers);
});
