import { checkMerkleProof, fromHex, type ProofFault } from '@hopscope/chain';

/** What a server tells of a transaction's place in a block. */
export interface ReportedProof {
  readonly txid: string;
  readonly block_hash: string;
  readonly header: string;
  readonly position: number;
  readonly transaction_count: number;
  readonly branch: readonly string[];
}

export type ProofResult = { readonly valid: true } | { readonly valid: false; readonly why: string };

const faults: Record<ProofFault, string> = {
  form: 'it is not in the form of a proof',
  position: 'it names a place that the block does not have',
  depth: 'its branch does not have the length of a block with so many transactions',
  root: 'it leads to another merkle root than that of the header',
  work: 'the hash of the header is above the target that the header claims',
  block: 'its header is not that of the block',
};

/** Recomputes a proof here: of this transaction, and to the block that the page shows. */
export function checkProof(reported: ReportedProof, shown: { txid: string; blockHash: string }): ProofResult {
  if (reported.txid !== shown.txid) return { valid: false, why: 'it is about another transaction' };
  const header = bytesOf(reported.header);
  if (!header) return { valid: false, why: faults.form };
  const { position, transaction_count: transactionCount, branch, txid } = reported;
  const verdict = checkMerkleProof(
    { txid, header, position, transactionCount, branch },
    { blockHash: shown.blockHash },
  );
  return verdict.ok ? { valid: true } : { valid: false, why: faults[verdict.fault] };
}

function bytesOf(hex: string): Uint8Array | undefined {
  return /^([0-9a-f]{2})*$/i.test(hex) ? fromHex(hex) : undefined;
}
