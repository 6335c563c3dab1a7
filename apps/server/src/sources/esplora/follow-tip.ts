import { equalBytes } from '@hopscope/chain';
import { inTransaction, type SqlDatabase, withSession } from '../../db/session.ts';
import {
  dropBlocks,
  readRemoteBlocks,
  readRemoteTip,
  type RemoteTip,
  writeRemoteTip,
} from '../../ledger/bitcoin/remote/by-address.ts';
import type { BitcoinListener } from '../../ledger/bitcoin/listener.ts';
import { appendEvent } from '../../ledger/shared/events.ts';
import type { EsploraApi } from './esplora-api.ts';

/**
 * Number of blocks below the chain tip that are checked again with each new one: data that a provider returned just before
 * its chain changed may refer to blocks that left the chain before they were seen as its tip.
 */
const unsettled = 20;

/**
 * Reads the chain tip of the provider, with one request while it is unchanged. After a new block, checks the newest blocks
 * that contain stored transactions; if one of them or the former tip left the chain, checks all of them down to the limit,
 * and removes what has left the chain. Returns the tip, and whether it differs from the former one. Throws SourceError, and
 * errors of `requireNetwork`, which is called before anything is removed.
 */
export async function followTip(options: {
  db: SqlDatabase;
  api: EsploraApi;
  listener: BitcoinListener;
  network: string;
  reorganizationLimit: number;
  requireNetwork: () => Promise<void>;
}): Promise<{ tip: RemoteTip; moved: boolean }> {
  const { db, api, network, reorganizationLimit } = options;

  /** Returns blocks above a height that contain stored transactions and aren't in the chain. */
  async function staleAbove(height: number): Promise<Uint8Array[]> {
    const blocks = await withSession(db, (session) => readRemoteBlocks(session, height));
    const gone: Uint8Array[] = [];
    for (const block of blocks) if (!(await api.inBestChain(block))) gone.push(block);
    return gone;
  }

  const before = await withSession(db, readRemoteTip);
  const hash = await api.tipHash();
  if (before && equalBytes(before.hash, hash)) return { tip: before, moved: false };
  const { height, time } = await api.block(hash);
  const tip: RemoteTip = { network, height, hash, time };
  const still = before && (await api.hashAt(before.height));
  const low = before ? Math.min(before.height, height) : height;
  const grown = before === undefined || (still !== undefined && equalBytes(still, before.hash));
  if (grown && (await staleAbove(low - Math.min(unsettled, reorganizationLimit))).length === 0) {
    const from = before ? Math.min(before.height + 1, height) : height;
    await inTransaction(db, 'read write', (session) => writeRemoteTip(session, tip, from));
    return { tip, moved: true };
  }
  await options.requireNetwork();
  const gone = await staleAbove(low - reorganizationLimit);
  await inTransaction(db, 'read write', async (session) => {
    await dropBlocks(session, gone, options.listener);
    await appendEvent(session, {
      kind: 'reorganization',
      blockchain: 'bitcoin',
      from: Math.max(0, low),
      depth: 1,
      to: height,
    });
    await writeRemoteTip(session, tip, height);
  });
  return { tip, moved: true };
}
