import { to as copyTo } from 'pg-copy-streams';

const codes = { row: 0x64, error: 0x45, begins: 0x48, status: 0x53, notice: 0x4e, notification: 0x41 };
/** Messages that can stand between rows (PostgreSQL, "COPY Operations"). */
const between = new Set([codes.begins, codes.status, codes.notice, codes.notification]);
const headBytes = 5;

type CopyStream = ReturnType<typeof copyTo>;
/** What the library's stream calls on itself. */
interface Internals {
  _parse(chunk: Buffer): boolean | undefined;
  /** Bytes that `_detach` gives back to the connection. */
  _buffer: { push(bytes: Buffer): void };
  _detach(): void;
  _cleanup(): void;
}

/**
 * A COPY … TO STDOUT whose rows are moved together within the bytes that were received. The library makes two buffers for
 * each row, which took half of the time of a backup.
 */
export function copyRows(text: string): CopyStream {
  const stream = copyTo(text) as CopyStream & Internals;
  // If the connection ends before the rows are read, nothing else listens for its error, which would end the process.
  stream.on('error', (error) => stream.destroy(error));
  const head = Buffer.alloc(headBytes);
  let filled = 0;
  /** Bytes of the message that are still to come. */
  let left = 0;

  stream._parse = (chunk) => {
    let [at, to] = [0, 0];
    let drained = true;
    const pushRows = (): void => {
      if (to > 0) drained = stream.push(chunk.subarray(0, to));
    };
    for (;;) {
      const [code = 0] = head;
      if (filled === headBytes) {
        const taken = Math.min(left, chunk.length - at);
        if (code === codes.row) {
          chunk.copyWithin(to, at, at + taken);
          to += taken;
        }
        at += taken;
        left -= taken;
        if (left > 0) break;
        filled = 0;
        if (code !== codes.row && !between.has(code)) {
          pushRows();
          stream._buffer.push(chunk.subarray(at));
          stream._detach();
          stream.push(null);
          stream._cleanup();
          return drained;
        }
      }
      while (filled < headBytes && at < chunk.length) head[filled++] = chunk[at++] as number;
      if (filled < headBytes) break;
      left = head.readUInt32BE(1) - 4;
      if (head[0] === codes.error) {
        pushRows();
        stream._buffer.push(Buffer.concat([head, chunk.subarray(at)]));
        stream._detach();
        return drained;
      }
    }
    pushRows();
    return drained;
  };
  return stream;
}
