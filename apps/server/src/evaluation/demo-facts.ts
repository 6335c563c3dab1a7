import { decodeBlock, toHex } from '@hopscope/chain';
import { demoAttributionOf, type DemoOptions, simulateBitcoin, type TransactionKind } from '@hopscope/demo';
import {
  fingerprintOf,
  type RiskInput,
  type RiskOutput,
  type RiskTransaction,
  type WalletFingerprint,
} from '@hopscope/risk';
import { storeOutputs } from '../ledger/bitcoin/blocks/batch.ts';
import { nativeHashing } from '../ledger/native-hashing.ts';
import { byteKey } from '../ledger/shared/byte-keys.ts';

/** A transaction as detectors see it, with its actual type and change outputs. */
export interface LabeledTransaction {
  readonly tx: RiskTransaction;
  readonly height: number;
  readonly kind: TransactionKind;
  /** Indexes of change outputs. */
  readonly change: readonly number[];
  readonly fingerprint: WalletFingerprint;
  /** Fingerprints of the transactions that spend its outputs, by index; absent where they are unspent. */
  readonly spenders: readonly WalletFingerprint[];
}

/** Owner of an address. */
export interface Owner {
  readonly wallet: number;
  readonly entity: string;
}

export interface DemoFacts {
  readonly blocks: number;
  readonly transactions: readonly LabeledTransaction[];
  /** By address key. */
  readonly owners: ReadonlyMap<string, Owner>;
  /** The imperfect directory at the end: entities by address key, some of them wrong. */
  readonly attributed: ReadonlyMap<string, string>;
}

const unknownInput: RiskInput = { known: false, key: undefined, value: undefined, type: undefined };

/** Simulates the Bitcoin side of a demo network and records the ground truth of every transaction. */
export function collectDemoFacts(options: DemoOptions): DemoFacts {
  const owners = new Map<string, Owner>();
  const attributed = new Map<string, string>();
  const truths = new Map<string, { kind: TransactionKind; change: readonly number[] }>();
  const simulation = simulateBitcoin({ ...options, hashing: nativeHashing }, (event) => {
    if (event.type === 'address')
      owners.set(byteKey(event.key), { wallet: event.wallet, entity: event.entity });
    const attribution = demoAttributionOf(event, options.seed);
    if (attribution?.blockchain === 'bitcoin') attributed.set(byteKey(attribution.key), attribution.entity);
    if (event.type === 'transaction')
      truths.set(toHex(event.txid), { kind: event.kind, change: event.change });
  });
  const transactions: LabeledTransaction[] = [];
  const outputs = new Map<string, { paid: RiskOutput[]; spenders: WalletFingerprint[] }>();
  let height = 0;
  for (let at = 0; at <= options.length; at += options.blockInterval, height++) {
    const block = decodeBlock(simulation.next(options.start + at).bytes, { hashing: nativeHashing });
    block.transactions.forEach((tx, index) => {
      const paid = storeOutputs(tx, nativeHashing).map(
        ({ key, value, type }): RiskOutput => ({ key: key && byteKey(key), value, type }),
      );
      const fingerprint = fingerprintOf(tx);
      const inputs = tx.inputs.map(({ prevTxid, prevVout }): RiskInput => {
        const earlier = outputs.get(toHex(prevTxid));
        const spent = earlier?.paid[prevVout];
        if (earlier) earlier.spenders[prevVout] = fingerprint;
        return spent ? { known: true, ...spent } : unknownInput;
      });
      const spenders: WalletFingerprint[] = [];
      outputs.set(toHex(tx.txid), { paid, spenders });
      const truth = truths.get(toHex(tx.txid));
      transactions.push({
        tx: { coinbase: index === 0, inputs, outputs: paid },
        height,
        kind: index === 0 ? 'coinbase' : (truth?.kind ?? 'payment'),
        change: truth?.change ?? [],
        fingerprint,
        spenders,
      });
    });
  }
  return { blocks: height, transactions, owners, attributed };
}
