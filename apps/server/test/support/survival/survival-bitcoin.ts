import { decodeBlock, encodeBlock, toDisplayHash } from '@hopscope/chain';
import { withSession } from '../../../src/db/session.ts';
import { auditBitcoin } from '../../../src/ledger/bitcoin/audit/audit.ts';
import type { BlockAtHeight } from '../../../src/ledger/bitcoin/blocks/batch.ts';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { readBlocksFrom } from '../../../src/ledger/bitcoin/reader.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { createChain, type TestChain } from '../ledger/chain-builder.ts';
import type { SurvivalSubject } from './survival-subject.ts';
import { createMatching } from '../../../src/contexts/compliance/matching/matching.ts';

/** Raw blocks in base64, the first at `height`, which replace the top `depth` blocks. */
interface BitcoinWork {
  depth: number;
  height: number;
  raw: string[];
}

const maxHeight = 25;

function workOf(depth: number, blocks: readonly BlockAtHeight[]): BitcoinWork {
  return {
    depth,
    height: blocks[0]?.height ?? 0,
    raw: blocks.map(({ block }) => Buffer.from(encodeBlock(block)).toString('base64')),
  };
}

function decode({ height, raw }: BitcoinWork): BlockAtHeight[] {
  return raw.map((text, i) => ({
    height: height + i,
    block: decodeBlock(new Uint8Array(Buffer.from(text, 'base64')), { hashing: nativeHashing }),
  }));
}

/** The Bitcoin ledger: appends and reorganizations. */
export const bitcoinSurvival: SurvivalSubject<TestChain, BitcoinWork> = {
  name: 'bitcoin',
  begin(seed) {
    const after = createChain({ seed, maxTxs: 6, wallet: 12 });
    return { work: workOf(0, after.blocks), after };
  },
  plan(chain, random) {
    const height = chain.blocks.length - 1;
    if (height > 0 && (height > maxHeight || random.chance(0.5))) {
      const depth = Math.min(height, 1 + random.below(6));
      const after = chain.fork(height - depth, random.below(2 ** 32));
      const blocks = after.extend(height > maxHeight ? 1 : depth + random.below(2));
      return { work: workOf(depth, blocks), after };
    }
    const after = chain.fork(height, random.below(2 ** 32));
    return { work: workOf(0, after.extend(1 + random.below(5))), after };
  },
  hashesOf: (chain) => chain.blocks.map(({ block }) => toDisplayHash(block.hash)).join(' '),
  rebuild: (db, chain) =>
    createBitcoinLedger({ db, hashing: nativeHashing, listener: createMatching().bitcoin }).append(
      'demo',
      chain.blocks,
    ),
  async perform(db, work) {
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing, listener: createMatching().bitcoin });
    if (work.depth === 0) await ledger.append('demo', decode(work));
    else await ledger.reorganize('demo', work.depth, decode(work));
  },
  async audit(db) {
    const result = await auditBitcoin(db);
    return result.ok ? '' : result.violation.message;
  },
  async hashes(db) {
    const blocks = await withSession(db, (session) => readBlocksFrom(session, 0, 1000));
    return blocks.map(({ hash }) => toDisplayHash(hash)).join(' ');
  },
};
