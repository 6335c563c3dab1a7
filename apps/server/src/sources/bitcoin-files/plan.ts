import {
  type BitcoinNetwork,
  mainnetCheckpoints,
  difficultyOfBits,
  minimumPlausibleDifficulty,
  toDisplayHash,
  workOfBits,
} from '@hopscope/chain';
import type { BlockIndex } from './block-index.ts';

/** A run of blocks to load in order: `records[0]` at `height`, and the others above it. */
export interface Branch {
  height: number;
  records: number[];
  /** Σ work of the branch. */
  work: bigint;
}

export interface Plan {
  /** One branch per separate part of the chain, the heaviest of its part, in ascending order of height. */
  branches: Branch[];
  /** Records outside the heaviest branch of their part, with their heights. */
  side: { record: number; height: number }[];
  /** Roots of unknown height, with the number of their descendants. */
  unplaced: { record: number; blocks: number }[];
  /** Roots that claim a height at which their network never had such a low difficulty: blocks of another network. */
  implausible: { record: number; blocks: number; height: number }[];
  /** Number of records that the ledger contains already. */
  known: number;
}

export interface PlanOptions {
  index: BlockIndex;
  network: BitcoinNetwork;
  /** Heights of records that the ledger contains, by record number. */
  knownHeights: ReadonlyMap<number, number>;
  /** Returns heights of parents that the ledger contains but the files don't, by hash. */
  parentHeight(prevHash: Uint8Array): number | undefined;
  /** Height of the first block of a part that contains no height itself, as the operator sets it. */
  firstHeight: number | undefined;
}

/** Returns the children of each record as linked lists in two columns. */
function linkChildren(index: BlockIndex): { first: Int32Array; next: Int32Array; parent: Int32Array } {
  const first = new Int32Array(index.size).fill(-1);
  const next = new Int32Array(index.size).fill(-1);
  const parent = new Int32Array(index.size).fill(-1);
  for (let i = index.size - 1; i >= 0; i--) {
    const above = index.find(index.prevHash(i));
    if (above === -1) continue;
    parent[i] = above;
    next[i] = first[above] ?? -1;
    first[above] = i;
  }
  return { first, next, parent };
}

/** Sorts the blocks of the files into branches with heights. Pure: reads only the index. */
export function planImport(options: PlanOptions): Plan {
  const { index, network, knownHeights } = options;
  const { first, next, parent } = linkChildren(index);
  const plan: Plan = { branches: [], side: [], unplaced: [], implausible: [], known: knownHeights.size };

  /** Returns the part of the chain below `root`, parents before children, without blocks of the ledger. */
  function partOf(root: number): { record: number; depth: number }[] {
    const part = [{ record: root, depth: 0 }];
    for (let at = 0; at < part.length; at++) {
      const { record, depth } = part[at] ?? { record: -1, depth: 0 };
      for (let child = first[record] ?? -1; child !== -1; child = next[child] ?? -1) {
        if (!knownHeights.has(child)) part.push({ record: child, depth: depth + 1 });
      }
    }
    return part;
  }

  /**
   * Returns the height of a part's root: from its parent, the genesis hash, a checkpoint, or a height in a block (BIP34).
   */
  function heightOfRoot(
    root: number,
    part: readonly { record: number; depth: number }[],
  ): number | undefined {
    const above = parent[root] ?? -1;
    const heightBelow = above === -1 ? options.parentHeight(index.prevHash(root)) : knownHeights.get(above);
    if (heightBelow !== undefined) return heightBelow + 1;
    for (const { record, depth } of part) {
      const hash = toDisplayHash(index.hash(record));
      if (hash === network.genesisHash) return -depth;
      const known = network.name === 'mainnet' ? mainnetCheckpoints.get(hash) : undefined;
      if (known !== undefined) return known - depth;
      const named = index.namedHeight(record);
      if (named >= network.bip34Height) return named - depth;
    }
    return options.firstHeight;
  }

  for (let root = 0; root < index.size; root++) {
    const above = parent[root] ?? -1;
    if (knownHeights.has(root) || (above !== -1 && !knownHeights.has(above))) continue;
    const part = partOf(root);
    const height = heightOfRoot(root, part);
    if (height === undefined || height < 0) {
      plan.unplaced.push({ record: root, blocks: part.length });
      continue;
    }
    const strange = part.find(
      ({ record, depth }) =>
        difficultyOfBits(index.bits(record)) < minimumPlausibleDifficulty(height + depth, network),
    );
    if (strange) {
      plan.implausible.push({ record: root, blocks: part.length, height: height + strange.depth });
      continue;
    }
    const work = new Map<number, bigint>();
    let best = root;
    for (const { record } of part) {
      const total = (work.get(parent[record] ?? -1) ?? 0n) + workOfBits(index.bits(record));
      work.set(record, total);
      if (total > (work.get(best) ?? 0n)) best = record;
    }
    const records: number[] = [];
    for (let record = best; work.has(record); record = parent[record] ?? -1) records.push(record);
    records.reverse();
    plan.branches.push({ height, records, work: work.get(best) ?? 0n });
    const chosen = new Set(records);
    for (const { record, depth } of part) {
      if (!chosen.has(record)) plan.side.push({ record, height: height + depth });
    }
  }
  plan.branches.sort((a, b) => a.height - b.height);
  return plan;
}
