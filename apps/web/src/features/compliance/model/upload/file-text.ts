/** The text of a file, and its encoding. */
export interface FileText {
  readonly text: string;
  readonly encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252';
}

const begins = (bytes: Uint8Array, ...mark: readonly number[]): boolean =>
  mark.every((byte, at) => bytes[at] === byte);

/** Detects UTF-16 without a byte order mark: every second byte at the start of a list is zero. */
function unmarkedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const first = bytes.subarray(0, 64);
  if (first.length < 4) return undefined;
  const zeros = (odd: number) => first.filter((byte, at) => at % 2 === odd && byte === 0).length;
  const most = Math.floor(first.length / 2) * 0.8;
  if (zeros(1) >= most && zeros(0) === 0) return 'utf-16le';
  return zeros(0) >= most && zeros(1) === 0 ? 'utf-16be' : undefined;
}

/** Decodes a list with or without a byte order mark; returns undefined for a file that isn't text, whatever its extension. */
export function textOfFile(bytes: Uint8Array): FileText | undefined {
  const utf16 = begins(bytes, 0xff, 0xfe)
    ? 'utf-16le'
    : begins(bytes, 0xfe, 0xff)
      ? 'utf-16be'
      : unmarkedUtf16(bytes);
  const read = utf16
    ? ({ text: new TextDecoder(utf16).decode(bytes), encoding: 'UTF-16' } as const)
    : eightBits(bytes);
  // Lists contain no control characters except tabs and line ends.
  return /[^\P{Cc}\t\n\v\f\r]/u.test(read.text) ? undefined : read;
}

function eightBits(bytes: Uint8Array): FileText {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' };
  }
}
