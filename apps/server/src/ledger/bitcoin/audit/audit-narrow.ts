import { type BitcoinNetwork, toDisplayHash } from '@hopscope/chain';
import type { SqlSession } from '../../../db/session.ts';
import type { ActivityEntry } from '../accounts/activity.ts';
import { effectsOf, readReplacements } from './audit-effects.ts';
import { createFingerprint } from './audit-fingerprint.ts';
import { readHistories } from './audit-histories.ts';
import { addressOf, violate } from './audit-violation.ts';
import { byteKey } from '../../shared/byte-keys.ts';
import { readTxsAt } from '../lookups.ts';
import { heightOf, indexOf } from '../positions.ts';
import { blockPage, readBlocks, readTxids } from '../reader.ts';

type Visit = (key: Uint8Array, entry: ActivityEntry, sequence: number) => void;

async function visitTxs(
  session: SqlSession,
  network: BitcoinNetwork,
  heights: { from: number; to: number },
  visit: Visit,
): Promise<void> {
  for (let height = heights.from; height <= heights.to; height++) {
    const block = (await readBlocks(session, [height])).get(height);
    if (!block) continue;
    const txs = await readTxsAt(session, blockPage(block, 1, block.txCount));
    const replacements = await readReplacements(session, txs, network);
    for (const tx of txs) {
      for (const { key, entry } of effectsOf(tx, replacements.get(tx.position))) visit(key, entry, -1);
    }
  }
}

async function visitActivity(
  session: SqlSession,
  heights: { from: number; to: number },
  visit: Visit,
): Promise<void> {
  let sequence = 0;
  await readHistories(session, {
    account() {
      sequence = 0;
    },
    entries(account, _chunk, entries) {
      for (const entry of entries) {
        const height = heightOf(entry.position);
        if (heights.from <= height && height <= heights.to) visit(account.key, entry, sequence);
        sequence++;
      }
    },
    end() {},
  });
}

interface Seen {
  key: Uint8Array;
  entry: ActivityEntry;
  sequence: number;
}

const describe = ({ entry }: Seen): string =>
  `received ${entry.received}, spent ${entry.spent}${entry.p2pk ? ' (P2PK)' : ''}`;

/**
 * Finds the first block, transaction, and address with different activity within these heights, whose two sums differ.
 * Throws ViolationError.
 */
export async function nameActivityDifference(
  session: SqlSession,
  network: BitcoinNetwork,
  heights: { from: number; to: number },
): Promise<never> {
  let place = heights;
  while (place.from < place.to) {
    const byTx = createFingerprint(place.from, place.to);
    const byAddress = createFingerprint(place.from, place.to);
    await visitTxs(session, network, place, (key, entry) => byTx.add(key, entry));
    await visitActivity(session, place, (key, entry) => byAddress.add(key, entry));
    const narrower = byTx.firstDifference(byAddress);
    if (!narrower) break;
    place = narrower;
  }
  const expected = new Map<string, Seen>();
  const stored = new Map<string, Seen>();
  const into =
    (map: Map<string, Seen>): Visit =>
    (key, entry, sequence) =>
      void map.set(`${indexOf(entry.position)}/${byteKey(key)}`, { key, entry, sequence });
  const height = place.from;
  await visitTxs(session, network, { from: height, to: height }, into(expected));
  await visitActivity(session, { from: height, to: height }, into(stored));
  const all = [...expected, ...stored].sort(([, a], [, b]) => a.entry.position - b.entry.position);
  for (const [name, { key, entry }] of all) {
    const says = stored.get(name);
    const does = expected.get(name);
    if (says && does && describe(says) === describe(does)) continue;
    const address = addressOf(key, network);
    const txid = (await readTxids(session, [entry.position])).get(entry.position);
    violate(
      'activity',
      `Transaction ${indexOf(entry.position)} of block ${height} has this effect on ${address}: ${does ? describe(does) : 'none'}. Its activity has: ${says ? describe(says) : 'none'}`,
      {
        address,
        height,
        ...(txid ? { txid: toDisplayHash(txid) } : {}),
        ...(says ? { sequence: says.sequence } : {}),
      },
    );
  }
  return violate(
    'activity',
    `Activity of blocks ${heights.from} to ${heights.to} differs from the transactions`,
    { height },
  );
}
