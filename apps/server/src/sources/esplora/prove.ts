import {
  decodeHeader,
  decodeTransaction,
  equalBytes,
  type Hashing,
  networks,
  rootOfBranch,
  verifyProofOfWork,
} from '@hopscope/chain';
import { inTransaction, type SqlDatabase, withSession } from '../../db/session.ts';
import { dropBlocks } from '../../ledger/bitcoin/remote/by-address.ts';
import { noteUnprovable, readUnproven, writeProof } from '../../ledger/bitcoin/remote/proofs.ts';
import type { BitcoinListener } from '../../ledger/bitcoin/listener.ts';
import type { NetworkName } from '../../ledger/bitcoin/ledger.ts';
import { SourceError } from '../shared/source-error.ts';
import type { EsploraApi } from './esplora-api.ts';

/**
 * A transaction of this length can be mistaken for an inner node of a Merkle tree: a branch proves nothing (CVE-2017-12842).
 */
const nodeLength = 64;

/**
 * Proves the place of one transaction: the header has the hash of its block and the work that it claims, and the branch
 * leads from the transaction to the header's Merkle root. Removes transactions of blocks that left the chain. Returns false
 * if there is nothing (more) to prove. Throws SourceError if a proof is invalid.
 */
export async function proveNext(options: {
  db: SqlDatabase;
  api: EsploraApi;
  listener: BitcoinListener;
  network: NetworkName;
  hashing: Hashing;
}): Promise<boolean> {
  const { db, api, listener, network, hashing } = options;
  const next = await withSession(db, (session) => readUnproven(session, 0));
  if (!next) return false;
  const { strippedSize } = decodeTransaction(next.raw, { hashing });
  if (strippedSize === nodeLength) {
    await inTransaction(db, 'read write', (session) => noteUnprovable(session, next));
    return true;
  }
  /** A block that left the chain has no proof: removes its transaction, and requests the affected histories again. */
  const left = async (): Promise<boolean> => {
    if (await api.inBestChain(next.block)) return false;
    await inTransaction(db, 'read write', (session) => dropBlocks(session, [next.block], listener));
    return true;
  };
  const proof = await api.merkleProof(next.txid);
  if (!proof) return left();
  const bytes = next.header ?? (await api.header(next.block));
  const { header } = decodeHeader(bytes, hashing);
  verifyProofOfWork(header, next.block, networks[network]);
  const root = rootOfBranch(next.txid, proof.branch, proof.place);
  if (!equalBytes(root, header.merkleRoot)) {
    if (await left()) return true;
    throw new SourceError(
      'contradictory',
      `The service's proof of a transaction in block ${next.height} is invalid`,
    );
  }
  await inTransaction(db, 'read write', (session) =>
    writeProof(session, { ...next, header: bytes, place: proof.place }),
  );
  return true;
}
