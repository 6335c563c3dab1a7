import {
  createdAddress,
  type EthereumBlock,
  equalBytes,
  fromHex,
  toHex,
  tokenTransfersOf,
} from '@hopscope/chain';
import type { EthereumBundle, Openings } from '../../ledger/ethereum/bundle.ts';
import type { EthereumLedger } from '../../ledger/ethereum/ledger.ts';
import type { HeightRange } from '../../ledger/shared/ranges.ts';
import { askTokens, tokenContractsOf } from './ask-tokens.ts';
import { type Capabilities, type HeadRef, readHeadRef } from './capabilities.ts';
import { type FetchedBlock, fetchBlocks, type HeadView } from './fetch-blocks.ts';
import { type RpcClient, RpcError, resultOf, toQuantity } from './json-rpc.ts';

/** Where to begin and how far to go. */
export interface FollowSettings {
  /** Lowest height to load; undefined begins at the head and goes no lower. */
  historyFrom: number | undefined;
  /** Blocks that a reorganisation may take back; a deeper one halts the source. */
  reorganisationLimit: number;
}

export interface FollowOptions extends FollowSettings {
  client: RpcClient;
  ledger: EthereumLedger;
  chain: { chainId: bigint; network: string };
  capabilities: Capabilities;
  /** Told after every answer about the head. */
  onHead(head: HeadView): void;
  onProgress(height: number, target: number): void;
}

/** Something that waiting does not mend. */
export class HaltError extends Error {
  override name = 'HaltError';
}

const mostBlocks = 32;
const headersPerRequest = 32;
const balancesPerRequest = 500;
const mostAsked = 100_000;

interface Fetched {
  from: number;
  answer: ReturnType<typeof fetchBlocks>;
}

/** Keeps the ledger at the head of a node, one step at a time. */
export function createFollower(options: FollowOptions) {
  const { client, ledger, chain, capabilities } = options;
  /** Blocks per request; grows while answers come, halves when one is too long or too late. */
  let size = 4;
  let ahead: Fetched | undefined;
  let knownHead = 0;
  /** Contracts that said what they have to say: one without a name is not asked with every block. */
  const asked = new Set<string>();

  function ask(from: number, to: number): Fetched {
    const heights = Array.from({ length: to - from + 1 }, (_, i) => from + i);
    const answer = fetchBlocks(client, chain.chainId, capabilities, heights);
    // A failure is seen when its turn comes; until then it must not count as unhandled.
    answer.catch(() => {});
    return { from, answer };
  }

  /** Blocks from a height on, as many as one request is to bring, and what was fetched ahead if it fits. */
  async function fetchFrom(from: number): Promise<{ blocks: FetchedBlock[]; head: HeadView }> {
    const fetched =
      ahead?.from === from ? ahead : ask(from, Math.max(from, Math.min(knownHead, from + size - 1)));
    ahead = undefined;
    try {
      const { blocks, head } = await fetched.answer;
      knownHead = head.latest.height;
      options.onHead(head);
      size = Math.min(size * 2, mostBlocks);
      const missing = blocks.indexOf(null);
      const found = blocks.slice(0, missing < 0 ? undefined : missing).filter((block) => block !== null);
      return { blocks: found, head };
    } catch (error) {
      const heavy =
        error instanceof RpcError && (error.failure === 'too_large' || error.failure === 'timeout');
      if (heavy) size = Math.max(1, Math.floor(size / 2));
      throw error;
    }
  }

  async function bundlesOf(blocks: readonly FetchedBlock[]): Promise<EthereumBundle[]> {
    const contracts = tokenContractsOf(blocks).filter(({ contract }) => !asked.has(toHex(contract)));
    const unknown = new Set(
      (await ledger.unknownTokens(contracts.map(({ contract }) => contract))).map(toHex),
    );
    const open = contracts.filter(({ contract }) => unknown.has(toHex(contract)));
    const tokens = await askTokens(client, open);
    if (asked.size > mostAsked) asked.clear();
    for (const { contract } of contracts) asked.add(toHex(contract));
    const facts = new Map(tokens.map((token) => [toHex(token.contract), token]));
    return blocks.map((block) => {
      const own = tokenContractsOf([block]).flatMap(({ contract }) => {
        const name = toHex(contract);
        const known = facts.get(name);
        facts.delete(name);
        return known ? [known] : [];
      });
      return { ...block, tokens: own };
    });
  }

  /** Balances at block 0 of accounts, where the ledger begins there. */
  async function openingsOf(fresh: readonly Uint8Array[]): Promise<Openings> {
    const balances = new Map<string, bigint>();
    for (let from = 0; from < fresh.length; from += balancesPerRequest) {
      const part = fresh.slice(from, from + balancesPerRequest).map(toHex);
      const answers = await client.batch(
        part.map((address) => ({ method: 'eth_getBalance', params: [`0x${address}`, '0x0'] })),
      );
      part.forEach((address, i) => balances.set(address, readWei(resultOf(answers[i], 'eth_getBalance'))));
    }
    return { balances, complete: false };
  }

  const knowsOpenings = (lowest: number): boolean => lowest === 0 && capabilities.archive;

  async function append(blocks: readonly FetchedBlock[], lowest: number): Promise<void> {
    const openings = knowsOpenings(lowest)
      ? await openingsOf(await ledger.unknownAccounts(addressesOf(blocks)))
      : undefined;
    await ledger.append(chain, await bundlesOf(blocks), openings);
  }

  /** The first block of an empty ledger. */
  async function begin(): Promise<boolean> {
    const first = options.historyFrom === 0 ? 0 : knownHead;
    const { blocks } = await fetchFrom(first);
    if (blocks.length === 0) return false;
    await append(blocks, first);
    return true;
  }

  /** Heights and hashes that the node has now. */
  async function nodeRefs(heights: readonly number[]): Promise<Map<number, HeadRef>> {
    const answers = await client.batch(
      heights.map((height) => ({ method: 'eth_getBlockByNumber', params: [toQuantity(height), false] })),
    );
    const refs = new Map<number, HeadRef>();
    heights.forEach((height, i) => {
      const ref = readHeadRef(resultOf(answers[i], 'eth_getBlockByNumber'));
      if (ref) refs.set(height, ref);
    });
    return refs;
  }

  /** The highest block that ledger and node share. Throws HaltError where there is none within the limit. */
  async function commonAncestor(top: HeightRange, head: number): Promise<number> {
    const lowest = Math.max(top.from, top.to - options.reorganisationLimit);
    for (let upper = Math.min(top.to, head); upper >= lowest; upper -= headersPerRequest) {
      const count = Math.min(headersPerRequest, upper - lowest + 1);
      const heights = Array.from({ length: count }, (_, i) => upper - i);
      const own = await ledger.blockRefs(heights);
      const theirs = await nodeRefs(heights);
      const shared = heights.find((height) => {
        const [ours, other] = [own.get(height), theirs.get(height)];
        return ours && other && equalBytes(ours.hash, other.hash);
      });
      if (shared !== undefined) return shared;
    }
    throw new HaltError(
      `The node's chain leaves the ledger's more than ${top.to - lowest} blocks below block ${top.to}. Nothing was changed; check the node, or allow a deeper reorganisation.`,
    );
  }

  /** Takes back the blocks that the node no longer has and adds those in their place, in one transaction. */
  async function replace(top: HeightRange, head: number): Promise<boolean> {
    ahead = undefined;
    const ancestor = await commonAncestor(top, head);
    // The node is only behind: its head is a block of the ledger.
    if (ancestor >= head) return false;
    const blocks: FetchedBlock[] = [];
    const target = Math.min(head, top.to + 1);
    for (let from = ancestor + 1; from <= target; ) {
      const to = Math.min(target, from + size - 1);
      const found = (await ask(from, to).answer).blocks.filter((block) => block !== null);
      const before = blocks.at(-1)?.block;
      const first = found[0]?.block;
      if (!first || (before && !follows(first, before))) {
        throw new RpcError('contradictory', 'The chain of the node changes while it is read');
      }
      blocks.push(...found);
      from += found.length;
    }
    // An account may go with the blocks that are taken back and come again with those in their place.
    const openings = knowsOpenings(top.from) ? await openingsOf(addressesOf(blocks)) : undefined;
    await ledger.reorganise(chain, top.to - ancestor, await bundlesOf(blocks), openings);
    return true;
  }

  /** A batch of history below what is held. */
  async function extendBelow(ranges: readonly HeightRange[]): Promise<boolean> {
    const [lowest] = ranges;
    const { historyFrom } = options;
    if (!lowest || ranges.length > 1 || historyFrom === undefined || lowest.from <= historyFrom) return false;
    const from = Math.max(historyFrom, lowest.from - size);
    const { blocks, head } = await ask(from, lowest.from - 1).answer;
    options.onHead(head);
    const found = blocks.filter((block) => block !== null);
    if (found.length < blocks.length) {
      throw new RpcError('contradictory', `The node does not have all blocks from ${from} on`);
    }
    size = Math.min(size * 2, mostBlocks);
    await ledger.append(chain, await bundlesOf(found));
    return true;
  }

  return {
    /**
     * Brings the ledger one step nearer to the node: new blocks, a reorganisation or older history. Answers whether there
     * is more to do at once. Throws RpcError, EthereumError or LedgerError where trying again may help; HaltError where not.
     */
    async step(): Promise<boolean> {
      const ranges = await ledger.ranges();
      const top = ranges.at(-1);
      if (!top) return begin();
      const { blocks, head } = await fetchFrom(top.to + 1);
      const tip = (await ledger.blockRefs([top.to])).get(top.to);
      const [first] = blocks;
      const newest = head.latest;
      if (tip && first) {
        if (!equalBytes(first.block.header.parentHash, tip.hash)) return replace(top, newest.height);
        const to = top.to + blocks.length;
        const further = newest.height - to;
        if (further > 0) ahead = ask(to + 1, Math.min(newest.height, to + size));
        await append(blocks, top.from);
        options.onProgress(to, newest.height);
        return further > 0;
      }
      const held = (await ledger.blockRefs([newest.height])).get(newest.height);
      if (held && !equalBytes(held.hash, newest.hash)) return replace(top, newest.height);
      options.onProgress(top.to, Math.max(top.to, newest.height));
      return extendBelow(ranges);
    },
    headIs(height: number): void {
      knownHead = height;
    },
  };
}

function follows(block: EthereumBlock, before: EthereumBlock): boolean {
  return equalBytes(block.header.parentHash, before.hash);
}

function readWei(value: unknown): bigint {
  if (typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)) return BigInt(value);
  throw new RpcError('contradictory', 'The node gives a balance in no known form');
}

/** Every address that the blocks may make known to the ledger. */
export function addressesOf(blocks: readonly FetchedBlock[]): Uint8Array[] {
  const found = new Map<string, Uint8Array>();
  const note = (address: Uint8Array | null): void => {
    if (address) found.set(toHex(address), address);
  };
  for (const { block, receipts, uncles, traces } of blocks) {
    note(block.header.miner);
    for (const uncle of uncles) note(uncle.miner);
    for (const { address } of block.withdrawals ?? []) note(address);
    for (const tx of block.transactions) {
      note(tx.from);
      note(tx.to ?? createdAddress(tx.from, tx.nonce));
    }
    for (const log of receipts.flatMap(({ logs }) => logs)) {
      for (const { token, from, to } of tokenTransfersOf(log)) {
        note(token);
        note(from);
        note(to);
      }
    }
    for (const frame of traces?.transactions.flatMap(({ frames }) => frames) ?? []) {
      note(frame.from);
      note(frame.to);
    }
  }
  return [...found.keys()].map((text) => fromHex(text));
}
