import { parentPort, workerData } from 'node:worker_threads';
import { encodeAddress, networks, toHex } from '@hopscope/chain';
import {
  demoAttributionOf,
  createStoryBook,
  type DemoBlock,
  type DemoEthereumBlock,
  type DemoOptions,
  entities,
  type StoryReference,
  simulateDemo,
  type StoryFact,
  type TruthEvent,
  type UnconfirmedEthereum,
} from '@hopscope/demo';
import { type Blockchain, secondsOfDay } from '@hopscope/domain';
import type { DatedAttribution, DemoClient } from '../sources.ts';
import { nativeHashing } from '../../ledger/native-hashing.ts';

/** A block to make; one that isn't wanted is only simulated. */
export interface Step {
  chain: Blockchain;
  /** Seconds since 1970. */
  time: number;
  want: 'nothing' | 'block' | 'rivals';
}

/** A request to the thread: to make blocks in this order, or to advance without one and return unconfirmed transactions. */
export type MakerRequest = { id: number; steps: readonly Step[] } | { id: number; advance: number };

/** A serialized block: Bitcoin's as bytes, Ethereum's as the text of `{ block, receipts, traces }`. */
export type Payload = Uint8Array<ArrayBuffer> | string;

export interface Made {
  chain: Blockchain;
  height: number;
  transactions: number;
  payload: Payload;
  /** Another miner's block instead of it. */
  rival: Payload | undefined;
  /** Two blocks instead of it and the one before. */
  branch: readonly Payload[];
}

/** Unconfirmed transactions of both chains. */
export interface UnconfirmedTransactions {
  bitcoin: readonly { bytes: Uint8Array; txid: Uint8Array; replaces: Uint8Array | undefined }[];
  ethereum: readonly UnconfirmedEthereum[];
}

/** Facts that a token contract of the demo reports. */
export interface MadeToken {
  contract: Uint8Array;
  standard: 'erc20' | 'erc721';
  name: string;
  symbol: string;
  decimals: number | null;
}

export interface MakerReply {
  id: number;
  /** Wanted blocks, in order. */
  made: readonly Made[];
  /** Token contracts that were deployed since the last reply. */
  tokens: readonly MadeToken[];
  /** Wei before block 0 by address; only in the first reply. */
  openings: ReadonlyMap<string, bigint> | undefined;
  unconfirmed: UnconfirmedTransactions | undefined;
  stories: readonly (readonly [StoryFact['story'], readonly StoryReference[]])[];
  /** Attributions of an imperfect directory for addresses that were first used since the last reply. */
  attributions: readonly DatedAttribution[];
  /** Addresses of customers of the reader's organization that were first used since the last reply. */
  clients: readonly DemoClient[];
}

/** Makes the demo's blocks in a separate thread, so that requests aren't delayed. */
const options = workerData as Omit<DemoOptions, 'hashing'>;
const book = createStoryBook();
/** Seconds since 1970, in simulated time. */
let time = options.start;
let attributions: DatedAttribution[] = [];
let clients: DemoClient[] = [];

/** Entities to which the first addresses of a story are attributed within days, so that users can find examples. */
const published: Partial<Record<StoryFact['role'], string>> = {
  thief: entities.hacker.id,
  collector: entities.ransomware.id,
  sanctioned_wallet: entities.sanctioned.id,
  exchange_wallet: entities.northwind.id,
};

function publish(event: TruthEvent): void {
  if (event.type !== 'story' || !('key' in event.place)) return;
  const { key } = event.place;
  const { story, role } = event.fact;
  const entity = published[role];
  if (entity === undefined) return;
  const address = encodeAddress(key, networks.demo);
  if (
    !book
      .places()
      .get(story)
      ?.some(({ value }) => value === address)
  )
    return;
  const name = toHex(key);
  attributions = attributions.filter((each) => toHex(each.key) !== name);
  attributions.push({
    blockchain: 'bitcoin',
    key: Uint8Array.from(key),
    entity,
    confidence: 95,
    due: time + secondsOfDay,
  });
}

const { bitcoin, ethereum } = simulateDemo({ ...options, hashing: nativeHashing }, (event) => {
  book.emit(event);
  publish(event);
  if (event.type === 'address' && event.client !== undefined) {
    clients.push({ blockchain: 'bitcoin', key: Uint8Array.from(event.key), client: event.client });
  }
  if (event.type === 'ethereum_account' && event.client !== undefined) {
    clients.push({ blockchain: 'ethereum', key: Uint8Array.from(event.address), client: event.client });
  }
  const attribution = demoAttributionOf(event, options.seed);
  if (!attribution) return;
  const { blockchain, key, entity, confidence, delay } = attribution;
  attributions.push({ blockchain, key: Uint8Array.from(key), entity, confidence, due: time + delay });
});
let tokensSent = 0;
let openingsSent = false;

const bytesOf = (block: DemoBlock): Payload => new Uint8Array(block.bytes);
const textOf = ({ answers }: DemoEthereumBlock): Payload => JSON.stringify(answers);

function madeOf<B extends { transactions: number }>(
  parts: { chain: Blockchain; height: number; want: Step['want']; block: B },
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

type Make = (step: Step) => Made | undefined;

const makers: Readonly<Record<Blockchain, Make>> = {
  bitcoin({ chain, time: at, want }) {
    const block = bitcoin.next(at);
    if (want === 'nothing') return undefined;
    return madeOf({ chain, height: block.height, want, block }, bitcoin, bytesOf);
  },
  ethereum({ chain, time: at, want }) {
    const block = ethereum.next(at);
    if (want === 'nothing') return undefined;
    return madeOf({ chain, height: block.number, want, block }, ethereum, textOf);
  },
};

function make(step: Step): Made | undefined {
  time = step.time;
  return makers[step.chain](step);
}

function newTokens(): MadeToken[] {
  const fresh = ethereum.tokens.slice(tokensSent);
  tokensSent += fresh.length;
  return fresh.map(({ account, standard, name, symbol, decimals }) => ({
    contract: account.address,
    standard,
    name,
    symbol,
    decimals,
  }));
}

/** Advances the simulation to a time while blocks are live, so that transactions can be seen before they are in a block. */
function mempoolAt(at: number): UnconfirmedTransactions {
  time = at;
  bitcoin.advance(at);
  if (ethereum.time !== undefined) ethereum.advance(at);
  return {
    bitcoin: bitcoin.unconfirmed().map(({ made, replaced }) => ({
      bytes: made.bytes,
      txid: made.txid,
      replaces: replaced,
    })),
    ethereum: ethereum.unconfirmed(),
  };
}

function answer(request: MakerRequest): MakerReply {
  const made = 'steps' in request ? request.steps.flatMap((step) => make(step) ?? []) : [];
  const unconfirmed = 'advance' in request ? mempoolAt(request.advance) : undefined;
  const openings = openingsSent ? undefined : ethereum.openings;
  openingsSent = true;
  const reported = { attributions, clients };
  attributions = [];
  clients = [];
  return {
    id: request.id,
    made,
    tokens: newTokens(),
    openings,
    unconfirmed,
    stories: [...book.places()],
    ...reported,
  };
}

parentPort?.on('message', (request: MakerRequest) => {
  const reply = answer(request);
  const buffers = reply.made.flatMap(({ payload }) => (typeof payload === 'string' ? [] : [payload.buffer]));
  parentPort?.postMessage(reply, buffers);
});
