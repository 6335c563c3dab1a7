import type { ScriptType } from '@hopscope/domain';
import { expect, it } from 'vitest';
import {
  addressKeyOfScript,
  annexOf,
  classifyScript,
  decodeTransaction,
  disassemble,
  encodeAddress,
  encodeTransaction,
  fromDisplayHash,
  fromHex,
  isCoinbase,
  networks,
  parseAddress,
  type Transaction,
  toDisplayHash,
} from '../src/index.ts';
import { describeWithBlocks, hashing, readSharedJson } from './shared-data.ts';

interface EsploraOutput {
  readonly scriptpubkey: string;
  readonly scriptpubkey_asm: string;
  readonly scriptpubkey_type: string;
  readonly scriptpubkey_address?: string;
  readonly value: number;
}

interface EsploraTransaction {
  readonly txid: string;
  readonly version: number;
  readonly locktime: number;
  readonly size: number;
  readonly weight: number;
  readonly vin: readonly {
    readonly txid: string;
    readonly vout: number;
    readonly prevout: EsploraOutput | null;
    readonly scriptsig: string;
    readonly scriptsig_asm: string;
    readonly witness?: readonly string[];
    readonly is_coinbase: boolean;
    readonly sequence: number;
  }[];
  readonly vout: readonly EsploraOutput[];
}

const types: Readonly<Record<string, ScriptType>> = {
  p2pk: 'p2pk',
  p2pkh: 'p2pkh',
  p2sh: 'p2sh',
  v0_p2wpkh: 'p2wpkh',
  v0_p2wsh: 'p2wsh',
  v1_p2tr: 'p2tr',
  multisig: 'multisig',
  op_return: 'op_return',
};

const NOT_YET = new Uint8Array(0);

function fromEsplora(answer: EsploraTransaction): Transaction {
  const inputs = answer.vin.map((input) => ({
    prevTxid: fromDisplayHash(input.txid),
    prevVout: input.vout,
    script: fromHex(input.scriptsig),
    sequence: input.sequence,
    witness: (input.witness ?? []).map(fromHex),
  }));
  const draft: Transaction = {
    txid: NOT_YET,
    wtxid: NOT_YET,
    version: answer.version,
    segwit: inputs.some(({ witness }) => witness.length > 0),
    inputs,
    outputs: answer.vout.map(({ value, scriptpubkey }) => ({
      value: BigInt(value),
      script: fromHex(scriptpubkey),
    })),
    locktime: answer.locktime,
    size: 0,
    strippedSize: 0,
    weight: 0,
    vsize: 0,
  };
  return decodeTransaction(encodeTransaction(draft), { hashing });
}

function compareOutput(output: EsploraOutput): void {
  const script = fromHex(output.scriptpubkey);
  expect(classifyScript(script)).toBe(types[output.scriptpubkey_type]);
  expect(disassemble(script)).toBe(output.scriptpubkey_asm);
  const key = addressKeyOfScript(script, hashing);
  if (output.scriptpubkey_address !== undefined) {
    expect(key && encodeAddress(key, networks.mainnet)).toBe(output.scriptpubkey_address);
    const parsed = parseAddress(output.scriptpubkey_address, networks.mainnet);
    expect(parsed.type).toBe(types[output.scriptpubkey_type]);
  } else {
    expect(key).toBeUndefined();
  }
}

describeWithBlocks('recorded answers of an Esplora explorer', ['esplora/api-responses'], () => {
  it.each([
    ['bare-multisig', 1],
    ['batch-withdrawal-143', 1],
    ['dust-attack-555', 1],
    ['joinmarket-coinjoin', 1],
    ['op-return-charley', 1],
    ['satoshi-genesis-txs', 50],
    ['simple-legacy-p2pkh', 1],
    ['taproot-op-return', 1],
    ['taproot-script-path', 1],
    ['wabisabi-coinjoin', 1],
    ['whirlpool-coinjoin', 1],
  ])('%s: hashes, sizes, types, addresses and words agree', (name, count) => {
    const answer = readSharedJson(`esplora/api-responses/${name}.json`);
    const transactions = (Array.isArray(answer) ? answer : [answer]) as readonly EsploraTransaction[];
    expect(transactions.length).toBe(count);
    for (const expected of transactions) {
      const tx = fromEsplora(expected);
      expect(toDisplayHash(tx.txid)).toBe(expected.txid);
      expect([tx.size, tx.weight]).toEqual([expected.size, expected.weight]);
      for (const output of expected.vout) compareOutput(output);
      for (const [i, input] of expected.vin.entries()) {
        expect(isCoinbase(tx)).toBe(input.is_coinbase);
        if (input.prevout) compareOutput(input.prevout);
        expect(disassemble(fromHex(input.scriptsig))).toBe(input.scriptsig_asm);
        const own = tx.inputs[i];
        expect(own && annexOf(own)).toBeUndefined();
      }
    }
  });
});
