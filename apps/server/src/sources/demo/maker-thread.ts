import { parentPort, workerData } from 'node:worker_threads';
import {
  createStoryBook,
  type DemoBlock,
  type DemoEthereumBlock,
  type DemoOptions,
  type SeenPlace,
  simulateDemo,
  type StoryFact,
  type WaitingEthereum,
} from '@hopscope/demo';
import { nativeHashing } from '../../ledger/native-hashing.ts';

export type DemoChain = 'bitcoin' | 'ethereum';

/** A block to make; what is not wanted is only lived through. */
export interface Step {
  chain: DemoChain;
  /** Seconds since 1970. */
  time: number;
  want: 'nothing' | 'block' | 'rivals';
}

/** What the thread is asked: to make blocks in this order, or to live on without one and tell what waits. */
export type MakerRequest = { id: number; steps: readonly Step[] } | { id: number; advance: number };

/** A block on its way: Bitcoin's as bytes, Ethereum's as the text of `{ block, receipts, traces }`. */
export type Payload = Uint8Array<ArrayBuffer> | string;

export interface Made {
  chain: DemoChain;
  height: number;
  transactions: number;
  payload: Payload;
  /** Another miner's block in its place. */
  rival: Payload | undefined;
  /** Two blocks in the place of it and the one before. */
  branch: readonly Payload[];
}

/** A transaction that waits for a block. */
export interface WaitingTransactions {
  bitcoin: readonly { bytes: Uint8Array; txid: Uint8Array; replaces: Uint8Array | undefined }[];
  ethereum: readonly WaitingEthereum[];
}

/** What a token contract of the demo says of itself. */
export interface MadeToken {
  contract: Uint8Array;
  standard: 'erc20' | 'erc721';
  name: string;
  symbol: string;
  decimals: number | null;
}

export interface MakerReply {
  id: number;
  /** Blocks that were wanted, in order. */
  made: readonly Made[];
  /** Token contracts that were deployed since the last reply. */
  tokens: readonly MadeToken[];
  /** Wei before block 0 by address; with the first reply only. */
  openings: ReadonlyMap<string, bigint> | undefined;
  waiting: WaitingTransactions | undefined;
  stories: readonly (readonly [StoryFact['story'], readonly SeenPlace[]])[];
}

/** Makes the demo's blocks in a thread of its own, so that pages are answered meanwhile. */
const options = workerData as Omit<DemoOptions, 'hashing'>;
const book = createStoryBook();
const { bitcoin, ethereum } = simulateDemo({ ...options, hashing: nativeHashing }, book.tell);
let tokensTold = 0;
let openingsTold = false;

const bytesOf = (block: DemoBlock): Payload => new Uint8Array(block.bytes);
const textOf = ({ answers }: DemoEthereumBlock): Payload => JSON.stringify(answers);

function madeOf<B extends { transactions: number }>(
  parts: { chain: DemoChain; height: number; want: Step['want']; block: B },
  side: { rival(): B | undefined; rivalBranch(): B[] },
  payloadOf: (block: B) => Payload,
): Made {
  const { chain, height, want, block } = parts;
  const rival = want === 'rivals' ? side.rival() : undefined;
  return {
    chain,
    height,
    transactions: block.transactions,
    payload: payloadOf(block),
    rival: rival && payloadOf(rival),
    branch: want === 'rivals' ? side.rivalBranch().map(payloadOf) : [],
  };
}

function make({ chain, time, want }: Step): Made | undefined {
  if (chain === 'bitcoin') {
    const block = bitcoin.next(time);
    return want === 'nothing'
      ? undefined
      : madeOf({ chain, height: block.height, want, block }, bitcoin, bytesOf);
  }
  const block = ethereum.next(time);
  return want === 'nothing'
    ? undefined
    : madeOf({ chain, height: block.number, want, block }, ethereum, textOf);
}

function newTokens(): MadeToken[] {
  const fresh = ethereum.tokens.slice(tokensTold);
  tokensTold += fresh.length;
  return fresh.map(({ account, standard, name, symbol, decimals }) => ({
    contract: account.address,
    standard,
    name,
    symbol,
    decimals,
  }));
}

/** Blocks come live: actors live up to now, so that their transactions can be seen before they are in a block. */
function waitingAt(time: number): WaitingTransactions {
  bitcoin.advance(time);
  if (ethereum.time !== undefined) ethereum.advance(time);
  return {
    bitcoin: bitcoin.waiting().map(({ made, replaced }) => ({
      bytes: made.bytes,
      txid: made.txid,
      replaces: replaced,
    })),
    ethereum: ethereum.waiting(),
  };
}

function answer(request: MakerRequest): MakerReply {
  const made = 'steps' in request ? request.steps.flatMap((step) => make(step) ?? []) : [];
  const waiting = 'advance' in request ? waitingAt(request.advance) : undefined;
  const openings = openingsTold ? undefined : ethereum.openings;
  openingsTold = true;
  return { id: request.id, made, tokens: newTokens(), openings, waiting, stories: [...book.places()] };
}

parentPort?.on('message', (request: MakerRequest) => {
  const reply = answer(request);
  const buffers = reply.made.flatMap(({ payload }) => (typeof payload === 'string' ? [] : [payload.buffer]));
  parentPort?.postMessage(reply, buffers);
});
