import { type Hashing, nobleHashing, toHex } from '@hopscope/chain';
import { apply } from '../document/apply.ts';
import {
  allOf,
  type CanvasDocument,
  documentDigest,
  emptyDocument,
  problemsOf,
  sameDocument,
} from '../document/document.ts';
import { readFile } from '../file/read-file.ts';
import { writeFile } from '../file/write-file.ts';
import { checkBitcoin } from './check-bitcoin.ts';
import { checkConversions, transactionsOf } from './check-conversions.ts';
import { checkEthereum } from './check-ethereum.ts';
import { type Checking, createFindings, type Finding, readJson, textOf } from './checking.ts';
import { checkLabels, checkScores } from './check-labels.ts';
import { readmeText } from './readme-text.ts';
import { type Manifest, manifestShape, names } from './shapes.ts';
import { type ReadSteps, readSteps } from './step-chain.ts';

type Findings = ReturnType<typeof createFindings>;
type Files = ReadonlyMap<string, Uint8Array>;

function readManifest(files: Files, findings: Findings): Manifest | undefined {
  const bytes = files.get(names.manifest);
  const text = bytes && textOf(bytes);
  if (text === undefined) {
    findings.wrong('The manifest is missing.');
    return undefined;
  }
  const read = readJson(text, manifestShape);
  if (read.ok) return read.value;
  findings.wrong(`The manifest ${read.why}.`);
  return undefined;
}

/** Every file is listed with its size and hash, and every listed one is there. */
function checkFiles(files: Files, manifest: Manifest, { findings, hashing }: Context): void {
  const before = findings.wrongs();
  const inManifest = new Set<string>();
  let last = '';
  for (const { name, bytes, sha256 } of manifest.files) {
    if (name <= last) findings.wrong(`The manifest lists ${name} twice or out of order.`);
    last = name;
    inManifest.add(name);
    const file = files.get(name);
    if (!file) findings.wrong(`${name} is missing.`);
    else if (file.length !== bytes)
      findings.wrong(`${name} has ${file.length} bytes, but ${bytes} in the manifest.`);
    else if (toHex(hashing.sha256(file)) !== sha256)
      findings.wrong(`The hash of ${name} differs from the manifest.`);
  }
  for (const name of files.keys())
    if (name !== names.manifest && !inManifest.has(name)) findings.wrong(`${name} is not in the manifest.`);
  if (findings.wrongs() === before)
    findings.confirm(`${inManifest.size} files match their sizes and hashes in the manifest.`);
}

interface Context {
  readonly findings: Findings;
  readonly hashing: Hashing;
}

function readLog(files: Files, manifest: Manifest, { findings, hashing }: Context): ReadSteps | undefined {
  const bytes = files.get(names.steps);
  const text = bytes && textOf(bytes);
  if (text === undefined) {
    findings.wrong('The log of steps is missing.');
    return undefined;
  }
  const log = readSteps(text, hashing);
  for (const fault of log.faults) findings.wrong(fault);
  const { count, last } = manifest.steps;
  if (log.steps.length !== count || manifest.document.sequence !== count)
    findings.wrong(`The log has ${log.steps.length} steps, but ${count} in the manifest.`);
  if (log.last !== last) findings.wrong('The last hash of the log differs from the manifest.');
  if (log.faults.length === 0) findings.confirm(`${log.steps.length} steps form a valid hash chain.`);
  return log;
}

/** Checks that the drawing is the result of its steps, and that its file was written from it. */
function readDocument(
  files: Files,
  manifest: Manifest,
  { findings, log }: { findings: Findings; log: ReadSteps },
): CanvasDocument | undefined {
  const bytes = files.get(names.document);
  const text = bytes && textOf(bytes);
  const read = text === undefined ? undefined : readFile(text);
  if (text === undefined || !read?.ok) {
    findings.wrong(`The drawing cannot be read: ${read?.ok === false ? read.reason : 'it is missing'}`);
    return undefined;
  }
  const { document } = read;
  const before = findings.wrongs();
  for (const { id, reason } of problemsOf(document)) findings.wrong(`Drawing: ${id} ${reason}.`);
  const timestamp = Date.parse(String(Reflect.get(JSON.parse(text) as object, 'timestamp'))) / 1000;
  const own = Number.isInteger(timestamp) ? writeFile(document, [], timestamp) : undefined;
  if (own !== text) findings.wrong('The drawing file differs from its records.');
  let applied = emptyDocument;
  for (const step of log.steps) applied = apply(applied, step).document;
  if (!sameDocument(applied, document)) findings.wrong('The drawing differs from the result of its steps.');
  const { records, digest } = manifest.document;
  if (document.records.size !== records || documentDigest(document) !== digest)
    findings.wrong('The digest of the drawing differs from the manifest.');
  if (findings.wrongs() === before)
    findings.confirm(`The drawing (${records} records) is the result of its steps. SHA-256: ${digest}.`);
  return document;
}

/**
 * Verifies a bundle by its files alone: hashes, the chain of steps, the drawing, every transfer by the bytes of its
 * transaction, every inclusion proof, labels and scores, and that no file is missing or unneeded. Items declared as missing
 * in the manifest are `unproven`. Never throws.
 */
export function checkBundle(files: Files, hashing: Hashing = nobleHashing): Finding[] {
  const findings = createFindings();
  const manifest = readManifest(files, findings);
  if (!manifest) return findings.all();
  const around = { findings, hashing };
  checkFiles(files, manifest, around);
  const readme = files.get(names.readme);
  if (!readme || textOf(readme) !== readmeText)
    findings.wrong(`${names.readme} differs from the text of this format.`);
  const log = readLog(files, manifest, around);
  const document = log && readDocument(files, manifest, { findings, log });
  if (!log || !document) return findings.all();
  const taken = new Set<string>([names.manifest, names.readme, names.steps, names.document]);
  const declared = new Map(manifest.missing.map((one) => [`${one.what} ${one.id}`, one]));
  const needed = new Set<string>();
  const checking: Checking = {
    files,
    hashing,
    manifest,
    document,
    steps: log.steps,
    confirm: findings.confirm,
    wrong: findings.wrong,
    wrongs: findings.wrongs,
    lacks(what, id, text) {
      const name = `${what} ${id}`;
      const reason = declared.get(name);
      if (!reason) findings.wrong(text);
      else if (!needed.has(name)) findings.unproven(`${text} ${reason.why}`);
      needed.add(name);
    },
    take(name) {
      taken.add(name);
      return files.get(name);
    },
  };
  const connections = allOf(document, 'connection');
  const of = (chain: string) => connections.filter(({ asset }) => asset.chain === chain);
  const conversions = allOf(document, 'conversion');
  const bitcoin = checkBitcoin(checking, of('bitcoin'), transactionsOf(conversions, 'bitcoin'));
  const ethereum = checkEthereum(checking, of('ethereum'), transactionsOf(conversions, 'ethereum'));
  checkConversions(checking, conversions, { bitcoin, ethereum });
  checkLabels(checking);
  checkScores(checking);
  for (const name of files.keys()) if (!taken.has(name)) findings.wrong(`${name} is not needed.`);
  if (declared.size !== manifest.missing.length) findings.wrong('The manifest lists a missing item twice.');
  for (const name of declared.keys())
    if (!needed.has(name)) findings.wrong(`The manifest lists ${name} as missing, but it is not needed.`);
  return findings.all();
}
