import { closeSync, openSync, readSync } from 'node:fs';
import type { BlockFilePosition } from './block-index.ts';
import type { BlockFile } from './find-files.ts';
import { applyXor } from './scan.ts';

/** Reads blocks of files one after the other. The file that was read last stays open. */
export interface FileReader {
  /** The bytes of a block, in memory of their own. Throws what the file system throws. */
  read(place: BlockFilePosition): Uint8Array;
  close(): void;
}

export function createFileReader(files: readonly BlockFile[]): FileReader {
  let current: { number: number; handle: number } | undefined;
  const close = (): void => {
    if (current) closeSync(current.handle);
    current = undefined;
  };
  return {
    read({ file: number, offset, length }) {
      const file = files[number];
      if (!file) throw new RangeError('A block of the index has no file');
      if (current?.number !== number) {
        close();
        current = { number, handle: openSync(file.path, 'r') };
      }
      const bytes = new Uint8Array(length);
      for (let done = 0; done < length; ) {
        const read = readSync(current.handle, bytes, done, length - done, offset + done);
        if (read === 0) break;
        done += read;
      }
      applyXor(bytes, file.xorKey, offset);
      return bytes;
    },
    close,
  };
}
