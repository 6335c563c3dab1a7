import { basisName, type EthereumProof, type HeaderLine, type Missing } from '@hopscope/canvas';
import {
  addToBloom,
  deriveRoot,
  encodeEthereumHeader,
  encodeEthereumTransaction,
  encodeReceipt,
  equalBytes,
  fromHex,
  toHex,
  trieProofs,
  hashOnce,
} from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import type { EthereumBlockRow, StoredEthereumTx } from '../../../ledger/ethereum/model.ts';
import {
  readEthereumBlocks,
  readEthereumTxByHash,
  readEthereumTxs,
} from '../../../ledger/ethereum/reader.ts';
import { heightOf, indexOf, positionOf } from '../../../ledger/shared/positions.ts';
import type { Weighs } from './weight.ts';

export interface EthereumEvidence {
  readonly transactions: ReadonlyMap<string, { readonly raw: Uint8Array; readonly receipt: Uint8Array }>;
  readonly proofs: readonly EthereumProof[];
  readonly headers: readonly HeaderLine[];
  readonly missing: readonly Missing[];
}

interface Context {
  readonly session: SqlSession;
  readonly weight: Weighs;
  readonly signal: AbortSignal;
}

/** Returns the bytes of a receipt; its bloom is computed from its logs. */
function receiptBytes({ receipt }: StoredEthereumTx, hash: ReturnType<typeof hashOnce>): Uint8Array {
  const logsBloom = new Uint8Array(256);
  addToBloom(logsBloom, receipt.logs, hash);
  return encodeReceipt({ ...receipt, logsBloom });
}

/** Returns all transactions and receipts of a block as encoded in its tries. */
async function readContents(session: SqlSession, { height, txCount }: EthereumBlockRow) {
  const txs = await readEthereumTxs(
    session,
    Array.from({ length: txCount }, (_, index) => positionOf(height, index)),
  );
  const hash = hashOnce();
  return {
    transactions: txs.map(({ tx }) => encodeEthereumTransaction(tx)),
    receipts: txs.map((tx) => receiptBytes(tx, hash)),
  };
}

async function proveBlock(
  { session, weight }: Context,
  block: EthereumBlockRow,
  txs: readonly { id: string; stored: StoredEthereumTx }[],
) {
  const { transactions, receipts } = await readContents(session, block);
  const { header } = block;
  const isComplete =
    equalBytes(deriveRoot(transactions), header.transactionsRoot) &&
    equalBytes(deriveRoot(receipts), header.receiptsRoot);
  const [transactionProof, receiptProof] = [trieProofs(transactions), trieProofs(receipts)];
  const proofs: EthereumProof[] = [];
  const bytes = new Map<string, { raw: Uint8Array; receipt: Uint8Array }>();
  for (const { id, stored } of txs) {
    const index = indexOf(stored.position);
    const [raw, receipt] = [transactions[index], receipts[index]];
    if (!raw || !receipt) throw new RangeError(`Block ${block.height} has no transaction ${index}`);
    bytes.set(id, { raw, receipt });
    weight.add(raw.length + receipt.length);
    if (!isComplete) continue;
    const proof = {
      transaction: id,
      height: block.height,
      index,
      transactionNodes: transactionProof(index).map(toHex),
      receiptNodes: receiptProof(index).map(toHex),
    };
    weight.add(proof.transactionNodes.join('').length + proof.receiptNodes.join('').length);
    proofs.push(proof);
  }
  return { bytes, proofs };
}

/** Returns transactions and receipts with their proofs. `movements`: transfers by contracts, which can't be proven. */
export async function collectEthereum(
  around: Context,
  hashes: readonly string[],
  bases: ReadonlyMap<number, ReadonlySet<string>>,
): Promise<EthereumEvidence> {
  const { session, signal } = around;
  const missing: Missing[] = [];
  const found: { id: string; stored: StoredEthereumTx }[] = [];
  for (const id of hashes) {
    signal.throwIfAborted();
    const stored = await readEthereumTxByHash(session, fromHex(id));
    if (stored) found.push({ id, stored });
    else missing.push({ what: 'transaction', id, why: 'It is not in the ledger.' });
  }
  const heights = Map.groupBy(found, ({ stored }) => heightOf(stored.position));
  const blocks = await readEthereumBlocks(session, [...heights.keys(), ...bases.keys()]);
  const transactions = new Map<string, { raw: Uint8Array; receipt: Uint8Array }>();
  const proofs: EthereumProof[] = [];
  for (const [height, txs] of heights) {
    signal.throwIfAborted();
    const block = blocks.get(height);
    if (!block) throw new RangeError(`Block ${height} of a transaction is missing`);
    const proven = await proveBlock(around, block, txs);
    for (const [id, each] of proven.bytes) transactions.set(id, each);
    proofs.push(...proven.proofs);
    const why = 'The stored data of its block does not match the roots of the header.';
    if (proven.proofs.length === 0)
      missing.push(...txs.map(({ id }) => ({ what: 'proof' as const, id, why })));
  }
  for (const [height, bodies] of bases)
    for (const hash of bodies) {
      const block = blocks.get(height);
      const own = block && `0x${toHex(block.hash)}`;
      if (own === hash) continue;
      const why = own ? `The ledger has block ${own} at that height.` : 'It is not in the ledger.';
      missing.push({ what: 'basis', id: basisName('ethereum', height, hash), why });
    }
  const needed = new Set([...proofs.map(({ height }) => height), ...bases.keys()]);
  const headers = [...needed].flatMap((height): HeaderLine[] => {
    const block = blocks.get(height);
    return block ? [{ height, header: toHex(encodeEthereumHeader(block.header)) }] : [];
  });
  return { transactions, proofs, headers, missing };
}
