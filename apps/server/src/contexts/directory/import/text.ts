import { ImportError, type ImportFile } from './import-item.ts';

/** Published lists have no lines as long as this. */
const longestLine = 1 << 20;

function decoderFor(first: Uint8Array): TextDecoder {
  if (first[0] === 0xff && first[1] === 0xfe) return new TextDecoder('utf-16le', { fatal: true });
  if (first[0] === 0xfe && first[1] === 0xff) return new TextDecoder('utf-16be', { fatal: true });
  return new TextDecoder('utf-8', { fatal: true });
}

/**
 * Decodes a file in chunks. UTF-8, or UTF-16 with a byte order mark, which is removed. Throws `ImportError` for other
 * encodings, with the position.
 */
export async function* textOf(file: ImportFile, signal: AbortSignal): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let bytes = 0;
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder?.decode(chunk, { stream: chunk !== undefined }) ?? '';
    } catch (error) {
      const place = `${file.name}, byte ${String(bytes)}`;
      throw new ImportError('not_text', place, 'not text in UTF-8 or UTF-16', { cause: error });
    }
  };
  for await (const chunk of file.read(signal)) {
    signal.throwIfAborted();
    if (chunk.length === 0) continue;
    decoder ??= decoderFor(chunk);
    const text = decode(chunk);
    bytes += chunk.length;
    if (text) yield text;
  }
  const rest = decode();
  if (rest) yield rest;
}

export interface Line {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
}

/** Reads the lines of a file without their ends (LF or CR LF). */
export async function* linesOf(file: ImportFile, signal: AbortSignal): AsyncGenerator<Line> {
  let rest = '';
  let number = 0;
  for await (const text of textOf(file, signal)) {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    if (rest.length > longestLine) throw tooLong(file, number + 1);
    for (const part of parts) {
      number += 1;
      yield { number, text: part.endsWith('\r') ? part.slice(0, -1) : part };
    }
  }
  if (rest !== '') yield { number: number + 1, text: rest };
}

function tooLong(file: ImportFile, line: number): ImportError {
  return new ImportError(
    'too_large',
    `${file.name}, line ${String(line)}`,
    'a line of more than a million characters',
  );
}

/** Reads a whole file as text, for formats with small files. Throws `ImportError` above `limit` characters. */
export async function readText(file: ImportFile, limit: number, signal: AbortSignal): Promise<string> {
  let content = '';
  for await (const text of textOf(file, signal)) {
    content += text;
    if (content.length > limit) {
      throw new ImportError('too_large', file.name, `more than ${String(limit)} characters`);
    }
  }
  return content;
}
