import { checkMerkleProof, fromHex, type ProofFault } from '@hopscope/chain';

/** The server's proof that a transaction is in a block. */
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
  form: 'its format is invalid',
  position: 'its position is outside the block',
  depth: 'the length of its branch does not match the number of transactions',
  root: 'its Merkle root differs from the header',
  work: 'the header hash is above the claimed target',
  block: 'its header is from another block',
};

/** Verifies that a proof is for this transaction and the block on the page. */
export function checkProof(reported: ReportedProof, shown: { txid: string; blockHash: string }): ProofResult {
  if (reported.txid !== shown.txid) return { valid: false, why: 'it is for another transaction' };
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
