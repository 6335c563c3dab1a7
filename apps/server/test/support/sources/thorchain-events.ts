import { secp256k1 } from '@noble/curves/secp256k1.js';
import { fromHex, keccak256, toChecksumAddress, toHex } from '@hopscope/chain';
import type { EthereumBundle } from '../../../src/ledger/ethereum/blocks/bundle.ts';
import { makeBundle, type TxParts } from './ethereum-blocks.ts';

/** The Ethereum account of a private key. */
export const accountOf = (key: Uint8Array): Uint8Array =>
  keccak256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(12);
export const textOf = (key: Uint8Array): string => toChecksumAddress(`0x${toHex(key)}`);
/** Of THORChain. */
export const router = fromHex('d37bbe5744d730a1d98d8dc97c42f0ca46ad7146');
const nobody = new Uint8Array(20);

export const hex = (key: Uint8Array): string => `0x${toHex(key)}`;
export const topicOf = (signature: string): Uint8Array => keccak256(new TextEncoder().encode(signature));
export const word = (value: bigint | Uint8Array): Uint8Array =>
  fromHex((typeof value === 'bigint' ? value.toString(16) : toHex(value)).padStart(64, '0'));
export const words = (...values: readonly (bigint | Uint8Array)[]): Uint8Array =>
  Buffer.concat(values.map(word));

/** The event of a payout of `vault`, whose memo names a transaction on another chain. */
export function payout(
  to: Uint8Array,
  amount: bigint,
  { vault, inbound }: { vault: Uint8Array; inbound: string },
) {
  const memo = Buffer.alloc(96);
  const length = memo.write(`OUT:${inbound.toUpperCase()}`);
  const topics = [topicOf('TransferOut(address,address,address,uint256,string)'), word(vault), word(to)];
  return { address: router, topics, data: Buffer.concat([words(nobody, amount, 96n, BigInt(length)), memo]) };
}

/** The account to which `deposit` asks THORChain to pay. */
export const depositor = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

/** The event of a deposit to `to`, which the caller chooses. */
export function deposit(to: Uint8Array, amount: bigint) {
  const memo = Buffer.alloc(64);
  const length = memo.write(`=:BTC.BTC:${depositor}`);
  const topics = [topicOf('Deposit(address,address,uint256,string)'), word(to), word(nobody)];
  return { address: router, topics, data: Buffer.concat([words(amount, 64n, BigInt(length)), memo]) };
}

/** What calls of contracts have in common. */
export const call = { input: new Uint8Array([1, 2, 3, 4]), gasUsed: 60_000n, chainId: 1n };

/** Blocks of these transactions, without rewards. */
export function bundlesOf(all: readonly (readonly TxParts[])[]): EthereumBundle[] {
  const bundles: EthereumBundle[] = [];
  for (const [height, txs] of all.entries()) {
    const parentHash = bundles.at(-1)?.block.hash ?? new Uint8Array(32);
    bundles.push(makeBundle({ height, parentHash, txs, withdrawals: [], baseFee: 10n ** 9n }));
  }
  return bundles;
}
