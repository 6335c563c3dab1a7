import type { EvidenceType } from '@hopscope/contract';

/** Endings of names, and what a file of this name has to be. */
const endings: Readonly<Record<string, EvidenceType>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  txt: 'text/plain',
  log: 'text/plain',
  csv: 'text/csv',
  json: 'application/json',
  zip: 'application/zip',
};

export const takenEndings = Object.keys(endings);

const words: Readonly<Record<EvidenceType, string>> = {
  'application/pdf': 'a PDF document',
  'image/png': 'a PNG image',
  'image/jpeg': 'a JPEG image',
  'text/plain': 'plain text',
  'text/csv': 'CSV',
  'application/json': 'JSON',
  'application/zip': 'a ZIP archive',
};

const bytesOf = (hex: string): Buffer => Buffer.from(hex, 'hex');

const taken: readonly (readonly [Buffer, EvidenceType])[] = [
  [Buffer.from('%PDF-'), 'application/pdf'],
  [bytesOf('89504e470d0a1a0a0000000d49484452'), 'image/png'],
  [bytesOf('ffd8ff'), 'image/jpeg'],
  [bytesOf('504b0304'), 'application/zip'],
  [bytesOf('504b0506'), 'application/zip'],
];

const others: readonly (readonly [Buffer, string])[] = [
  [Buffer.from('MZ'), 'a Windows program'],
  [bytesOf('7f454c46'), 'a Linux program'],
  [bytesOf('cffaedfe'), 'a macOS program'],
  [bytesOf('cafebabe'), 'a Java program'],
  [Buffer.from('GIF8'), 'a GIF image'],
  [Buffer.from('RIFF'), 'a RIFF file (image, audio, or video)'],
  [bytesOf('377abcaf271c'), 'a 7z archive'],
  [Buffer.from('Rar!'), 'a RAR archive'],
  [bytesOf('1f8b'), 'a gzip archive'],
  [bytesOf('d0cf11e0a1b11ae1'), 'an older Office document'],
  [bytesOf('fffe'), 'text in UTF-16; please save it as UTF-8'],
  [bytesOf('feff'), 'text in UTF-16; please save it as UTF-8'],
];

/** Texts that browsers or shells would run, by how they begin. */
const active: readonly (readonly [RegExp, string])[] = [
  [/^#!/, 'a script'],
  [/^<\?php/i, 'a script'],
  [/^<svg/i, 'an SVG image'],
  [/^<\?xml/i, 'an XML document'],
  [/^<(?:!doctype|html|head|body|script|iframe|meta|title|style)\b/i, 'a web page'],
];

const startsWith = (bytes: Buffer, start: Buffer): boolean => bytes.subarray(0, start.length).equals(start);

/** The text, where bytes are one: UTF-8 without control characters. */
function textOf(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return /[^\P{Cc}\t\n\r\f]/u.test(text) ? null : text;
  } catch {
    return null;
  }
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Columns that every record has (RFC 4180); null where records differ or a quote stays open. */
function columnsOf(text: string, separator: string): number | null {
  let columns = 1;
  let all: number | null = null;
  let quoted = false;
  let empty = true;
  const end = (): boolean => {
    const same = empty || all === null || all === columns;
    if (!empty) all = columns;
    columns = 1;
    empty = true;
    return same;
  };
  for (const character of text) {
    if (character === '"') quoted = !quoted;
    if (!quoted && character === '\n') {
      if (!end()) return null;
      continue;
    }
    if (character !== '\r') empty = false;
    if (!quoted && character === separator) columns += 1;
  }
  return !quoted && end() ? all : null;
}

/** A table of at least two columns, or one column of values. */
function isCsv(text: string): boolean {
  const columns = [',', ';', '\t'].map((separator) => columnsOf(text, separator));
  return columns.some((each) => each !== null && each > 1) || columns.every((each) => each === 1);
}

/** A ZIP archive ends with a directory, so that one cut short is no archive. */
function isCompleteZip(bytes: Buffer): boolean {
  return bytes.subarray(-65_557).lastIndexOf(bytesOf('504b0506')) >= 0;
}

function judgeText(text: string, wanted: EvidenceType | undefined): EvidenceVerdict {
  const begin = text
    .slice(0, 4_096)
    .trimStart()
    .replace(/^(?:<!--[\s\S]*?-->\s*)+/, '');
  const found = active.find(([pattern]) => pattern.test(begin));
  if (found) return { is: found[1] };
  if (wanted === 'text/plain') return { type: wanted };
  if (isJson(text))
    return wanted === 'application/json' ? { type: wanted } : { is: words['application/json'] };
  if (wanted === 'text/csv' && isCsv(text)) return { type: wanted };
  return { is: words['text/plain'] };
}

type EvidenceVerdict = { readonly type: EvidenceType } | { readonly is: string };

/**
 * Detects the type of a file by its bytes and compares it with the extension; returns the type, or a description of the
 * actual content.
 */
export function checkEvidence(bytes: Buffer, ending: string): EvidenceVerdict {
  const wanted = Object.hasOwn(endings, ending) ? endings[ending] : undefined;
  const known = taken.find(([start]) => startsWith(bytes, start))?.[1];
  if (known === 'application/zip' && !isCompleteZip(bytes)) return { is: 'a damaged ZIP archive' };
  if (known) return known === wanted ? { type: known } : { is: words[known] };
  const text = textOf(bytes);
  if (text !== null) return judgeText(text, wanted);
  return { is: others.find(([start]) => startsWith(bytes, start))?.[1] ?? 'a file of unknown type' };
}
