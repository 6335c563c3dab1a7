import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { decodeTransaction, encodeAddress, fromHex, networks, toHex } from '@hopscope/chain';
import {
  type CoinJoinStyle,
  detectCoinJoin,
  fingerprintOf,
  type RiskInput,
  type RiskOutput,
  type WalletFingerprint,
} from '@hopscope/risk';
import { z } from 'zod';
import { storeOutputs } from '../ledger/bitcoin/blocks/batch.ts';
import { nativeHashing } from '../ledger/native-hashing.ts';
import { byteKey } from '../ledger/shared/byte-keys.ts';
import type { DemoFacts, LabeledTransaction, Owner } from './demo-facts.ts';
import { evaluateClusters } from './evaluate-clusters.ts';
import type { Ratio } from './ratio.ts';

/** Real wallet software that ran on a private network, so that the owner of each address is known. */
interface Emulation {
  readonly name: string;
  /** Folder of a fixture of github.com/crocs-muni/coinjoin-analysis (`tests/fixtures/emul__*.zip`). */
  readonly folder: string;
  readonly style: CoinJoinStyle;
}

const emulations: readonly Emulation[] = [
  { name: 'Wasabi 2', folder: 'emul__ww2_lognorm-static-5utxo', style: 'wasabi2' },
  { name: 'JoinMarket', folder: 'emul__joinmarket_1taker_2tumbler_40maker_pruned', style: 'joinmarket' },
];

/** What was found in an emulation, over all of its runs. */
export interface EmulatedFinding extends Pick<Emulation, 'name' | 'style'> {
  /** Transactions whose inputs belong to several wallets that are recognized as CoinJoins, and with the right style. */
  readonly recall: Ratio;
  readonly rightStyle: Ratio;
  /** Recognized CoinJoins that are. */
  readonly precision: Ratio;
  readonly runs: number;
  /** Addresses that co-spending joins with others. */
  readonly joined: number;
}

const keyList = z.array(z.object({ address: z.string() }));
const blockFile = z.object({ height: z.int(), tx: z.array(z.object({ hex: z.string() })) });

/** Reads a file of JSON. Throws RangeError with the file. */
function readJson<T>(path: string, shape: z.ZodType<T>): T {
  try {
    return shape.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new RangeError(`${path}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** Reads one run: the folders `data/<wallet>` with `keys.json`, and `data/btc-node` with blocks. Throws RangeError with the file. */
export function readEmulation(folder: string): DemoFacts {
  const walletOf = new Map<string, Owner>();
  for (const [wallet, file] of globSync(join(folder, 'data', '*', 'keys.json'))
    .toSorted()
    .entries()) {
    const entity = basename(join(file, '..'));
    for (const { address } of readJson(file, keyList)) walletOf.set(address, { wallet, entity });
  }
  const blocks = globSync(join(folder, 'data', 'btc-node', 'block_*.json'))
    .map((file) => readJson(file, blockFile))
    .toSorted((a, b) => a.height - b.height);
  const owners = new Map<string, Owner>();
  const outputs = new Map<string, { paid: RiskOutput[]; spenders: WalletFingerprint[] }>();
  const transactions: LabeledTransaction[] = [];
  for (const { height, tx: all } of blocks) {
    for (const [index, { hex }] of all.entries()) {
      const tx = decodeTransaction(fromHex(hex), { hashing: nativeHashing });
      const paid = storeOutputs(tx, nativeHashing).map(({ key, value, type }): RiskOutput => {
        const owner = key && walletOf.get(encodeAddress(key, networks.regtest));
        if (key && owner) owners.set(byteKey(key), owner);
        return { key: key && byteKey(key), value, type };
      });
      const fingerprint = fingerprintOf(tx);
      const coinbase = index === 0;
      const inputs = coinbase
        ? []
        : tx.inputs.map(({ prevTxid, prevVout }): RiskInput => {
            const earlier = outputs.get(toHex(prevTxid));
            if (earlier) earlier.spenders[prevVout] = fingerprint;
            const spent = earlier?.paid[prevVout];
            return spent
              ? { known: true, ...spent }
              : { known: false, key: undefined, value: undefined, type: undefined };
          });
      const spenders: WalletFingerprint[] = [];
      outputs.set(toHex(tx.txid), { paid, spenders });
      const payers = new Set(
        inputs.flatMap(({ key }) => (key === undefined ? [] : [owners.get(key)?.wallet ?? -1])),
      );
      const kind = coinbase ? 'coinbase' : payers.size > 1 ? 'coinjoin_pool' : 'payment';
      transactions.push({
        tx: { coinbase, inputs, outputs: paid },
        height,
        kind,
        change: [],
        fingerprint,
        spenders,
      });
    }
  }
  return { blocks: blocks.length, transactions, owners, attributed: new Map() };
}

/** Compares the detectors and clusters with the wallets of a run. */
export function evaluateEmulation(
  { name, style }: Pick<Emulation, 'name' | 'style'>,
  runs: readonly DemoFacts[],
): EmulatedFinding {
  const counts = { of: 0, found: 0, styled: 0, recognized: 0 };
  for (const { tx, kind } of runs.flatMap(({ transactions }) => transactions)) {
    const verdict = detectCoinJoin(tx);
    const isCoinJoin = kind === 'coinjoin_pool';
    if (isCoinJoin) counts.of++;
    if (verdict.is !== 'coinjoin') continue;
    counts.recognized++;
    if (!isCoinJoin) continue;
    counts.found++;
    if (verdict.style === style) counts.styled++;
  }
  return {
    name,
    style,
    recall: { right: counts.found, of: counts.of },
    rightStyle: { right: counts.styled, of: counts.of },
    precision: { right: counts.found, of: counts.recognized },
    runs: runs.length,
    joined: runs.reduce((sum, run) => sum + evaluateClusters(run).addresses, 0),
  };
}

/** Returns the findings in the emulations that a folder contains. */
export function evaluateEmulated(folder: string): EmulatedFinding[] {
  return emulations.flatMap((emulation) => {
    const path = join(folder, emulation.folder);
    if (!existsSync(path)) return [];
    const runs = globSync(join(path, '*', '*', 'data', 'btc-node')).toSorted();
    return [
      evaluateEmulation(
        emulation,
        runs.map((run) => readEmulation(join(run, '..', '..'))),
      ),
    ];
  });
}
