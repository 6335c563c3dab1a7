import { type Block, toHex } from '@hopscope/chain';
import {
  type ChangeSignal,
  type ChangeSurroundings,
  fingerprintOf,
  type WalletFingerprint,
  changeSignalsOf,
  coSpend,
  isPayment,
  type RiskInput,
  type RiskOutput,
  type RiskTransaction,
} from '@hopscope/risk';
import { storeOutputs } from '../ledger/bitcoin/blocks/batch.ts';
import { emptyForest, joinNodes, rootOf } from '../ledger/bitcoin/clusters/cluster-forest.ts';
import { positionOf } from '../ledger/bitcoin/positions.ts';
import { nativeHashing } from '../ledger/native-hashing.ts';
import { byteKey } from '../ledger/shared/byte-keys.ts';
import type { LabeledTransaction } from './demo-facts.ts';
import { spentAddressOf } from './spent-address.ts';

/** A payment whose change is known. */
export interface ChangeCase {
  /** Signals of each spendable output. */
  readonly outputs: readonly (readonly ChangeSignal[])[];
  /** Which of `outputs` is the change; null if none is. */
  readonly change: number | null;
}

/** Returns the payments of a demo network with at most one change output, which the simulation records. */
export function demoChangeCases(transactions: readonly LabeledTransaction[]): ChangeCase[] {
  const seen = new Set<string>();
  return transactions.flatMap(({ tx, change, fingerprint, spenders }): ChangeCase[] => {
    const isFresh = (key: string): boolean => !seen.has(key);
    const around = { isFresh, fingerprint, spenderOf: (output: number) => spenders[output] };
    const outputs = isPayment(tx) && change.length < 2 ? changeSignalsOf(tx, around) : [];
    for (const { key } of tx.outputs) if (key !== undefined) seen.add(key);
    if (outputs.length < 2) return [];
    const place = outputs.findIndex(({ output }) => output === change[0]);
    return [{ outputs: outputs.map(({ signals }) => signals), change: place < 0 ? null : place }];
  });
}

/** Payments of real blocks whose change is known from the blocks themselves. */
export interface RecordedChange {
  /** The change was later spent together with coins of the payer, at another address than those of the inputs. */
  readonly retrospective: readonly ChangeCase[];
  /** The change went back to an input's address. That signal, and which addresses are new, are left out. */
  readonly reused: readonly ChangeCase[];
}

const hidden = new Set<ChangeSignal>(['address_reuse', 'fresh_address']);

/**
 * Finds payments of consecutive blocks whose change the same blocks reveal: exactly one output goes to an address of the
 * payer's co-spending cluster, as of the last block (retrospective truth; Möser and Narayanan, "Resurrecting Address
 * Clustering in Bitcoin", 2022). Most inputs spend outputs from before the blocks; their addresses come from their scripts,
 * and their amounts are unknown.
 */
export function recordedChangeCases(blocks: readonly Block[]): RecordedChange {
  const outputsOf = new Map<string, { paid: RiskOutput[]; spenders: WalletFingerprint[] }>();
  const forest = emptyForest();
  const payments: { tx: RiskTransaction; around: ChangeSurroundings }[] = [];
  blocks.forEach((block, height) =>
    block.transactions.forEach((tx, index) => {
      const fingerprint = fingerprintOf(tx);
      const inputs = tx.inputs.map((input): RiskInput => {
        const earlier = outputsOf.get(toHex(input.prevTxid));
        const spent = earlier?.paid[input.prevVout];
        if (earlier) earlier.spenders[input.prevVout] = fingerprint;
        return spent
          ? { known: true, ...spent }
          : { known: false, value: undefined, ...spentAddressOf(input) };
      });
      const outputs = storeOutputs(tx, nativeHashing).map(
        ({ key, value, type }): RiskOutput => ({ key: key && byteKey(key), value, type }),
      );
      const spenders: WalletFingerprint[] = [];
      outputsOf.set(toHex(tx.txid), { paid: outputs, spenders });
      const risk: RiskTransaction = { coinbase: index === 0, inputs, outputs };
      const joined = coSpend(risk).keys.map((name, vin) => ({ name, vin, key: Buffer.from(name, 'latin1') }));
      if (joined.length > 0) joinNodes(forest, joined, positionOf(height, index));
      const around = { fingerprint, spenderOf: (output: number) => spenders[output] };
      if (isPayment(risk)) payments.push({ tx: risk, around });
    }),
  );
  /** The root of an address's cluster; undefined if it was never co-spent. */
  const rootOfKey = (key: string | undefined) => {
    const node = key === undefined ? undefined : forest.byName.get(key);
    return node && rootOf(node);
  };
  const found = { retrospective: [] as ChangeCase[], reused: [] as ChangeCase[] };
  for (const { tx, around } of payments) {
    const all = changeSignalsOf(tx, around);
    if (all.length < 2) continue;
    const reused = all.flatMap(({ signals }, place) => (signals.includes('address_reuse') ? [place] : []));
    const payers = new Set(tx.inputs.flatMap(({ key }) => rootOfKey(key) ?? []));
    const own = all.flatMap(({ output }, place) => {
      const root = rootOfKey(tx.outputs[output]?.key);
      return root && payers.has(root) ? [place] : [];
    });
    const change = reused.length > 0 ? reused : own;
    if (change.length !== 1) continue;
    const outputs = all.map(({ signals }) => signals.filter((signal) => !hidden.has(signal)));
    found[reused.length > 0 ? 'reused' : 'retrospective'].push({ outputs, change: change[0] ?? null });
  }
  return found;
}
