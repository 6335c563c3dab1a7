import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  blockRewards,
  type BlockTraces,
  decodeCallTraces,
  decodeEthereumBlock,
  decodeParityTraces,
  decodeReceipts,
  decodeUncle,
  type EthereumBlock,
  EthereumError,
  type EthereumHeader,
  type Receipt,
  verifyEthereumBlock,
  verifyRewards,
  verifyTraces,
} from '@hopscope/chain';
import type { EthereumBundle } from '../../ledger/ethereum/blocks/bundle.ts';
import { rewardScheduleOf } from '../../ledger/ethereum/blocks/schedule.ts';

/** A folder with the recorded responses about one block; its name is the height. */
export interface BlockFolder {
  readonly height: number;
  readonly path: string;
}

/** Thrown if a file can't be used; the message contains its path and the reason. */
export class BlockFileError extends Error {
  override name = 'BlockFileError';
  readonly file: string;
  constructor(file: string, message: string) {
    super(`${file}: ${message}`);
    this.file = file;
  }
}

/**
 * Reads and verifies the recorded responses about one block: `block.json` and `receipts.json`, and if they exist,
 * `traces.json` (`trace_block` or `debug_traceBlockByNumber` with `callTracer`) and `uncles.json` (a list). A response may
 * be the file itself or its `result`. Waits for the disk, so call it in a thread. Throws BlockFileError.
 */
export function decodeBlockFolder(folder: BlockFolder, chainId: bigint): EthereumBundle {
  const at = (name: string): string => join(folder.path, name);
  const block = decodeFile(at('block.json'), decodeEthereumBlock);
  requirePlace(at('block.json'), block, folder.height, chainId);
  const receipts = decodeFile(at('receipts.json'), (answer) => decodeReceipts(answer, block));
  const uncles = decodeOptional(at('uncles.json'), decodeUncles);
  const traces = decodeOptional(at('traces.json'), decodeTraces);
  refusing(folder.path, () => verifyEthereumBlock(block, uncles ? { receipts, uncles } : { receipts }));
  if (traces) {
    refusing(at('traces.json'), () =>
      checkTraces(traces, { block, receipts, uncles: uncles ?? [], chainId }),
    );
  }
  return { block, receipts, uncles: uncles ?? [], traces: traces ?? null, tokens: [] };
}

function requirePlace(file: string, block: EthereumBlock, height: number, chainId: bigint): void {
  const { number } = block.header;
  if (number !== height) {
    throw new BlockFileError(file, `is block ${number}, but its folder is called ${height}`);
  }
  const foreign = block.transactions.find((tx) => tx.chainId !== null && tx.chainId !== chainId);
  if (foreign) {
    throw new BlockFileError(file, `has a transaction of chain ${foreign.chainId}, not of chain ${chainId}`);
  }
}

function checkTraces(
  traces: BlockTraces,
  about: {
    block: EthereumBlock;
    receipts: readonly Receipt[];
    uncles: readonly EthereumHeader[];
    chainId: bigint;
  },
): void {
  const { block, receipts, uncles } = about;
  verifyTraces(traces, block, receipts);
  if (traces.rewards && uncles.length === block.uncles.length) {
    verifyRewards(traces.rewards, blockRewards(block.header, uncles, rewardScheduleOf(about.chainId)));
  }
}

function decodeUncles(answer: unknown): EthereumHeader[] {
  if (!Array.isArray(answer)) throw new EthereumError('json_type', 'uncles', 'uncles is not a list.');
  return answer.map((uncle: unknown) => decodeUncle(uncle).header);
}

/**
 * Decodes traces: `trace_block` contains the path in the tree of calls with each trace, the call tracer a result for each
 * transaction.
 */
function decodeTraces(answer: unknown): BlockTraces {
  const first: unknown = Array.isArray(answer) ? answer[0] : undefined;
  const nested = typeof first === 'object' && first !== null && !('traceAddress' in first);
  return nested ? decodeCallTraces(answer) : decodeParityTraces(answer);
}

function decodeFile<T>(file: string, decode: (answer: unknown) => T): T {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new BlockFileError(
      file,
      `cannot be read (${error instanceof Error ? error.message : String(error)})`,
    );
  }
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new BlockFileError(file, 'is truncated: not a complete JSON document');
  }
  return refusing(file, () => decode(unwrap(answer)));
}

function decodeOptional<T>(file: string, decode: (answer: unknown) => T): T | undefined {
  return existsSync(file) ? decodeFile(file, decode) : undefined;
}

function unwrap(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null && 'result' in answer && 'jsonrpc' in answer
    ? answer.result
    : answer;
}

function refusing<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof EthereumError) throw new BlockFileError(file, error.message);
    throw error;
  }
}
