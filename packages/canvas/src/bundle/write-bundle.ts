import { type Hashing, nobleHashing, toHex } from '@hopscope/chain';
import { byText, canonicalJsonV2 } from '@hopscope/domain';
import { type CanvasDocument, documentDigest } from '../document/document.ts';
import { readFile } from '../file/read-file.ts';
import { writeFile } from '../file/write-file.ts';
import type { OrderedStep } from '../history/replica.ts';
import { readmeText } from './readme-text.ts';
import {
  bundleFormat,
  type BitcoinProof,
  type BundleLabel,
  type BundleScore,
  type EthereumProof,
  type HeaderLine,
  type Manifest,
  manifestShape,
  type Missing,
  names,
} from './shapes.ts';
import { writeSteps } from './step-chain.ts';

/** Content of a bundle. Transactions by 64 hex digits of their hash, in display order. */
export interface BundleParts {
  readonly about: Pick<Manifest, 'application' | 'made' | 'ledgers' | 'directory' | 'linked'> & {
    readonly document: Pick<Manifest['document'], 'id' | 'title'>;
  };
  readonly document: CanvasDocument;
  /** When the document was changed last, in seconds since 1970. */
  readonly changed: number;
  readonly steps: readonly OrderedStep[];
  readonly bitcoin: {
    readonly transactions: ReadonlyMap<string, Uint8Array>;
    /** Without witnesses. */
    readonly spent: ReadonlyMap<string, Uint8Array>;
    readonly proofs: readonly BitcoinProof[];
    readonly headers: readonly HeaderLine[];
  };
  readonly ethereum: {
    readonly transactions: ReadonlyMap<string, { readonly raw: Uint8Array; readonly receipt: Uint8Array }>;
    readonly proofs: readonly EthereumProof[];
    readonly headers: readonly HeaderLine[];
  };
  readonly labels: readonly BundleLabel[];
  readonly scores: readonly BundleScore[];
  readonly missing: readonly Missing[];
}

const linesOf = (lines: readonly unknown[]): string =>
  lines.map((line) => `${canonicalJsonV2(line)}\n`).join('');

/** Writes records with their fields in schema order, regardless of how they were created. */
function drawingText(document: CanvasDocument, changed: number): string {
  const read = readFile(writeFile(document, [], changed));
  if (!read.ok) throw new RangeError(`The drawing cannot be written: ${read.place} ${read.reason}`);
  return writeFile(read.document, [], changed);
}

/**
 * Returns the files of a bundle, the manifest first and the others by name; the same content produces the same bytes. Empty
 * files are omitted, except labels and scores.
 */
export function writeBundle(parts: BundleParts, hashing: Hashing = nobleHashing): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const encoder = new TextEncoder();
  const put = (name: string, text: string): void => void files.set(name, encoder.encode(text));
  const { about, document, steps, bitcoin, ethereum, missing } = parts;
  const log = writeSteps(steps, hashing);
  put(names.readme, readmeText);
  put(names.document, drawingText(document, parts.changed));
  put(names.steps, log.text);
  put(names.labels, canonicalJsonV2(parts.labels.toSorted((a, b) => byText(a.node, b.node))));
  put(names.risk, canonicalJsonV2(parts.scores.toSorted((a, b) => byText(a.node, b.node))));
  const rows: [string, readonly unknown[]][] = [
    [names.bitcoinProofs, bitcoin.proofs.toSorted((a, b) => byText(a.txid, b.txid))],
    [names.bitcoinHeaders, bitcoin.headers.toSorted((a, b) => a.height - b.height)],
    [names.ethereumProofs, ethereum.proofs.toSorted((a, b) => byText(a.transaction, b.transaction))],
    [names.ethereumHeaders, ethereum.headers.toSorted((a, b) => a.height - b.height)],
  ];
  for (const [name, lines] of rows) if (lines.length > 0) put(name, linesOf(lines));
  for (const [txid, bytes] of bitcoin.transactions) files.set(names.bitcoin(txid), bytes);
  for (const [txid, bytes] of bitcoin.spent) files.set(names.spent(txid), bytes);
  for (const [hash, { raw, receipt }] of ethereum.transactions) {
    files.set(names.ethereum(hash), raw);
    files.set(names.receipt(hash), receipt);
  }
  const sorted = [...files].toSorted(([a], [b]) => byText(a, b));
  const manifest: Manifest = {
    format: bundleFormat,
    what: 'Hopscope evidence bundle',
    ...about,
    document: {
      ...about.document,
      sequence: steps.length,
      records: document.records.size,
      digest: documentDigest(document),
    },
    steps: { count: steps.length, last: log.last },
    missing: missing.toSorted((a, b) => byText(a.what, b.what) || byText(a.id, b.id)),
    files: sorted.map(([name, bytes]) => ({
      name,
      bytes: bytes.length,
      sha256: toHex(hashing.sha256(bytes)),
    })),
  };
  const text = canonicalJsonV2(manifestShape.parse(manifest));
  return new Map([[names.manifest, encoder.encode(text)], ...sorted]);
}
