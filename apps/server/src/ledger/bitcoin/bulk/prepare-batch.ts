import {
  ChainError,
  type ColumnSizes,
  copiedBytes,
  copyColumns,
  createColumnReader,
  createColumnVerifier,
  type Hashing,
  networks,
} from '@hopscope/chain';
import type { NetworkName } from '../ledger-row.ts';
import { positionOf } from '../positions.ts';
import { RowWriter } from '../../shared/bulk/row-writer.ts';
import { writeRest } from './tx-rows.ts';

/** Blocks that are read and verified together. Transferred to a thread with its memory. */
export interface Batch {
  readonly network: NetworkName;
  readonly keepScripts: boolean;
  /** Bytes of the blocks, at the offsets of `blocks`. */
  readonly raw: ArrayBuffer;
  readonly blocks: readonly { readonly height: number; readonly at: number; readonly length: number }[];
  /** Memory to use for columns and rows, if it is large enough. */
  readonly columns: ArrayBuffer;
  readonly rows: ArrayBuffer;
}

/** The result, with the same memory or more. */
export interface PreparedBatch {
  readonly raw: ArrayBuffer;
  readonly columns: ArrayBuffer;
  /** Location of the columns of each valid block. Shorter than `blocks` if one is rejected. */
  readonly sizes: readonly (ColumnSizes & { readonly start: number })[];
  /** Rows of `btc_tx_rest`, ready for COPY; undefined if scripts aren't stored. */
  readonly rests: Uint8Array<ArrayBuffer> | undefined;
  /** Unused memory for rows. */
  readonly rows: ArrayBuffer | undefined;
  /** Why the first block without columns is rejected. */
  readonly refusal: string | undefined;
}

/** Creates a function that reads and verifies batches, one after another. */
export function createPreparer(hashing: Hashing): (batch: Batch) => PreparedBatch {
  const reader = createColumnReader(hashing);
  const verifier = createColumnVerifier(hashing);
  const rows = new RowWriter();

  return ({ network, keepScripts, raw, blocks, columns: given, rows: spareRows }) => {
    let memory = given;
    let used = 0;
    let refusal: string | undefined;
    const sizes: (ColumnSizes & { start: number })[] = [];
    for (const { height, at, length } of blocks) {
      try {
        const columns = reader.read(new Uint8Array(raw, at, length));
        verifier.verify(columns, networks[network]);
        const bytes = copiedBytes(columns);
        if (used + bytes > memory.byteLength) memory = grown(memory, used, 2 * (used + bytes));
        copyColumns(columns, memory, used);
        const { size, strippedSize, transactions, inputs, outputs, keysSize } = columns;
        sizes.push({ start: used, size, strippedSize, transactions, inputs, outputs, keysSize });
        used += bytes;
        if (keepScripts)
          for (let tx = 0; tx < transactions; tx++)
            writeRest(rows, columns, { tx, position: positionOf(height, tx) });
      } catch (error) {
        if (!(error instanceof ChainError)) throw error;
        refusal = error.message;
        break;
      }
    }
    if (!keepScripts) return { raw, columns: memory, sizes, rests: undefined, rows: spareRows, refusal };
    rows.reuse(new Uint8Array(spareRows));
    return { raw, columns: memory, sizes, rests: rows.take(), rows: undefined, refusal };
  };
}

function grown(memory: ArrayBuffer, used: number, size: number): ArrayBuffer {
  const more = new ArrayBuffer(size);
  new Uint8Array(more).set(new Uint8Array(memory, 0, used));
  return more;
}
