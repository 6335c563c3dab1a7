import {
  decodeBlock,
  decodeCallTraces,
  decodeEthereumBlock,
  decodeReceipts,
  demoChainId,
  toDisplayHash,
  toHex,
} from '@hopscope/chain';
import {
  demoAttributionOf,
  createStoryBook,
  type DemoAttribution,
  entities,
  simulateDemo,
} from '@hopscope/demo';
import type { SqlDatabase } from '../../../src/db/session.ts';
import type { BlockAtHeight } from '../../../src/ledger/bitcoin/blocks/batch.ts';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import type { EthereumBundle } from '../../../src/ledger/ethereum/blocks/bundle.ts';
import { createEthereumLedger } from '../../../src/ledger/ethereum/ledger.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';

const length = 90 * 86_400;
const options = {
  seed: 11,
  start: 1_750_000_000 - length,
  length,
  blockInterval: 3600,
  transactions: 5000,
  ethereumTransactions: 4000,
};

/** Movements of Ethereum by what their transfers have in common with the truth. */
export const movementName = (
  hash: string,
  token: string | null,
  from: string,
  to: string,
  amount: unknown,
): string => [hash, token, from, to, amount].join(' ').toLowerCase();

/** A demo with its truth about the hack: where it began, and what of it is in which output and movement. */
export function makeDemo() {
  const blocks: BlockAtHeight[] = [];
  const bundles: EthereumBundle[] = [];
  const moved = new Map<string, bigint>();
  const attributions: DemoAttribution[] = [];
  const perfect: DemoAttribution[] = [];
  const book = createStoryBook();
  const flows = new Map<number, string>();
  const shares = new Map<string, bigint>();
  const simulation = simulateDemo({ ...options, hashing: nativeHashing }, (event) => {
    book.emit(event);
    if (event.type === 'flow') flows.set(event.flow.id, event.flow.kind);
    if (event.type === 'shares') {
      const own = event.shares.filter(([id]) => flows.get(id) === 'hack');
      const sats = own.reduce((sum, [, part]) => sum + part, 0n);
      if (sats > 0n) shares.set(`${toDisplayHash(event.txid)}:${event.vout}`, sats);
    }
    if (event.type === 'ethereum_shares' && event.from && event.to) {
      const own = event.shares.filter(([id]) => flows.get(id) === 'hack');
      const units = own.reduce((sum, [, part]) => sum + part, 0n);
      const [hash, from, to] = [event.hash, event.from, event.to].map((bytes) => `0x${toHex(bytes)}`);
      const token = event.token && `0x${toHex(event.token)}`;
      const name = movementName(hash ?? '', token, from ?? '', to ?? '', event.amount);
      if (units > 0n) moved.set(name, (moved.get(name) ?? 0n) + units);
    }
    const attribution = demoAttributionOf(event, options.seed);
    if (attribution) attributions.push({ ...attribution, key: Uint8Array.from(attribution.key) });
    if (event.type === 'address' && Object.values(entities).some(({ id }) => id === event.entity)) {
      const { key, entity } = event;
      perfect.push({ blockchain: 'bitcoin', key: Uint8Array.from(key), entity, delay: 0, confidence: 95 });
    }
    if (event.type === 'ethereum_account' && Object.values(entities).some(({ id }) => id === event.entity)) {
      const { address, entity } = event;
      perfect.push({
        blockchain: 'ethereum',
        key: Uint8Array.from(address),
        entity,
        delay: 0,
        confidence: 95,
      });
    }
  });
  for (let at = 0; at <= length; at += options.blockInterval) {
    const { bytes, height } = simulation.bitcoin.next(options.start + at);
    blocks.push({ height, block: decodeBlock(bytes, { hashing: nativeHashing }) });
    const { answers } = simulation.ethereum.next(options.start + at);
    const block = decodeEthereumBlock(answers.block);
    const receipts = decodeReceipts(answers.receipts, block);
    const named = simulation.ethereum.tokens.map(({ account, ...token }) => ({
      ...token,
      contract: account.address,
    }));
    const traces = decodeCallTraces(answers.traces);
    bundles.push({ block, receipts, uncles: [], traces, tokens: named });
  }
  const places = book.places().get('hack') ?? [];
  const place = (role: string): string => {
    const found = places.find((one) => one.role === role);
    if (!found) throw new Error(`The hack has no ${role}`);
    return found.value;
  };
  const theft = place('theft');
  const loot = [...shares.keys()].find((output) => output.startsWith(`${theft}:`)) ?? '';
  return {
    blocks,
    bundles,
    openings: simulation.ethereum.openings,
    attributions,
    perfect,
    shares,
    moved,
    theft,
    loot: Number(loot.split(':')[1]),
    thief: place('thief'),
  };
}

/** Stores both chains of a demo. */
export async function storeDemo(db: SqlDatabase, demo: ReturnType<typeof makeDemo>): Promise<void> {
  const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
  for (let at = 0; at < demo.blocks.length; at += 500) {
    await ledger.append('demo', demo.blocks.slice(at, at + 500));
  }
  while ((await ledger.catchUpClusters(10_000)).behind);
  const ethereum = createEthereumLedger({ db });
  const chain = { chainId: demoChainId, network: 'demo' };
  for (let at = 0; at < demo.bundles.length; at += 200) {
    const opening = at === 0 ? { balances: demo.openings, complete: true } : undefined;
    await ethereum.append(chain, demo.bundles.slice(at, at + 200), opening);
  }
}
