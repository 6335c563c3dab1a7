import { checkMerkleProof, fromHex, type ProofFault } from '@hopscope/chain';

/** The server's proof that a transaction is in a block. */
export interface ToldProof {
  readonly txid: string;
  readonly block_hash: string;
  readonly header: string;
  readonly position: number;
  readonly transaction_count: number;
  readonly branch: readonly string[];
}

export type ProofResult = { readonly holds: true } | { readonly holds: false; readonly why: string };

const faults: Record<ProofFault, string> = {
  form: 'its format is invalid',
  position: 'its position is outside the block',
  depth: 'the length of its branch does not match the number of transactions',
  root: 'its Merkle root differs from the header',
  work: 'the header hash is above the claimed target',
  block: 'its header is from another block',
};

/** Verifies that a proof is for this transaction and the block on the page. */
export function checkProof(told: ToldProof, shown: { txid: string; blockHash: string }): ProofResult {
  if (told.txid !== shown.txid) return { holds: false, why: 'it is for another transaction' };
  const header = bytesOf(told.header);
  if (!header) return { holds: false, why: faults.form };
  const { position, transaction_count: transactionCount, branch, txid } = told;
  const verdict = checkMerkleProof(
    { txid, header, position, transactionCount, branch },
    { blockHash: shown.blockHash },
  );
  return verdict.ok ? { holds: true } : { holds: false, why: faults[verdict.fault] };
}

function bytesOf(hex: string): Uint8Array | undefined {
  return /^([0-9a-f]{2})*$/i.test(hex) ? fromHex(hex) : undefined;
}
