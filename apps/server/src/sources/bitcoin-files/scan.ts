import { open } from 'node:fs/promises';
import {
  type BitcoinNetwork,
  type BlockHeader,
  ChainError,
  claimedHeight,
  createBlockFramer,
  decodeHeader,
  HEADER_SIZE,
  type Hashing,
  networkByMagic,
  type SkipReason,
  skimBlock,
  verifyProofOfWork,
} from '@hopscope/chain';
import type { BlockIndex } from './block-index.ts';
import type { BlockFile } from './find-files.ts';

/** Findings of the file scan other than blocks. */
export interface ScanReport {
  /** Number of blocks that the files contain more than once. */
  duplicates: number;
  /** Ranges without a usable block. Zero padding isn't reported. */
  damaged: { path: string; from: number; to: number; why: SkipReason | 'no block' }[];
  /** Files of another network. */
  foreign: { path: string; network: string }[];
}

export interface ScanOptions {
  files: readonly BlockFile[];
  network: BitcoinNetwork;
  hashing: Hashing;
  index: BlockIndex;
  onBytes?: (bytes: number) => void;
  signal?: AbortSignal;
}

const chunkSize = 4 << 20;
/** Maximum size in bytes of a file that is tried as a single raw block. */
const maxRawBlock = 8_000_000;

/** Applies the file's XOR key to bytes at `offset` of a file. */
export function applyXor(chunk: Uint8Array, key: Uint8Array | undefined, offset: number): void {
  if (!key) return;
  for (let i = 0, at = offset % key.length; i < chunk.length; i++) {
    chunk[i] = (chunk[i] ?? 0) ^ (key[at] ?? 0);
    at = at + 1 === key.length ? 0 : at + 1;
  }
}

/** Returns the first bytes of a file without obfuscation. */
async function readHead(file: BlockFile, length: number): Promise<Uint8Array> {
  const handle = await open(file.path);
  try {
    const head = new Uint8Array(Math.min(length, file.bytes));
    await handle.read(head, 0, head.length, 0);
    applyXor(head, file.xorKey, 0);
    return head;
  } finally {
    await handle.close();
  }
}

/** Returns the network whose magic bytes a file starts with. */
export async function networkOfFile(file: BlockFile): Promise<BitcoinNetwork | undefined> {
  const head = await readHead(file, 4);
  return head.length === 4 ? networkByMagic(head) : undefined;
}

/** Returns the bytes of one block of a file. Throws errors of the file system. */
export async function readRecord(file: BlockFile, offset: number, length: number): Promise<Uint8Array> {
  const handle = await open(file.path);
  try {
    const bytes = new Uint8Array(length);
    await handle.read(bytes, 0, length, offset);
    applyXor(bytes, file.xorKey, offset);
    return bytes;
  } finally {
    await handle.close();
  }
}

interface SeenBlock {
  header: BlockHeader;
  hash: Uint8Array;
  /** Size of the block itself in bytes. */
  size: number;
  namedHeight: number | undefined;
}

/** Returns a block with a valid format whose header has its proof of work; undefined for anything else. */
function tryBlock(bytes: Uint8Array, network: BitcoinNetwork, hashing: Hashing): SeenBlock | undefined {
  if (bytes.length < HEADER_SIZE) return undefined;
  try {
    const { header, hash } = decodeHeader(bytes.subarray(0, HEADER_SIZE), hashing);
    verifyProofOfWork(header, hash, network);
    const { size, coinbaseScript } = skimBlock(bytes);
    return { header, hash, size, namedHeight: claimedHeight(header.version, coinbaseScript) };
  } catch (error) {
    if (error instanceof ChainError) return undefined;
    throw error;
  }
}

/**
 * Finds every block of the files and adds it to the index. Bodies are verified later, when they are loaded. After an abort,
 * report and index are partial.
 */
export async function scanFiles(options: ScanOptions): Promise<ScanReport> {
  const { files, network, hashing, index } = options;
  const report: ScanReport = { duplicates: 0, damaged: [], foreign: [] };
  const enter = (block: SeenBlock, file: number, offset: number): void => {
    const added = index.add({
      hash: block.hash,
      prevHash: block.header.prevHash,
      file,
      offset,
      length: block.size,
      bits: block.header.bits,
      namedHeight: block.namedHeight ?? -1,
    });
    if (added === -1) report.duplicates++;
  };

  for (const [number, file] of files.entries()) {
    if (options.signal?.aborted) break;
    const own = await networkOfFile(file);
    if (own && own.name !== network.name) {
      report.foreign.push({ path: file.path, network: own.name });
      continue;
    }
    if (!own && file.bytes <= maxRawBlock) {
      const block = tryBlock(await readHead(file, maxRawBlock), network, hashing);
      if (block) {
        enter(block, number, 0);
        options.onBytes?.(file.bytes);
        continue;
      }
    }
    const before = index.size + report.duplicates;
    const padding = await scanFramed(file, number, options, enter, report);
    if (index.size + report.duplicates === before && !padding) {
      report.damaged = report.damaged.filter((part) => part.path !== file.path);
      report.damaged.push({ path: file.path, from: 0, to: file.bytes, why: 'no block' });
    }
  }
  return report;
}

/** Scans one framed file. Returns true if it contains only zeros. */
async function scanFramed(
  file: BlockFile,
  number: number,
  { network, hashing, onBytes, signal }: ScanOptions,
  enter: (block: SeenBlock, file: number, offset: number) => void,
  report: ScanReport,
): Promise<boolean> {
  const zeros: { from: number; to: number }[] = [];
  let onlyZeros = true;
  const framer = createBlockFramer({
    magic: network.magic,
    ...(file.xorKey ? { xorKey: file.xorKey } : {}),
    accept(record, offset) {
      const block = tryBlock(record, network, hashing);
      if (!block) return false;
      enter(block, number, offset + 8);
      return block.size === record.length; // otherwise the length is wrong: search for more blocks inside
    },
    skipped(from, to, why) {
      // Cut off by a length that exceeds the end of the file, with more of the file after it.
      const inside = why === 'torn' && to < file.bytes;
      report.damaged.push({ path: file.path, from, to, why: inside ? 'rejected' : why });
    },
  });
  const handle = await open(file.path);
  try {
    const chunk = new Uint8Array(chunkSize);
    let zeroFrom = -1;
    for (let offset = 0; ; ) {
      if (signal?.aborted) break;
      const { bytesRead } = await handle.read(chunk, 0, chunkSize, offset);
      if (bytesRead === 0) {
        if (zeroFrom >= 0) zeros.push({ from: zeroFrom, to: offset });
        break;
      }
      const piece = chunk.subarray(0, bytesRead);
      const plain = file.xorKey ? piece.slice() : piece;
      applyXor(plain, file.xorKey, offset);
      const lastFilled = plain.findLastIndex((byte) => byte !== 0);
      if (lastFilled >= 0) {
        onlyZeros = false;
        zeroFrom = offset + lastFilled + 1;
      } else if (zeroFrom < 0) zeroFrom = offset;
      framer.push(piece);
      offset += bytesRead;
      onBytes?.(bytesRead);
    }
    framer.end();
  } finally {
    await handle.close();
  }
  // Zeros at the end are space that the node has reserved.
  const tail = zeros.at(-1);
  report.damaged = report.damaged.flatMap((part) => {
    if (!tail || part.path !== file.path || part.why !== 'garbage' || part.to <= tail.from) return [part];
    const strange = tail.from - part.from;
    return strange > 8 ? [{ ...part, to: tail.from }] : [];
  });
  return onlyZeros;
}
