import {
  addressKeyOfScript,
  createdAddress,
  decodeRlp,
  encodeAddress,
  type EthereumLog,
  type Hashing,
  type BitcoinNetwork,
  isCoinbase,
  readSignedTransaction,
  type SignedTransaction,
  toChecksumAddress,
  toDisplayHash,
  toHex,
  tokenChangesOf,
  type TokenTransfer,
  type Transaction,
  type TxOutput,
} from '@hopscope/chain';
import { payersOf, splitOutput } from '@hopscope/risk';

/** Values of a Bitcoin transfer derived from raw transactions. */
export interface ProvenTransfer {
  readonly amount: bigint;
  /** The whole output. */
  readonly whole: bigint;
  readonly fee: bigint;
}

/** Every transfer of a transaction by `<output>|<payer>|<payee>`; undefined where an output that it spends is not there. */
export function bitcoinTransfers(
  tx: Transaction,
  outputOf: (txid: string, vout: number) => TxOutput | undefined,
  { network, hashing }: { network: BitcoinNetwork; hashing: Hashing },
): Map<string, ProvenTransfer> | undefined {
  const found = new Map<string, ProvenTransfer>();
  if (isCoinbase(tx)) return found;
  const nameOf = ({ script }: TxOutput): string | undefined => {
    const key = addressKeyOfScript(script, hashing);
    return key && encodeAddress(key, network);
  };
  const inputs = [];
  let fee = 0n;
  for (const { prevTxid, prevVout } of tx.inputs) {
    const spent = outputOf(toDisplayHash(prevTxid), prevVout);
    if (!spent) return undefined;
    inputs.push({ name: nameOf(spent), amount: spent.value });
    fee += spent.value;
  }
  for (const { value } of tx.outputs) fee -= value;
  const payers = payersOf(inputs) ?? [];
  for (const [vout, output] of tx.outputs.entries()) {
    const to = nameOf(output);
    if (to === undefined) continue;
    const parts = splitOutput(output.value, payers);
    for (const [i, { name }] of payers.entries()) {
      const amount = parts[i] ?? 0n;
      if (name !== undefined && amount > 0n)
        found.set(`${vout}|${name}|${to}`, { amount, whole: output.value, fee });
    }
  }
  return found;
}

/** A movement that a signed transaction and its receipt prove. */
export interface ProvenMovement {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  /** Null: ether. */
  readonly contract: string | null;
}

/**
 * Ether that the transaction itself moved (undefined: none, or it failed), and tokens in the order of the logs, with what they were
 * read from; `logs` is empty if it failed.
 */
export interface ProvenMovements {
  readonly signed: SignedTransaction;
  readonly logs: readonly EthereumLog[];
  readonly ether: ProvenMovement | undefined;
  readonly tokens: readonly (ProvenMovement & { readonly change: TokenTransfer })[];
}

const addressOf = (bytes: Uint8Array): string => toChecksumAddress(`0x${toHex(bytes)}`);
const topLevel = (receipt: Uint8Array): Uint8Array =>
  (receipt[0] ?? 0xff) < 0x7f ? receipt.subarray(1) : receipt;

function logsOf(item: unknown): EthereumLog[] {
  if (!Array.isArray(item)) throw new RangeError('A receipt without logs');
  return item.map((log: unknown, index): EthereumLog => {
    const [address, topics, data] = Array.isArray(log) ? (log as unknown[]) : [];
    const words = Array.isArray(topics) ? (topics as unknown[]) : [];
    if (!(address instanceof Uint8Array) || !(data instanceof Uint8Array))
      throw new RangeError('A log is malformed');
    const read = words.filter((word) => word instanceof Uint8Array);
    if (read.length !== words.length) throw new RangeError('A topic is malformed');
    return { address, topics: read, data, index };
  });
}

/** Decodes a transaction and its receipt. Throws RangeError or ChainError if they are invalid. */
export function ethereumMovements(raw: Uint8Array, receipt: Uint8Array): ProvenMovements {
  const signed = readSignedTransaction(raw);
  const { from, to, value, nonce } = signed;
  const item = decodeRlp(topLevel(receipt));
  if (item instanceof Uint8Array || item.length !== 4) throw new RangeError('These bytes are no receipt');
  const [status, , , list] = item;
  const isStatus = status instanceof Uint8Array && status.length <= 1;
  const failed = isStatus && status.length === 0;
  const logs = failed ? [] : logsOf(list);
  const tokens = logs.flatMap((log) => tokenChangesOf(log));
  // Before Byzantium, receipts don't record failure (EIP-658): nothing proves that the ether moved.
  const moved = isStatus && !failed && value > 0n;
  return {
    signed,
    logs,
    ether: moved
      ? {
          from: addressOf(from),
          to: addressOf(to ?? createdAddress(from, nonce)),
          amount: value,
          contract: null,
        }
      : undefined,
    tokens: tokens.map((one) => ({
      change: one,
      from: addressOf(one.from),
      to: addressOf(one.to),
      amount: one.amount,
      contract: addressOf(one.token),
    })),
  };
}
