import { closeSync, openSync, readSync } from 'node:fs';
import type { BlockFilePosition } from './block-index.ts';
import type { BlockFile } from './find-files.ts';
import { applyXor } from './scan.ts';

/** Reads blocks of files one after another. Keeps the last file open. */
export interface FileReader {
  /**
   * Returns the bytes of a block, at the start of `memory` if they fit, otherwise in separate memory. Throws errors of the
   * file system.
   */
  read(place: BlockFilePosition, memory?: Uint8Array): Uint8Array;
  close(): void;
}

export function createFileReader(files: readonly BlockFile[]): FileReader {
  let current: { number: number; handle: number } | undefined;
  const close = (): void => {
    if (current) closeSync(current.handle);
    current = undefined;
  };
  return {
    read({ file: number, offset, length }, memory) {
      const file = files[number];
      if (!file) throw new RangeError('A block of the index has no file');
      if (current?.number !== number) {
        close();
        current = { number, handle: openSync(file.path, 'r') };
      }
      const bytes = memory && memory.length >= length ? memory.subarray(0, length) : new Uint8Array(length);
      let done = 0;
      for (let read = -1; done < length && read !== 0; done += read)
        read = readSync(current.handle, bytes, done, length - done, offset + done);
      bytes.fill(0, done);
      applyXor(bytes, file.xorKey, offset);
      return bytes;
    },
    close,
  };
}
