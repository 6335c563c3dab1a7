import { toHex } from '@hopscope/chain';
import { inTransaction, withSession } from '../../../src/db/session.ts';
import { auditEthereum } from '../../../src/ledger/ethereum/audit/audit.ts';
import type { EthereumBundle } from '../../../src/ledger/ethereum/blocks/bundle.ts';
import { createEthereumLedger } from '../../../src/ledger/ethereum/ledger.ts';
import { readEthereumBlocksFrom } from '../../../src/ledger/ethereum/blocks/blocks.ts';
import { addressOf, erc20, erc721, makeBundle } from '../sources/ethereum-blocks.ts';
import { randomBlock, tokenFacts } from '../ledger/ethereum-model.ts';
import { createRandom, type Random } from './random.ts';
import type { Step, SurvivalSubject } from './survival-subject.ts';
import { createMatching } from '../../../src/contexts/compliance/matching/matching.ts';

type Blocks = readonly EthereumBundle[];

type EthereumWork =
  | { kind: 'append'; blocks: Blocks }
  | { kind: 'reorganize'; depth: number; blocks: Blocks }
  | { kind: 'takeBack' };

/** Blocks by the way they were loaded, each ascending. */
interface EthereumState {
  /** Not loaded yet; continues `below` downward. */
  older: Blocks;
  /** Loaded below the initial blocks. */
  below: Blocks;
  /** The first block and those loaded above it. */
  above: Blocks;
}

type EthereumStep = Step<EthereumState, EthereumWork>;

const chain = { chainId: 1337n, network: 'demo' };
const firstHeight = 1000;
const olderBlocks = 12;
const maxAbove = 20;

function chainOf(random: Random, from: number, count: number, before: Uint8Array): EthereumBundle[] {
  const blocks: EthereumBundle[] = [];
  for (let height = from; height < from + count; height++) {
    blocks.push(randomBlock(random, { height, parentHash: blocks.at(-1)?.block.hash ?? before }));
  }
  return blocks;
}

/** Moves every token, so that asset numbers don't depend on later blocks. */
function firstBlock(parentHash: Uint8Array): EthereumBundle {
  const [from, to] = [addressOf(1), addressOf(2)];
  const logs = tokenFacts.map(({ contract, standard }) =>
    (standard === 'erc20' ? erc20 : erc721)(contract, from, to, 1n),
  );
  return makeBundle({ height: firstHeight, parentHash, txs: [{ from, to, logs }], tokens: tokenFacts });
}

/** Returns a history of which only the newest block is loaded at first. */
function freshState(random: Random): EthereumState {
  const older = chainOf(random, firstHeight - olderBlocks, olderBlocks, random.bytes(32));
  return { older, below: [], above: [firstBlock(older.at(-1)?.block.hash ?? random.bytes(32))] };
}

function topOf({ above }: EthereumState): EthereumBundle['block'] {
  const top = above.at(-1)?.block;
  if (!top) throw new Error('No blocks');
  return top;
}

function appendAbove(state: EthereumState, random: Random): EthereumStep {
  const { header, hash } = topOf(state);
  const gap = random.chance(0.2) ? 1 + random.below(3) : 0;
  const blocks = chainOf(random, header.number + 1 + gap, 1 + random.below(4), hash);
  return { work: { kind: 'append', blocks }, after: { ...state, above: [...state.above, ...blocks] } };
}

function appendBelow(state: EthereumState, random: Random): EthereumStep {
  const count = Math.min(state.older.length, 1 + random.below(3));
  const blocks = state.older.slice(-count);
  const after = { ...state, older: state.older.slice(0, -count), below: [...blocks, ...state.below] };
  return { work: { kind: 'append', blocks }, after };
}

/** Adds another branch on top; replaces everything once the history below is used up. */
function reorganize(state: EthereumState, random: Random): EthereumStep {
  const { above, below, older } = state;
  if (older.length === 0 && random.chance(0.3)) {
    const after = freshState(random);
    const depth = above.length + below.length;
    return { work: { kind: 'reorganize', depth, blocks: after.above }, after };
  }
  const full = above.length > maxAbove;
  const depth = Math.min(above.length - 1, 1 + random.below(full ? maxAbove : 6));
  const stored = { ...state, above: above.slice(0, -depth) };
  const { header, hash } = topOf(stored);
  const blocks = chainOf(random, header.number + 1, full ? 1 : depth + random.below(2), hash);
  return {
    work: { kind: 'reorganize', depth, blocks },
    after: { ...stored, above: [...stored.above, ...blocks] },
  };
}

function plan(state: EthereumState, random: Random): EthereumStep {
  const movable = state.above.length > 1;
  if (state.above.length > maxAbove) return reorganize(state, random);
  const kind = random.below(10);
  if (kind < 4 && movable) return reorganize(state, random);
  if (kind < 5 && movable) {
    return { work: { kind: 'takeBack' }, after: { ...state, above: state.above.slice(0, -1) } };
  }
  if (kind < 7 && state.older.length > 0) return appendBelow(state, random);
  return appendAbove(state, random);
}

const nameOf = (height: number, hash: Uint8Array): string => `${height}:${toHex(hash)}`;

/** The Ethereum ledger: appends above and below, gaps, reorganizations up to all blocks, disconnects. */
export const ethereumSurvival: SurvivalSubject<EthereumState, EthereumWork> = {
  name: 'ethereum',
  begin(seed) {
    const after = freshState(createRandom(seed));
    return { work: { kind: 'append', blocks: after.above }, after };
  },
  plan,
  hashesOf: ({ below, above }) =>
    [...below, ...above].map(({ block }) => nameOf(block.header.number, block.hash)).join(' '),
  async rebuild(db, { above, below }) {
    const ledger = createEthereumLedger({ db, listener: createMatching().ethereum });
    await ledger.append(chain, above);
    await ledger.append(chain, below);
  },
  async perform(db, work) {
    const ledger = createEthereumLedger({ db, listener: createMatching().ethereum });
    if (work.kind === 'append') await ledger.append(chain, work.blocks);
    else if (work.kind === 'reorganize') await ledger.reorganize(chain, work.depth, work.blocks);
    else await ledger.disconnect();
  },
  async audit(db) {
    const result = await inTransaction(db, 'read only', (session) => auditEthereum(session));
    return result.ok ? '' : result.violation.message;
  },
  async hashes(db) {
    const blocks = await withSession(db, (session) => readEthereumBlocksFrom(session, 0, 1000));
    return blocks.map(({ height, hash }) => nameOf(height, hash)).join(' ');
  },
};
