import { parentPort } from 'node:worker_threads';
import { nativeHashing } from '../../native-hashing.ts';
import { type Batch, createPreparer } from './prepare-batch.ts';

const prepare = createPreparer(nativeHashing);

parentPort?.on('message', (batch: Batch) => {
  const prepared = prepare(batch);
  const { raw, columns, rests, rows } = prepared;
  const memory = [raw, columns, rests?.buffer, rows].filter((buffer) => buffer !== undefined);
  parentPort?.postMessage(prepared, memory);
});
