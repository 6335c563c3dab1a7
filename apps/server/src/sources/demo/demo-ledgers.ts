import {
  cleanTokenText,
  decodeBlock,
  decodeCallTraces,
  decodeEthereumBlock,
  decodeReceipts,
  type Hashing,
  headerTime,
  networks,
  sha256d,
  toHex,
  TOKEN_NAME_LENGTH,
  TOKEN_SYMBOL_LENGTH,
  verifyBlock,
  verifyEthereumBlock,
  verifyTraces,
  demoChainId,
} from '@hopscope/chain';
import { z } from 'zod';
import type { BlockAtHeight } from '../../ledger/bitcoin/blocks/batch.ts';
import type { BitcoinLedger } from '../../ledger/bitcoin/ledger.ts';
import type {
  EthereumBundle,
  EthereumChain,
  Openings,
  TokenFacts,
} from '../../ledger/ethereum/blocks/bundle.ts';
import type { EthereumLedger } from '../../ledger/ethereum/ledger.ts';
import { DemoError } from './demo-error.ts';
import type { MadeToken } from './maker-thread.ts';
import type { DemoLedger, LedgerState } from './side.ts';

export const demoEthereumChain: EthereumChain = { chainId: demoChainId, network: 'demo' };
/** Number of blocks per query. */
const part = 2_000;

async function stateOf(
  ranges: readonly { from: number; to: number }[],
  read: (
    heights: readonly number[],
  ) => Promise<(height: number) => { time: number; hash: Uint8Array } | undefined>,
): Promise<LedgerState> {
  const top = ranges.at(-1)?.to ?? -1;
  const times: number[] = [];
  let tip: Uint8Array | undefined;
  for (let from = 0; from <= top; from += part) {
    const heights = Array.from({ length: Math.min(part, top - from + 1) }, (_, i) => from + i);
    const find = await read(heights);
    for (const height of heights) {
      const found = find(height);
      if (!found) throw new DemoError(`Block ${height} is missing in this demo ledger`);
      times.push(found.time);
      tip = found.hash;
    }
  }
  return { height: top, times, tip };
}

/** Adapts the Bitcoin ledger for the demo. */
export function bitcoinLedger(ledger: BitcoinLedger, hashing: Hashing): DemoLedger<BlockAtHeight['block']> {
  const placed = (height: number, blocks: readonly BlockAtHeight['block'][]): BlockAtHeight[] =>
    blocks.map((block, i) => ({ height: height + i, block }));
  return {
    state: async () =>
      stateOf(await ledger.ranges(), async (heights) => {
        const headers = await ledger.headers(heights);
        return (height) => {
          const header = headers.get(height);
          return header && { time: headerTime(header), hash: sha256d(hashing, header) };
        };
      }),
    read(payload) {
      if (typeof payload === 'string') throw new TypeError('A Bitcoin block comes as bytes');
      const block = decodeBlock(payload, { hashing });
      verifyBlock(block, networks.demo, { hashing });
      return block;
    },
    hashOf: ({ hash }) => hash,
    append: (height, blocks) => ledger.append('demo', placed(height, blocks)),
    reorganize: (depth, height, blocks) => ledger.reorganize('demo', depth, placed(height, blocks)),
  };
}

const answers = z.object({ block: z.unknown(), receipts: z.unknown(), traces: z.unknown() });

/** Decodes and verifies a block of the demo's Ethereum side; `facts`: of its tokens, by contract in hex. */
export function readDemoBlock(answer: unknown, facts: ReadonlyMap<string, TokenFacts>): EthereumBundle {
  const { block: raw, receipts: rawReceipts, traces: rawTraces } = answers.parse(answer);
  const block = decodeEthereumBlock(raw);
  const receipts = decodeReceipts(rawReceipts, block);
  verifyEthereumBlock(block, { receipts, uncles: [] });
  const traces = decodeCallTraces(rawTraces);
  verifyTraces(traces, block, receipts);
  const tokens = new Map<string, TokenFacts>();
  for (const { address } of receipts.flatMap(({ logs }) => logs)) {
    const known = facts.get(toHex(address));
    if (known) tokens.set(toHex(address), known);
  }
  return { block, receipts, uncles: [], traces, tokens: [...tokens.values()] };
}

/** Adapts the Ethereum ledger for the demo; `facts` and `openings` are those that the maker has reported so far. */
export function ethereumLedger(
  ledger: EthereumLedger,
  reported: { facts: ReadonlyMap<string, TokenFacts>; openings(): Openings },
): DemoLedger<EthereumBundle> {
  return {
    state: async () =>
      stateOf(await ledger.ranges(), async (heights) => {
        const refs = await ledger.blockRefs(heights);
        return (height) => refs.get(height);
      }),
    read(payload) {
      if (typeof payload !== 'string') throw new TypeError('An Ethereum block comes as text');
      return readDemoBlock(JSON.parse(payload), reported.facts);
    },
    hashOf: ({ block }) => block.hash,
    append: (_, bundles) => ledger.append(demoEthereumChain, bundles, reported.openings()),
    reorganize: (depth, _, bundles) =>
      ledger.reorganize(demoEthereumChain, depth, bundles, reported.openings()),
  };
}

/** Returns a token's facts as the ledger stores them: sanitized, like the answers of any contract. */
export function factsOf({ contract, standard, name, symbol, decimals }: MadeToken): TokenFacts {
  return {
    contract,
    standard,
    name: cleanTokenText(name, TOKEN_NAME_LENGTH),
    symbol: cleanTokenText(symbol, TOKEN_SYMBOL_LENGTH),
    decimals,
  };
}
