import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  addressKeyOfScript,
  type Block,
  classifyScript,
  createBlockFramer,
  decodeBlock,
  fromHex,
  networks,
  toDisplayHash,
  toHex,
} from '@hopscope/chain';
import {
  type CoinJoinStyle,
  coSpend,
  detectCoinJoin,
  type RiskInput,
  type RiskOutput,
  type RiskTransaction,
} from '@hopscope/risk';
import { z } from 'zod';
import { storeOutputs } from '../ledger/bitcoin/blocks/batch.ts';
import { nativeHashing } from '../ledger/native-hashing.ts';
import { byteKey } from '../ledger/shared/byte-keys.ts';

/** Findings of the detectors in recorded mainnet data. */
export interface RecordedFinding {
  readonly name: string;
  readonly transactions: number;
  readonly coinJoins: readonly { txid: string; style: CoinJoinStyle; equal: number; denomination: bigint }[];
  /** Transactions whose verdict depends on inputs outside the recording, or whose amounts are inconclusive. */
  readonly undecided: number;
  /** Suspected PayJoins among the `several` transactions with inputs of several addresses. */
  readonly payJoins: number;
  readonly several: number;
}

const unknownInput: RiskInput = { known: false, key: undefined, value: undefined, type: undefined };

function evaluate(name: string, txs: readonly { txid: string; tx: RiskTransaction }[]): RecordedFinding {
  const coinJoins: { txid: string; style: CoinJoinStyle; equal: number; denomination: bigint }[] = [];
  let [undecided, payJoins, several] = [0, 0, 0];
  for (const { txid, tx } of txs) {
    const verdict = detectCoinJoin(tx);
    if (verdict.is === 'unknown') undecided++;
    if (verdict.is === 'coinjoin') {
      const { equalOutputs: equal, denomination } = verdict.evidence;
      coinJoins.push({ txid, style: verdict.style, equal, denomination });
    }
    const { keys, obstacle } = coSpend(tx, verdict);
    if (obstacle === 'payjoin') payJoins++;
    if (obstacle !== null || keys.length > 0) several++;
  }
  return { name, transactions: txs.length, coinJoins, undecided, payJoins, several };
}

/** Returns the transactions of blocks in ascending order, with the inputs that earlier blocks resolve. */
function resolve(blocks: readonly Block[]): { txid: string; tx: RiskTransaction }[] {
  const known = new Map<string, RiskOutput[]>();
  return blocks.flatMap((block) =>
    block.transactions.map((tx, index) => {
      const outputs = storeOutputs(tx, nativeHashing).map(
        ({ key, value, type }): RiskOutput => ({ key: key && byteKey(key), value, type }),
      );
      const inputs = tx.inputs.map(({ prevTxid, prevVout }): RiskInput => {
        const spent = known.get(toHex(prevTxid))?.[prevVout];
        return spent ? { known: true, ...spent } : unknownInput;
      });
      known.set(toHex(tx.txid), outputs);
      return { txid: toDisplayHash(tx.txid), tx: { coinbase: index === 0, inputs, outputs } };
    }),
  );
}

function readBlockFile(path: string): Block[] {
  const blocks: Block[] = [];
  const framer = createBlockFramer({
    magic: networks.mainnet.magic,
    accept(record) {
      blocks.push(decodeBlock(record, { hashing: nativeHashing }));
      return true;
    },
  });
  framer.push(new Uint8Array(readFileSync(path)));
  framer.end();
  return blocks;
}

/** Returns the consecutive blocks of a folder of recorded data; empty if they aren't there. */
export function readConsecutive(folder: string): Block[] {
  const path = join(folder, 'blk_560062_560073.dat');
  return existsSync(path) ? readBlockFile(path) : [];
}

const reported = z.object({ scriptpubkey: z.string(), value: z.int() });
const answer = z.object({
  txid: z.string(),
  vin: z.array(z.object({ is_coinbase: z.boolean(), prevout: reported.nullable() })),
  vout: z.array(reported),
});

function riskOutput({ scriptpubkey, value }: z.infer<typeof reported>): RiskOutput {
  const script = fromHex(scriptpubkey);
  const key = addressKeyOfScript(script, nativeHashing);
  return { key: key && byteKey(key), value: BigInt(value), type: classifyScript(script) };
}

/** Reads a transaction with its spent outputs from a response of an Esplora service. */
function readAnswer(path: string): { txid: string; tx: RiskTransaction } {
  const { txid, vin, vout } = answer.parse(JSON.parse(readFileSync(path, 'utf8')));
  const inputs = vin.map(
    ({ prevout }): RiskInput => (prevout ? { known: true, ...riskOutput(prevout) } : unknownInput),
  );
  const coinbase = vin.some(({ is_coinbase }) => is_coinbase);
  return { txid, tx: { coinbase, inputs, outputs: vout.map(riskOutput) } };
}

const answers = [
  'wabisabi-coinjoin',
  'whirlpool-coinjoin',
  'joinmarket-coinjoin',
  'batch-withdrawal-143',
  'dust-attack-555',
  'simple-legacy-p2pkh',
  'bare-multisig',
  'taproot-script-path',
  'taproot-op-return',
  'op-return-charley',
];

/** Returns findings in a folder of recorded mainnet blocks and transactions. Skips files that don't exist. */
export function evaluateRecorded(folder: string): RecordedFinding[] {
  const found: RecordedFinding[] = [];
  const single = join(folder, 'block702861.raw');
  if (existsSync(single)) {
    const block = decodeBlock(new Uint8Array(readFileSync(single)), { hashing: nativeHashing });
    found.push(evaluate('Block 702,861 (September 2021), isolated', resolve([block])));
  }
  const blocks = readConsecutive(folder);
  if (blocks.length > 0) found.push(evaluate('Blocks 560,062 to 560,073 (January 2019)', resolve(blocks)));
  for (const name of answers) {
    const path = join(folder, 'esplora', 'api-responses', `${name}.json`);
    if (existsSync(path)) found.push(evaluate(`Transaction: ${name}`, [readAnswer(path)]));
  }
  return found;
}
