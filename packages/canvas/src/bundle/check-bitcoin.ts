import {
  type BitcoinNetwork,
  ChainError,
  checkMerkleProof,
  decodeHeader,
  decodeTransaction,
  equalBytes,
  fromHex,
  networks,
  toDisplayHash,
  type Transaction,
  type TxOutput,
  verifyProofOfWork,
} from '@hopscope/chain';
import { isCoinOf } from '@hopscope/domain';
import type { Connection } from '@hopscope/contract/flow-document';
import { getOf } from '../document/document.ts';
import { basesOf, type Checking, checkBases, readLines, sourceOf } from './checking.ts';
import { type BitcoinProof, bitcoinProofShape, type HeaderLine, headerShape, names } from './shapes.ts';
import { bitcoinTransfers, type ProvenTransfer } from './transfers.ts';

interface Header {
  readonly bytes: Uint8Array;
  readonly hash: string;
  readonly time: number;
}

function networkOf({ manifest }: Checking): BitcoinNetwork | undefined {
  const name = manifest.ledgers.find(({ blockchain }) => blockchain === 'bitcoin')?.network;
  return Object.values(networks).find((network) => network.name === name);
}

/** Headers with their work, each the child of the one before it where both are there. */
function checkHeaders(
  checking: Checking,
  network: BitcoinNetwork,
  lines: ReadonlyMap<number, HeaderLine>,
): Map<number, Header> {
  const headers = new Map<number, Header>();
  let before: { height: number; hash: Uint8Array } | undefined;
  for (const [height, { header: hex }] of lines) {
    try {
      const bytes = fromHex(hex);
      const { header, hash } = decodeHeader(bytes, checking.hashing);
      verifyProofOfWork(header, hash, network);
      const next = before?.height === height - 1;
      if (next && before && !equalBytes(before.hash, header.prevHash))
        checking.wrong(`The header of block ${height} does not follow the header of block ${height - 1}.`);
      if (before && !next && checking.manifest.linked)
        checking.wrong(`Headers between blocks ${before.height} and ${height} are missing.`);
      before = { height, hash };
      headers.set(height, { bytes, hash: toDisplayHash(hash), time: header.time });
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      checking.wrong(`Header of block ${height}: ${error.message}`);
    }
  }
  return headers;
}

/** A transaction whose bytes have its hash. */
function readTransaction(checking: Checking, name: string, txid: string): Transaction | undefined {
  const bytes = checking.take(name);
  if (!bytes) return undefined;
  try {
    const tx = decodeTransaction(bytes, { hashing: checking.hashing });
    if (toDisplayHash(tx.txid) !== txid) {
      checking.wrong(`${name} contains transaction ${toDisplayHash(tx.txid)}.`);
      return undefined;
    }
    return tx;
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    checking.wrong(`${name}: ${error.message}`);
    return undefined;
  }
}

/** Verifies the inclusion proof of a transaction; returns the header of its block. */
function checkProof(
  checking: Checking,
  { txid, strippedSize }: { txid: string; strippedSize: number },
  around: { proof: BitcoinProof | undefined; headers: ReadonlyMap<number, Header> },
): { height: number; header: Header } | undefined {
  const { proof, headers } = around;
  const header = proof && headers.get(proof.height);
  if (!proof || !header) {
    checking.lacks('proof', txid, `Transaction ${txid} has no proof of inclusion in a block.`);
    return undefined;
  }
  if (strippedSize === 64) {
    checking.wrong(`Transaction ${txid} has 64 bytes and can be a node of the Merkle tree (CVE-2017-12842).`);
    return undefined;
  }
  const { position, count, branch } = proof;
  const verdict = checkMerkleProof(
    { txid, header: header.bytes, position, transactionCount: count, branch },
    { blockHash: header.hash },
    checking.hashing,
  );
  if (!verdict.ok) {
    checking.wrong(`The Merkle branch of ${txid} does not match the header of block ${proof.height}.`);
    return undefined;
  }
  return { height: proof.height, header };
}

function checkTransfer(
  checking: Checking,
  one: Connection,
  around: {
    transfers: ReadonlyMap<string, ProvenTransfer>;
    number: number;
    block: { height: number; header: Header } | undefined;
  },
): boolean {
  const [from, to] = [one.from, one.to].map((id) => getOf(checking.document, 'node', id)?.address);
  const proven = around.transfers.get(`${around.number}|${from}|${to}`);
  const wrong = (what: string): false => {
    checking.wrong(`Transfer ${one.id}: ${what}.`);
    return false;
  };
  if (!proven) return wrong('its transaction has no such transfer between these addresses');
  if (one.amount !== String(proven.amount)) return wrong(`its amount is ${proven.amount}, not ${one.amount}`);
  if (one.whole !== String(proven.whole)) return wrong(`its output is ${proven.whole}, not ${one.whole}`);
  if (one.fee !== null && one.fee !== String(proven.fee))
    return wrong(`its fee is ${proven.fee}, not ${one.fee}`);
  if (!isCoinOf('bitcoin', one.asset)) return wrong('its asset differs');
  const { block } = around;
  if (block && (one.height !== block.height || one.time !== block.header.time))
    return wrong('its block or time differs');
  return true;
}

/** A transaction that is proven to be in the block of a header; undefined without one. */
export interface ProvenBitcoin {
  readonly tx: Transaction;
  readonly block: { readonly height: number; readonly header: Pick<Header, 'time'> } | undefined;
  readonly network: BitcoinNetwork;
  /** Script of the output that each input spends; undefined: not in the bundle. */
  readonly spent: readonly (Uint8Array | undefined)[];
}

/**
 * Transactions, their way to headers, and transfers of Bitcoin; `others` are transactions of conversions. Returns what is proven, by
 * txid.
 */
export function checkBitcoin(
  checking: Checking,
  connections: readonly Connection[],
  others: readonly string[],
): Map<string, ProvenBitcoin> {
  const proven = new Map<string, ProvenBitcoin>();
  const proofs = readLines(checking, {
    name: names.bitcoinProofs,
    shape: bitcoinProofShape,
    keyOf: (line) => line.txid,
  });
  const lines = readLines(checking, {
    name: names.bitcoinHeaders,
    shape: headerShape,
    keyOf: (line) => line.height,
  });
  const bases = basesOf(checking.steps, 'bitcoin');
  if (connections.length + others.length + lines.size + proofs.size + bases.size === 0) return proven;
  const network = networkOf(checking);
  if (!network) {
    checking.wrong('The manifest does not specify the Bitcoin network.');
    return proven;
  }
  const before = checking.wrongs();
  const headers = checkHeaders(checking, network, lines);
  const needed = new Set<number>(bases.keys());
  const groups = Map.groupBy(connections, (one) => sourceOf(one)?.id ?? '');
  for (const id of others) if (!groups.has(id)) groups.set(id, []);
  const known = new Map<string, Transaction | undefined>();
  for (const id of groups.keys())
    if (id !== '') known.set(id, readTransaction(checking, names.bitcoin(id), id));
  const spent = new Map<string, Transaction | undefined>();
  const outputOf = (txid: string, vout: number): TxOutput | undefined => {
    let tx = known.get(txid) ?? spent.get(txid);
    if (!tx && !spent.has(txid)) {
      tx = readTransaction(checking, names.spent(txid), txid);
      spent.set(txid, tx);
      if (!tx) checking.lacks('spent', txid, `Transaction ${txid}, which has spent outputs, is missing.`);
    }
    return tx?.outputs[vout];
  };
  let backed = 0;
  for (const [id, group] of groups) {
    if (id === '') {
      for (const one of group)
        checking.lacks('transaction', one.id, `Transfer ${one.id} has no transaction.`);
      continue;
    }
    const tx = known.get(id);
    const proof = proofs.get(id);
    proofs.delete(id);
    if (!tx) {
      checking.lacks('transaction', id, `Transaction ${id} of ${group.length} transfers is missing.`);
      if (proof) checking.wrong(`The transaction of the Merkle branch of ${id} is missing.`);
      continue;
    }
    if (proof) needed.add(proof.height);
    const block = checkProof(checking, { txid: id, strippedSize: tx.strippedSize }, { proof, headers });
    // Reports each missing transaction separately.
    const scripts = tx.inputs.map(
      ({ prevTxid, prevVout }) => outputOf(toDisplayHash(prevTxid), prevVout)?.script,
    );
    proven.set(id, { tx, block, network, spent: scripts });
    const transfers = bitcoinTransfers(tx, outputOf, { network, hashing: checking.hashing });
    if (!transfers) continue;
    for (const one of group)
      if (checkTransfer(checking, one, { transfers, number: sourceOf(one)?.number ?? -1, block }))
        backed += 1;
  }
  for (const txid of proofs.keys()) checking.wrong(`The Merkle branch of ${txid} belongs to no transfer.`);
  const [lowest, highest] = [Math.min(...needed), Math.max(...needed)];
  for (const height of lines.keys()) {
    const wanted = checking.manifest.linked ? height >= lowest && height <= highest : needed.has(height);
    if (!wanted) checking.wrong(`The header of block ${height} is not needed.`);
  }
  checkBases(checking, 'bitcoin', (height) => headers.get(height)?.hash);
  if (checking.wrongs() === before)
    checking.confirm(
      `${headers.size} headers have valid work${checking.manifest.linked ? ' and form a chain' : ''}; ${groups.size} transactions match their hashes.`,
    );
  checking.confirm(`${backed} of ${connections.length} Bitcoin transfers match their transactions.`);
  return proven;
}
