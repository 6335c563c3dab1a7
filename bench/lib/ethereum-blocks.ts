import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Answer, BlockAnswers } from '../../packages/chain/src/ethereum/codec/answers.fixture.ts';
import { sealed } from '../../packages/chain/src/ethereum/codec/sealed.fixture.ts';

const folder = fileURLToPath(new URL('../../../shared/data/ethereum/rpc/', import.meta.url));
const heights = [1_000_000, 4_369_999, 18_500_000] as const;
const firstHeight = 20_000_000;

/** Tests whether the recorded blocks exist; they aren't part of the repository. */
export function hasRecordedBlocks(): boolean {
  return heights.every((height) => existsSync(join(folder, String(height), 'receipts.json')));
}

async function readAnswers(height: number): Promise<BlockAnswers> {
  const read = async (name: string) =>
    JSON.parse(await readFile(join(folder, String(height), `${name}.json`), 'utf8'));
  return { block: await read('block'), receipts: await read('receipts') };
}

/**
 * Writes the recorded blocks repeatedly until there are enough transactions: each repetition has different heights,
 * hashes, transaction hashes, and senders, so that the blocks form a chain with new accounts. Returns the number of
 * transactions and the bytes of JSON.
 */
export async function writeRepeatedBlocks(
  target: string,
  least: number,
): Promise<{ blocks: number; transactions: number; jsonBytes: number }> {
  const originals = await Promise.all(heights.map(readAnswers));
  let [blocks, transactions, jsonBytes] = [0, 0, 0];
  let parentHash: unknown = `0x${'00'.repeat(32)}`;
  for (let round = 0; transactions < least; round++) {
    for (const original of originals) {
      const answers = sealed(moved(original, { height: firstHeight + blocks, round, parentHash }));
      parentHash = answers.block['hash'];
      const path = join(target, String(firstHeight + blocks));
      await mkdir(path, { recursive: true });
      for (const [name, answer] of Object.entries(answers)) {
        const text = JSON.stringify(answer);
        jsonBytes += text.length;
        await writeFile(join(path, `${name}.json`), text);
      }
      blocks++;
      transactions += answers.block.transactions.length;
    }
  }
  return { blocks, transactions, jsonBytes };
}

function moved(
  original: BlockAnswers,
  { height, round, parentHash }: { height: number; round: number; parentHash: unknown },
): BlockAnswers {
  const copy = structuredClone(original);
  const blockNumber = `0x${height.toString(16)}`;
  Object.assign(copy.block, { number: blockNumber, parentHash });
  copy.block.transactions.forEach((tx, i) => {
    const receipt = copy.receipts[i];
    if (!receipt) return;
    tx['gas'] = `0x${(BigInt(String(tx['gas'])) + BigInt(round)).toString(16)}`;
    tx['blockNumber'] = receipt['blockNumber'] = blockNumber;
    // The address of a new contract depends on its creator, so creators stay the same.
    if (tx['to']) tx['from'] = receipt['from'] = otherSender(tx, round);
    for (const log of receipt.logs) log['blockNumber'] = blockNumber;
  });
  return copy;
}

function otherSender(tx: Answer, round: number): string {
  return `${String(tx['from']).slice(0, 34)}${round.toString(16).padStart(8, '0')}`;
}
