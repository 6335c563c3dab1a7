import {
  ChainError,
  decodeRlp,
  equalBytes,
  fromHex,
  keccak256,
  provenValue,
  type RlpItem,
  toHex,
} from '@hopscope/chain';
import { isCoinOf } from '@hopscope/domain';
import type { Connection } from '@hopscope/contract/flow-document';
import { getOf } from '../document/document.ts';
import { basesOf, type Checking, checkBases, readLines, sourceOf } from './checking.ts';
import { type EthereumProof, ethereumProofShape, type HeaderLine, headerShape, names } from './shapes.ts';
import { ethereumMovements, type ProvenMovement, type ProvenMovements } from './transfers.ts';

/** Header fields that are verified (Yellow Paper, section 4.3). */
interface Header {
  readonly hash: string;
  readonly parent: Uint8Array;
  readonly transactions: Uint8Array;
  readonly receipts: Uint8Array;
  readonly number: number;
  readonly time: number;
}

const isBytes = (item: RlpItem | undefined): item is Uint8Array => item instanceof Uint8Array;

function readHeader(hex: string): Header | undefined {
  const bytes = fromHex(hex);
  const item = decodeRlp(bytes);
  if (isBytes(item) || item.length < 15) return undefined;
  const [parent, , , , transactions, receipts] = item;
  const [number, time] = [item[8], item[11]];
  if (!isBytes(parent) || !isBytes(transactions) || !isBytes(receipts)) return undefined;
  if (!isBytes(number) || !isBytes(time)) return undefined;
  const numberOf = (word: Uint8Array): number => Number(`0x${toHex(word) || '0'}`);
  return {
    hash: `0x${toHex(keccak256(bytes))}`,
    parent,
    transactions,
    receipts,
    number: numberOf(number),
    time: numberOf(time),
  };
}

function checkHeaders(checking: Checking, lines: ReadonlyMap<number, HeaderLine>): Map<number, Header> {
  const headers = new Map<number, Header>();
  for (const [height, { header: hex }] of lines) {
    let header: Header | undefined;
    try {
      header = readHeader(hex);
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
    }
    if (!header || header.number !== height) {
      checking.wrong(`The header of Ethereum block ${height} is invalid or from another block.`);
      continue;
    }
    const before = headers.get(height - 1);
    if (before && before.hash !== `0x${toHex(header.parent)}`)
      checking.wrong(
        `The header of Ethereum block ${height} does not follow the header of block ${height - 1}.`,
      );
    headers.set(height, header);
  }
  return headers;
}

/** The bytes of a transaction and of its receipt, both at one place of one block. */
function checkProof(
  checking: Checking,
  id: string,
  around: { proof: EthereumProof | undefined; headers: ReadonlyMap<number, Header> },
): { movements: ProvenMovements; header: Header } | undefined {
  const { proof, headers } = around;
  const [raw, receipt] = [checking.take(names.ethereum(id)), checking.take(names.receipt(id))];
  if (!raw || !receipt) {
    checking.lacks('transaction', id, `Transaction ${id} or its receipt is missing.`);
    return undefined;
  }
  if (toHex(keccak256(raw)) !== id) {
    checking.wrong(`The bytes of transaction ${id} do not match its hash.`);
    return undefined;
  }
  const header = proof && headers.get(proof.height);
  if (!proof || !header) {
    checking.lacks('proof', id, `Transaction ${id} has no proof of inclusion in a block.`);
    return undefined;
  }
  const { index } = proof;
  const shown = (root: Uint8Array, nodes: readonly string[]): Uint8Array | undefined =>
    provenValue(root, index, nodes.map(fromHex));
  const [tx, given] = [
    shown(header.transactions, proof.transactionNodes),
    shown(header.receipts, proof.receiptNodes),
  ];
  if (!tx || !equalBytes(tx, raw)) {
    checking.wrong(`The proof of transaction ${id} does not match the header of block ${proof.height}.`);
    return undefined;
  }
  if (!given || !equalBytes(given, receipt)) {
    checking.wrong(`The proof of the receipt of ${id} does not match the header of block ${proof.height}.`);
    return undefined;
  }
  try {
    return { movements: ethereumMovements(raw, receipt), header };
  } catch (error) {
    if (!(error instanceof ChainError) && !(error instanceof RangeError)) throw error;
    checking.wrong(`Transaction ${id}: ${error.message}`);
    return undefined;
  }
}

function sameMovement(checking: Checking, one: Connection, moved: ProvenMovement): boolean {
  const [from, to] = [one.from, one.to].map(
    (id) => getOf(checking.document, 'node', id)?.address?.toLowerCase() ?? '',
  );
  return (
    moved.from.toLowerCase() === from &&
    moved.to.toLowerCase() === to &&
    String(moved.amount) === one.amount &&
    one.whole === one.amount &&
    (moved.contract?.toLowerCase() ?? null) === (one.asset.contract?.toLowerCase() ?? null)
  );
}

/**
 * Numbers of movements: 0 is the fee, 1 the ether of the transaction, then internal transfers, then tokens. Blocks don't show
 * the number of internal transfers, so all tokens of a transaction must agree on it.
 */
function checkMovements(
  checking: Checking,
  group: readonly Connection[],
  { movements, header }: { movements: ProvenMovements; header: Header },
): number {
  let backed = 0;
  let internal: Set<number> | undefined;
  for (const one of group) {
    const number = sourceOf(one)?.number ?? -1;
    const wrong = (what: string): void => checking.wrong(`Transfer ${one.id}: ${what}.`);
    if (one.height !== header.number || one.time !== header.time) {
      wrong('its block or time differs');
      continue;
    }
    if (one.asset.contract === null && number >= 2) {
      const text = `Transfer ${one.id} was made by a contract, so it cannot be proven from a block.`;
      checking.lacks('transfer', one.id, text);
      continue;
    }
    if (one.asset.contract === null) {
      const coin = isCoinOf('ethereum', one.asset);
      if (number === 1 && coin && movements.ether && sameMovement(checking, one, movements.ether))
        backed += 1;
      else wrong('its transaction has no such transfer of ether');
      continue;
    }
    const fits = movements.tokens.flatMap((moved, place) =>
      number - 2 - place >= 0 && sameMovement(checking, one, moved) ? [number - 2 - place] : [],
    );
    const left = new Set(fits.filter((count) => internal?.has(count) ?? true));
    if (left.size === 0) wrong('the receipt of its transaction has no such token transfer');
    else {
      internal = left;
      backed += 1;
    }
  }
  return backed;
}

/** A transaction that is proven to be in the block of a header. */
export interface ProvenEthereum {
  readonly movements: ProvenMovements;
  readonly header: Header;
}

/**
 * Transactions, receipts, their way to headers, and transfers of Ethereum; `others` are transactions of conversions. Returns what is
 * proven, by hash without prefix.
 */
export function checkEthereum(
  checking: Checking,
  connections: readonly Connection[],
  others: readonly string[],
): Map<string, ProvenEthereum> {
  const proven = new Map<string, ProvenEthereum>();
  const proofs = readLines(checking, {
    name: names.ethereumProofs,
    shape: ethereumProofShape,
    keyOf: (line) => line.transaction,
  });
  const lines = readLines(checking, {
    name: names.ethereumHeaders,
    shape: headerShape,
    keyOf: (line) => line.height,
  });
  const bases = basesOf(checking.steps, 'ethereum');
  if (connections.length + others.length + lines.size + proofs.size + bases.size === 0) return proven;
  const headers = checkHeaders(checking, lines);
  const needed = new Set<number>(bases.keys());
  const groups = Map.groupBy(connections, (one) => sourceOf(one)?.id ?? '');
  for (const id of others) if (!groups.has(id)) groups.set(id, []);
  let backed = 0;
  for (const [id, group] of groups) {
    if (id === '') {
      for (const one of group)
        checking.lacks('transaction', one.id, `Transfer ${one.id} has no transaction.`);
      continue;
    }
    const proof = proofs.get(id);
    proofs.delete(id);
    if (proof) needed.add(proof.height);
    const found = checkProof(checking, id, { proof, headers });
    if (!found) continue;
    proven.set(id, found);
    backed += checkMovements(checking, group, found);
  }
  for (const id of proofs.keys()) checking.wrong(`The proof of ${id} belongs to no transfer.`);
  for (const height of lines.keys())
    if (!needed.has(height)) checking.wrong(`The header of block ${height} is not needed.`);
  checkBases(checking, 'ethereum', (height) => headers.get(height)?.hash);
  checking.confirm(`${backed} of ${connections.length} Ethereum transfers match their transactions.`);
  return proven;
}
