import { describeWithData, readData, readDataJson } from '../../../../../test/chain-data.ts';
import { decodeEthereumBlock } from './decode-block.ts';
import { decodeReceipts } from './decode-receipts.ts';

/** Tests that need files of real Ethereum data; where one is missing they are skipped and say so. */
export function describeWithRealData(name: string, files: readonly string[], tests: () => void): void {
  describeWithData(
    name,
    files.map((file) => `ethereum/${file}`),
    tests,
  );
}

/** A text file of real data. */
export function readReal(name: string): string {
  return readData(`ethereum/${name}`).toString('utf8');
}

/** A JSON file of real data; the caller knows its shape. */
export function readRealJson(name: string): unknown {
  return readDataJson(`ethereum/${name}`);
}

/** A recorded block with its receipts. */
export function readRealBlock(number: number) {
  const block = decodeEthereumBlock(readRealJson(`rpc/${number}/block.json`));
  return { block, receipts: decodeReceipts(readRealJson(`rpc/${number}/receipts.json`), block) };
}
