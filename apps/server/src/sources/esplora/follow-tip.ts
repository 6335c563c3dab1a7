import { equalBytes } from '@hopscope/chain';
import { inTransaction, type SqlDatabase, withSession } from '../../db/session.ts';
import {
  dropBlocks,
  readHeldBlocks,
  readRemoteTip,
  type RemoteTip,
  writeRemoteTip,
} from '../../ledger/bitcoin/by-address.ts';
import { appendEvent } from '../../ledger/shared/events.ts';
import type { EsploraApi } from './esplora-api.ts';

/**
 * Looks where the chain of the service ends, one request while that stays. Where the block that was newest is gone, the
 * blocks that held transactions stand in are asked for, down to the limit, and what has left the chain is taken out.
 * Answers the tip, and whether it is another one than before. Throws SourceError.
 */
export async function followTip(options: {
  db: SqlDatabase;
  api: EsploraApi;
  network: string;
  reorganisationLimit: number;
}): Promise<{ tip: RemoteTip; moved: boolean }> {
  const { db, api, network } = options;
  const before = await withSession(db, readRemoteTip);
  const hash = await api.tipHash();
  if (before && equalBytes(before.hash, hash)) return { tip: before, moved: false };
  const { height, time } = await api.block(hash);
  const tip: RemoteTip = { network, height, hash, time };
  const still = before && (await api.hashAt(before.height));
  const grown = before === undefined || (still !== undefined && equalBytes(still, before.hash));
  if (grown) {
    const from = before ? Math.min(before.height + 1, height) : height;
    await inTransaction(db, 'read write', (session) => writeRemoteTip(session, tip, from));
    return { tip, moved: true };
  }
  const above = Math.min(before.height, height) - options.reorganisationLimit;
  const held = await withSession(db, (session) => readHeldBlocks(session, above));
  const gone: Uint8Array[] = [];
  for (const block of held) if (!(await api.inBestChain(block))) gone.push(block);
  await inTransaction(db, 'read write', async (session) => {
    await dropBlocks(session, gone);
    await appendEvent(session, {
      kind: 'reorganisation',
      blockchain: 'bitcoin',
      from: Math.max(0, Math.min(before.height, height)),
      depth: 1,
      to: height,
    });
    await writeRemoteTip(session, tip, height);
  });
  return { tip, moved: true };
}
