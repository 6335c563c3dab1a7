import { createHash } from 'node:crypto';
import {
  apply,
  bundleLimits,
  documentDigest,
  emptyDocument,
  readFile,
  type Step,
  writeFile,
} from '@hopscope/canvas';
import { decodeTransaction, encodeTransaction } from '@hopscope/chain';
import { canonicalJsonV2 } from '@hopscope/domain';
import { crc32, deflateRawSync } from 'node:zlib';

export type Files = Map<string, Uint8Array>;
type Json = Record<string, unknown>;

/** A forgery by an expert in the format: files derived from the forged ones are made consistent again. */
export interface Forgery {
  readonly name: string;
  readonly forge: (files: Files) => void;
  /** The manifest is left unchanged. */
  readonly careless?: true;
  /** Expected error of the verification. */
  readonly reported: RegExp;
}

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (files: Files, name: string): string => Buffer.from(files.get(name) ?? []).toString('utf8');
export const named = (files: Files, part: string): string => {
  const found = [...files.keys()].find((name) => name.startsWith(part));
  if (found === undefined) throw new Error(`There is no ${part}`);
  return found;
};

export function changeJson(files: Files, name: string, change: (json: Json) => void): void {
  const json = JSON.parse(textOf(files, name)) as Json;
  change(json);
  files.set(name, bytesOf(canonicalJsonV2(json)));
}

export function changeLines(files: Files, name: string, change: (lines: Json[]) => void): void {
  const lines = textOf(files, name)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Json);
  change(lines);
  files.set(name, bytesOf(lines.map((line) => `${canonicalJsonV2(line)}\n`).join('')));
}

function changeText(files: Files, name: string, from: string | RegExp, to: string): void {
  const before = textOf(files, name);
  const after = before.replace(from, to);
  if (after === before) throw new Error(`${name} does not have ${String(from)}`);
  files.set(name, bytesOf(after));
}

/** Recomputes the hash chain of the log. */
function rechain(files: Files): void {
  let previous = '0'.repeat(64);
  changeLines(files, 'steps.jsonl', (lines) => {
    for (const line of lines) {
      const { sequence, step } = line;
      line['previous'] = previous;
      previous = sha256(canonicalJsonV2({ previous, sequence, step }));
      line['hash'] = previous;
    }
  });
  changeJson(files, 'manifest.json', (manifest) => {
    manifest['steps'] = { ...(manifest['steps'] as Json), last: previous };
  });
}

/** Recomputes sizes and hashes of the manifest. */
export function reseal(files: Files): void {
  changeJson(files, 'manifest.json', (manifest) => {
    manifest['files'] = [...files]
      .filter(([name]) => name !== 'manifest.json')
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, bytes]) => ({ name, bytes: bytes.length, sha256: sha256(bytes) }));
  });
}

/** Changes records in the log, and recreates drawing, hash chain, and manifest from it. */
export function redraw(files: Files, change: (record: Json) => void): void {
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const kind = 'kind' in value ? value.kind : undefined;
    if ((kind === 'connection' && 'utxoKey' in value) || (kind === 'conversion' && 'gave' in value))
      change(value);
    for (const part of Object.values(value)) walk(part);
  };
  let document = emptyDocument;
  changeLines(files, 'steps.jsonl', (lines) => {
    lines.forEach(walk);
    for (const line of lines) ({ document } = apply(document, line['step'] as Step));
  });
  rechain(files);
  const { timestamp } = JSON.parse(textOf(files, 'document.json')) as { timestamp: string };
  // Fields are in the order of the schema.
  const changed = Date.parse(timestamp) / 1000;
  const read = readFile(writeFile(document, [], changed));
  if (!read.ok) throw new Error(`The forged drawing is no drawing: ${read.reason}`);
  files.set('document.json', bytesOf(writeFile(read.document, [], changed)));
  changeJson(files, 'manifest.json', (manifest) => {
    const digest = documentDigest(document);
    manifest['document'] = { ...(manifest['document'] as Json), digest, records: document.records.size };
  });
}

/** Returns the first transfer of the drawing as stored in its file. */
function firstTransfer(files: Files): Json {
  const drawing = JSON.parse(textOf(files, 'document.json')) as { connections: Json[] };
  const [first] = drawing.connections;
  if (!first) throw new Error('There is no transfer');
  return first;
}

export const more = (amount: unknown): string => String(BigInt(String(amount)) + 1n);

/** Forgeries that keep the ZIP file well-formed, one of each kind. */
export const forgeries: readonly Forgery[] = [
  {
    name: 'a byte of a file is changed',
    forge: (files) => changeText(files, 'labels.json', '"confidence":', '"confidence":1'),
    careless: true,
    reported: /labels\.json has \d+ bytes|hash of labels\.json differs/,
  },
  {
    name: 'the amount of a transfer is made larger, in drawing and log',
    forge(files) {
      const { id } = firstTransfer(files);
      redraw(files, (record) => {
        if (record['id'] === id) record['amount'] = more(record['amount']);
      });
    },
    reported: /Transfer .*: (its amount is \d+, not \d+|its output)/,
  },
  {
    name: 'the amount is changed in the drawing alone',
    forge(files) {
      const { amount } = firstTransfer(files);
      changeText(files, 'document.json', `"amount":"${String(amount)}"`, `"amount":"${more(amount)}"`);
    },
    reported: /The drawing differs from the result of its steps/,
  },
  {
    name: 'a shown name in the file of the drawing is other than that of its records',
    forge: (files) => changeText(files, 'document.json', /"label":"[^"]+"/, '"label":"Somebody honest"'),
    reported: /differs from its records/,
  },
  {
    name: 'a transfer is turned around',
    forge(files) {
      const { id } = firstTransfer(files);
      redraw(files, (record) => {
        if (record['id'] !== id) return;
        const { from, to, utxoKey } = record;
        Object.assign(record, { from: to, to: from, id: `${String(utxoKey)}|${String(to)}|${String(from)}` });
      });
    },
    reported: /has no such transfer between these addresses/,
  },
  {
    name: 'a transfer names another transaction',
    forge(files) {
      const { id, txHash } = firstTransfer(files);
      const other = named(files, 'spent/bitcoin/').slice('spent/bitcoin/'.length, -'.bin'.length);
      redraw(files, (record) => {
        if (record['id'] !== id) return;
        Object.assign(record, { transaction: other });
        for (const key of ['id', 'utxoKey']) record[key] = String(record[key]).replace(String(txHash), other);
      });
    },
    reported: /Transaction [0-9a-f]{64} of 1 transfers is missing/,
  },
  {
    name: 'the time of a transfer is a day earlier',
    forge(files) {
      const { id } = firstTransfer(files);
      redraw(files, (record) => {
        if (record['id'] === id) record['time'] = Number(record['time']) - 86_400;
      });
    },
    reported: /its block or time differs/,
  },
  {
    name: 'a step is taken out of the log',
    forge(files) {
      changeLines(files, 'steps.jsonl', (lines) => lines.splice(2, 1));
      rechain(files);
    },
    reported: /Step 3 has the number 4/,
  },
  {
    name: 'two steps change places',
    forge(files) {
      changeLines(files, 'steps.jsonl', (lines) => {
        const [a, b] = [lines[2], lines[3]];
        if (a && b) lines.splice(2, 2, { ...b, sequence: 3 }, { ...a, sequence: 4 });
      });
    },
    reported: /Step 3 does not follow the previous step/,
  },
  {
    name: 'the author of a step is another one',
    forge: (files) =>
      changeLines(files, 'steps.jsonl', ([line]) => {
        if (line) line['step'] = { ...(line['step'] as Json), author: 'somebody else' };
      }),
    reported: /Step 1 does not match its hash/,
  },
  {
    name: 'a transaction pays one satoshi more',
    forge(files) {
      const name = named(files, 'transactions/bitcoin/');
      const tx = decodeTransaction(files.get(name) ?? new Uint8Array());
      const outputs = tx.outputs.map((one, i) => (i === 0 ? { ...one, value: one.value + 1n } : one));
      files.set(name, encodeTransaction({ ...tx, outputs }));
    },
    reported: /transactions\/bitcoin\/.* contains transaction/,
  },
  {
    name: 'a transaction that is spent held more',
    forge(files) {
      const name = named(files, 'spent/bitcoin/');
      const tx = decodeTransaction(files.get(name) ?? new Uint8Array());
      const outputs = tx.outputs.map((one) => ({ ...one, value: one.value * 2n }));
      files.set(name, encodeTransaction({ ...tx, outputs }));
    },
    reported: /spent\/bitcoin\/.* contains transaction/,
  },
  {
    name: 'a transaction is left out',
    forge: (files) => void files.delete(named(files, 'transactions/bitcoin/')),
    reported: /Transaction [0-9a-f]{64} of \d+ transfers is missing/,
  },
  {
    name: 'a branch leads elsewhere',
    forge: (files) =>
      changeLines(files, 'proofs/bitcoin.jsonl', (lines) => {
        const line = lines.find(({ branch }) => Array.isArray(branch) && branch.length > 0);
        if (line) line['branch'] = ['ab'.repeat(32), ...(line['branch'] as string[]).slice(1)];
      }),
    reported: /The Merkle branch of [0-9a-f]{64} does not match the header/,
  },
  {
    name: 'a proof is of another block',
    forge: (files) =>
      changeLines(files, 'proofs/bitcoin.jsonl', ([line]) => {
        if (line) line['height'] = Number(line['height']) + 1;
      }),
    reported: /does not match the header|its block or time differs/,
  },
  {
    name: 'a header has another merkle root, without its work',
    forge: (files) =>
      changeLines(files, 'proofs/bitcoin-headers.jsonl', (lines) => {
        for (const line of lines) {
          const header = String(line['header']);
          line['header'] = `${header.slice(0, 72)}${'cd'.repeat(32)}${header.slice(136)}`;
        }
      }),
    reported: /above the target|does not follow the header/,
  },
  {
    name: 'a header is taken out of their row',
    forge: (files) =>
      changeLines(files, 'proofs/bitcoin-headers.jsonl', (lines) => lines.splice(lines.length >> 1, 1)),
    reported: /Headers between blocks \d+ and \d+ are missing/,
  },
  {
    name: 'the block that a step was answered at is another one',
    forge(files) {
      changeLines(files, 'steps.jsonl', (lines) => {
        for (const { step } of lines) {
          const basis = (step as Json)['basis'] as Json | undefined;
          if (basis) basis['blockHash'] = '00'.repeat(32);
        }
      });
      rechain(files);
    },
    reported: /The header of bitcoin block \d+ \(0{64}\), which a step refers to, is missing/,
  },
  {
    name: 'the label of an address is of somebody else',
    forge: (files) =>
      changeJson(files, 'labels.json', (labels) => {
        const [first] = labels as unknown as Json[];
        if (first) first['name'] = 'Somebody honest';
      }),
    reported: /The label of .* is Somebody honest/,
  },
  {
    name: 'the record of a score says another score',
    forge: (files) =>
      changeJson(files, 'risk.json', (scores) => {
        const [first] = scores as unknown as { record: { answer: Json } }[];
        if (first) first.record.answer['overall100'] = 3;
      }),
    reported: /The score record of .* does not match its hash/,
  },
  {
    name: 'a file that nothing needs is put in',
    forge: (files) =>
      void files.set(
        `spent/bitcoin/${'ee'.repeat(32)}.bin`,
        files.get(named(files, 'spent/bitcoin/')) ?? new Uint8Array(),
      ),
    reported: /is not needed/,
  },
  {
    name: 'what is there is said to be missing',
    forge: (files) =>
      changeJson(files, 'manifest.json', (manifest) => {
        manifest['missing'] = [{ what: 'transaction', id: 'ab'.repeat(32), why: 'It was lost.' }];
      }),
    reported: /as missing, but it is not needed/,
  },
  {
    name: 'the explanation is another one',
    forge: (files) =>
      changeText(files, 'README.txt', 'What verification proves', 'Nothing needs to be checked'),
    reported: /README\.txt differs from the text of this format/,
  },
];

/** Creates a ZIP of one file with any name, whose headers may claim another size than that of its content. */
export function oneFileZip(name: string, content: Uint8Array, claimed = content.length): Uint8Array {
  const packed = deflateRawSync(content);
  const title = Buffer.from(name, 'latin1');
  const head = (mark: number, size: number): Buffer => {
    const bytes = Buffer.alloc(size);
    bytes.writeUInt32LE(mark, 0);
    return bytes;
  };
  const sums = (bytes: Buffer, at: number, lengths: number): void => {
    bytes.writeUInt16LE(8, at - 6);
    bytes.writeUInt32LE(crc32(content), at);
    bytes.writeUInt32LE(packed.length, at + 4);
    bytes.writeUInt32LE(claimed, at + 8);
    bytes.writeUInt16LE(title.length, lengths);
  };
  const local = head(0x04034b50, 30);
  sums(local, 14, 26);
  const central = head(0x02014b50, 46);
  sums(central, 16, 28);
  const end = head(0x06054b50, 22);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + title.length, 12);
  end.writeUInt32LE(30 + title.length + packed.length, 16);
  return Buffer.concat([local, title, packed, central, title, end]);
}

/** Returns a compression bomb: larger than any file of a bundle, in few bytes. */
export const bomb = (): Uint8Array =>
  oneFileZip('steps.jsonl', new Uint8Array(8 * 1024 * 1024), bundleLimits.fileBytes - 1);
