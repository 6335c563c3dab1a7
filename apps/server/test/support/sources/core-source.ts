import { encodeBlock } from '@hopscope/chain';
import type { SourceStatus } from '@hopscope/contract';
import { expect } from 'vitest';
import type { BlockAtHeight } from '../../../src/ledger/bitcoin/blocks/batch.ts';
import { startCoreSource as start, type StartedSource } from './core-source-process.ts';

export interface RunningSource extends StartedSource {
  /** Waits until the status has a phase. */
  reaches(phase: SourceStatus['phase']): Promise<void>;
}

/** Starts the source in this process, with functions to wait for its phases. */
export function startCoreSource(...given: Parameters<typeof start>): RunningSource {
  const source = start(...given);
  return {
    ...source,
    reaches: (phase) => expect.poll(() => source.status(), { interval: 20 }).toMatchObject({ phase }),
  };
}

export function rawBlocks(blocks: readonly BlockAtHeight[]): Uint8Array[] {
  return blocks.map(({ block }) => encodeBlock(block));
}
