import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Hashing, networks, toDisplayHash, toHex } from '@hopscope/chain';
import {
  demoAttributionOf,
  type DemoEthereumBlock,
  type DemoOptions,
  simulateDemo,
  type TruthEvent,
} from '@hopscope/demo';

/** Maximum size in bytes of a file before a new one is started, as nodes do. */
const fileBytes = 128 * 1024 * 1024;

export interface WrittenDemo {
  blocks: number;
  transactions: number;
  bytes: number;
  files: string[];
  /** Hash of the chain tip in display order. */
  tip: string;
  /** The Ethereum side; undefined if it isn't written. */
  ethereum: { blocks: number; transactions: number; tip: string } | undefined;
}

/** Serializes a fact or claim as a line: hashes in display order, address keys in hex, amounts as texts. */
function lineOf(fact: object): string {
  const plain = JSON.stringify(fact, (name, value: unknown) => {
    if (value instanceof Uint8Array) return name === 'txid' ? toDisplayHash(value) : toHex(value);
    return typeof value === 'bigint' ? value.toString() : value;
  });
  return `${plain}\n`;
}

async function put(stream: WriteStream, chunk: Uint8Array | string): Promise<void> {
  if (!stream.write(chunk)) await once(stream, 'drain');
}

async function finish(stream: WriteStream): Promise<void> {
  stream.end();
  await once(stream, 'close');
}

function openStream(path: string): WriteStream {
  const stream = createWriteStream(path, { flags: 'wx', highWaterMark: 4 << 20 });
  // The pending write throws the error.
  stream.on('error', () => {});
  return stream;
}

/** A file of lines that are collected and written with each block. */
interface Lines {
  add(fact: object): void;
  flush(): Promise<void>;
  close(): Promise<void>;
}

function openLines(path: string): Lines {
  const stream = openStream(path);
  let lines: string[] = [];
  return {
    add: (fact) => void lines.push(lineOf(fact)),
    async flush() {
      if (lines.length === 0) return;
      const text = lines.join('');
      lines = [];
      await put(stream, text);
    },
    async close() {
      await finish(stream);
      await sync(path);
    },
  };
}

/** Syncs a finished file, so that a full disk is reported immediately. */
async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  await file.sync();
  await file.close();
}

/** Writes a block as responses of a node: `<number>/block.json`, `receipts.json`, `traces.json`. */
async function putBlock(folder: string, { number, answers }: DemoEthereumBlock): Promise<void> {
  const own = join(folder, String(number));
  await mkdir(own);
  for (const [name, answer] of Object.entries(answers)) {
    await writeFile(join(own, `${name}.json`), JSON.stringify(answer), { flag: 'wx' });
  }
}

/**
 * Writes a demo to a folder: the Bitcoin side as `blk00000.dat` …, the Ethereum side (unless it has no transactions) as
 * `ethereum/<number>/{block,receipts,traces}.json` with `ethereum/openings.json`, wei by address before block 0. With
 * `truth`, also writes the truth about both as `truth.ndjson`, and the claims of an imperfect directory as
 * `directory.ndjson`. Fails, instead of overwriting, if a file exists. `onBlock` is called for every Bitcoin block.
 */
export async function writeDemoFiles(options: {
  folder: string;
  demo: Omit<DemoOptions, 'hashing'>;
  hashing: Hashing;
  truth: boolean;
  signal: AbortSignal;
  onBlock?: (block: { height: number; transactions: number; last: number }) => void;
}): Promise<WrittenDemo> {
  const { folder, demo, hashing, signal } = options;
  await mkdir(folder, { recursive: true });
  const books = options.truth
    ? {
        'truth.ndjson': openLines(join(folder, 'truth.ndjson')),
        'directory.ndjson': openLines(join(folder, 'directory.ndjson')),
      }
    : undefined;
  const emit = (event: TruthEvent): void => {
    books?.['truth.ndjson'].add(event);
    const attribution = books && demoAttributionOf(event, demo.seed);
    if (attribution) books['directory.ndjson'].add(attribution);
  };
  const { bitcoin, ethereum } = simulateDemo({ ...demo, hashing }, emit);
  const last = Math.floor(demo.length / demo.blockInterval);
  const written: WrittenDemo = {
    blocks: 0,
    transactions: 0,
    bytes: 0,
    files: [],
    tip: '',
    ethereum: undefined,
  };
  let current: { stream: WriteStream; path: string; bytes: number } | undefined;

  async function close(): Promise<void> {
    if (!current) return;
    await finish(current.stream);
    await sync(current.path);
  }

  const ethereumFolder = demo.ethereumTransactions > 0 ? join(folder, 'ethereum') : undefined;
  if (ethereumFolder !== undefined) {
    await mkdir(ethereumFolder);
    const openings = Object.fromEntries(
      [...ethereum.openings].map(([address, wei]) => [`0x${address}`, `${wei}`]),
    );
    await writeFile(join(ethereumFolder, 'openings.json'), JSON.stringify(openings), { flag: 'wx' });
  }

  async function writeEthereum(time: number): Promise<void> {
    if (ethereumFolder === undefined) return;
    const block = ethereum.next(time);
    await putBlock(ethereumFolder, block);
    const { transactions } = written.ethereum ?? { transactions: 0 };
    written.ethereum = {
      blocks: block.number + 1,
      transactions: transactions + block.transactions,
      tip: `0x${toHex(block.hash)}`,
    };
  }

  for (let height = 0; height <= last; height++) {
    signal.throwIfAborted();
    const time = demo.start + height * demo.blockInterval;
    const block = bitcoin.next(time);
    await writeEthereum(time);
    if (!current || current.bytes + block.bytes.length + 8 > fileBytes) {
      await close();
      const name = `blk${String(written.files.length).padStart(5, '0')}.dat`;
      current = { stream: openStream(join(folder, name)), path: join(folder, name), bytes: 0 };
      written.files.push(name);
    }
    const frame = new Uint8Array(8);
    frame.set(networks.demo.magic);
    new DataView(frame.buffer).setUint32(4, block.bytes.length, true);
    await put(current.stream, frame);
    await put(current.stream, block.bytes);
    current.bytes += 8 + block.bytes.length;
    written.blocks++;
    written.transactions += block.transactions;
    written.bytes += 8 + block.bytes.length;
    written.tip = toDisplayHash(block.hash);
    for (const book of Object.values(books ?? {})) await book.flush();
    options.onBlock?.({ height, transactions: written.transactions, last });
  }
  await close();
  for (const [name, book] of Object.entries(books ?? {})) {
    await book.close();
    written.files.push(name);
  }
  return written;
}
