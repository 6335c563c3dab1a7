import { readFileSync } from 'node:fs';
import { addressKeyOfScript, classifyScript, fromHex } from '@hopscope/chain';
import type { RiskInput, RiskOutput, RiskTransaction } from '@hopscope/risk';
import { nativeHashing } from '../ledger/native-hashing.ts';
import { byteKey } from '../ledger/shared/byte-keys.ts';

/** A transaction of a file of Dumplings. */
export interface DumpedTransaction {
  readonly txid: string;
  readonly tx: RiskTransaction;
}

function coinOf(value: string, script: string): RiskOutput {
  const bytes = fromHex(script);
  const key = addressKeyOfScript(bytes, nativeHashing);
  return { key: key && byteKey(key), value: BigInt(value), type: classifyScript(bytes) };
}

/** `txid-output-value+script+type`. */
function inputOf(text: string): RiskInput {
  const [, value, script] = /^[0-9a-f]{64}-\d+-(\d+)\+([0-9a-f]*)\+\w+$/.exec(text) ?? [];
  if (value === undefined || script === undefined) throw new RangeError(`Not an input: ${text}`);
  return { known: true, ...coinOf(value, script) };
}

/** `value+script+type`. */
function outputOf(text: string): RiskOutput {
  const [, value, script] = /^(\d+)\+([0-9a-f]*)\+\w+$/.exec(text) ?? [];
  if (value === undefined || script === undefined) throw new RangeError(`Not an output: ${text}`);
  return coinOf(value, script);
}

function transactionOf(line: string): DumpedTransaction {
  const fields = line.split(':::');
  const [txid = '', , , , inputs = '', outputs = ''] = fields;
  if (fields.length !== 6 || !/^[0-9a-f]{64}$/.test(txid))
    throw new RangeError('Not six fields after a txid');
  const tx = {
    coinbase: false,
    inputs: inputs.split('}{').map(inputOf),
    outputs: outputs.split('}{').map(outputOf),
  };
  return { txid, tx };
}

/**
 * Reads transactions with their spent outputs from a file of the scanner Dumplings (github.com/nopara73/Dumplings), one per
 * line: txid, block, index, time, inputs, outputs. Throws RangeError with file and line.
 */
export function readDumplings(path: string): DumpedTransaction[] {
  const lines = readFileSync(path, 'utf8').split(/\r?\n/);
  return lines.flatMap((line, i) => {
    if (line.trim() === '') return [];
    try {
      return [transactionOf(line.trim())];
    } catch (error) {
      throw new RangeError(
        `${path}, line ${i + 1}: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  });
}
