import { blockchains } from '@hopscope/domain';
import { z } from 'zod';

/** The format that is written and checked. */
export const bundleFormat = 1;

/** Bounds of a bundle; a file beyond them is no bundle. */
export const bundleLimits = {
  /** Files in it. */
  files: 30_000,
  /** Bytes of one file, and of all together. */
  fileBytes: 64 * 1024 * 1024,
  bytes: 256 * 1024 * 1024,
  name: 200,
} as const;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const hex = z.string().regex(/^([0-9a-f]{2})*$/);
const count = z.int().min(0);
const chain = z.enum(blockchains);
const text = (most: number) => z.string().max(most);

/** What a bundle should have and does not, each with the reason. */
export const missingKinds = [
  /** The bytes of a transaction that a transfer is of, or of one whose outputs it spends. */
  'transaction',
  'spent',
  /** What leads from a transaction to the header of its block. */
  'proof',
  /** A transfer that no block commits to: ether that a contract moved. */
  'transfer',
  /** A conversion that follows from such a transfer. */
  'conversion',
  /** The block that a step was answered at. */
  'basis',
  'label',
  'score',
] as const;

const missing = z.strictObject({ what: z.enum(missingKinds), id: text(700), why: text(500) });
export type Missing = z.infer<typeof missing>;

export const manifestShape = z.strictObject({
  format: z.literal(bundleFormat),
  what: z.literal('Hopscope evidence bundle'),
  application: text(100),
  document: z.strictObject({
    id: text(100),
    title: text(300),
    sequence: count,
    records: count,
    digest: hash,
  }),
  made: z.strictObject({ by: text(300), at: z.iso.datetime() }),
  ledgers: z.array(
    z.strictObject({
      blockchain: chain,
      network: text(100),
      height: count.nullable(),
      hash: text(66).nullable(),
    }),
  ),
  directory: z.strictObject({ version: count }),
  steps: z.strictObject({ count, last: hash }),
  /** Bitcoin block headers are consecutive, without gaps. */
  linked: z.boolean(),
  missing: z.array(missing),
  files: z.array(z.strictObject({ name: text(bundleLimits.name), bytes: count, sha256: hash })),
});
export type Manifest = z.infer<typeof manifestShape>;

/** Attribution of an address at the state at which its name was drawn. */
export const labelShape = z.strictObject({
  /** Id of the node. */
  node: text(200),
  entity: text(200),
  name: text(300),
  categories: z.array(text(60)),
  /** Inherited: of other addresses of its co-spend cluster. */
  kind: z.enum(['direct', 'derived', 'inherited']),
  source: text(200),
  /** First day; null: not specified by the source. */
  date: z.iso.date().nullable(),
  confidence: z.int().min(0).max(100),
  directory: z.strictObject({ version: count, day: z.iso.date() }),
});
export type BundleLabel = z.infer<typeof labelShape>;
export const labelsShape = z.array(labelShape);

/** The record of a score (docs/concepts/risk.md) with its hash. */
export const scoresShape = z.array(
  z.strictObject({
    node: text(200),
    hash,
    record: z.looseObject({
      basis: z.looseObject({ subject: z.looseObject({ id: z.string() }) }),
      answer: z.looseObject({ overall100: z.int().nullable() }),
    }),
  }),
);
export interface BundleScore {
  readonly node: string;
  readonly hash: string;
  readonly record: unknown;
}

/** Lines of `proofs/bitcoin.jsonl`, ascending by txid. Hashes as people write them, the lowest neighbor first. */
export const bitcoinProofShape = z.strictObject({
  txid: hash,
  height: count,
  position: count,
  count,
  branch: z.array(hash).max(32),
});
export type BitcoinProof = z.infer<typeof bitcoinProofShape>;

/** Lines of `proofs/bitcoin-headers.jsonl` (80 bytes) and `proofs/ethereum-headers.jsonl` (RLP), ascending by height. */
export const headerShape = z.strictObject({ height: count, header: hex });
export type HeaderLine = z.infer<typeof headerShape>;

/** Lines of `proofs/ethereum.jsonl`, ascending by hash: nodes of the tries of transactions and of receipts. */
export const ethereumProofShape = z.strictObject({
  transaction: hash,
  height: count,
  index: count,
  transactionNodes: z.array(hex).max(16),
  receiptNodes: z.array(hex).max(16),
});
export type EthereumProof = z.infer<typeof ethereumProofShape>;

/** Names of the files of a bundle. */
export const names = {
  readme: 'README.txt',
  manifest: 'manifest.json',
  document: 'document.json',
  steps: 'steps.jsonl',
  labels: 'labels.json',
  risk: 'risk.json',
  bitcoinProofs: 'proofs/bitcoin.jsonl',
  bitcoinHeaders: 'proofs/bitcoin-headers.jsonl',
  ethereumProofs: 'proofs/ethereum.jsonl',
  ethereumHeaders: 'proofs/ethereum-headers.jsonl',
  bitcoin: (txid: string) => `transactions/bitcoin/${txid}.bin`,
  spent: (txid: string) => `spent/bitcoin/${txid}.bin`,
  ethereum: (transaction: string) => `transactions/ethereum/${transaction}.bin`,
  receipt: (transaction: string) => `transactions/ethereum/${transaction}.receipt.bin`,
} as const;

const plain = [names.readme, names.manifest, names.document, names.steps, names.labels, names.risk];
const proofs = [names.bitcoinProofs, names.bitcoinHeaders, names.ethereumProofs, names.ethereumHeaders];
const fixed: ReadonlySet<string> = new Set([...plain, ...proofs]);
const transactions =
  /^(?:transactions\/bitcoin|spent\/bitcoin|transactions\/ethereum)\/[0-9a-f]{64}(?:\.receipt)?\.bin$/;

/** Tests whether a bundle can contain a file name; other names are rejected before reading. */
export function isBundleName(name: string): boolean {
  return fixed.has(name) || transactions.test(name);
}
