import { join } from 'node:path';
import type { BitcoinNetworkName } from '@hopscope/chain';
import {
  explorerPageSize,
  getAddress,
  getLedgerStatus,
  getStatus,
  listAddressTransactions,
  search,
} from '@hopscope/contract';
import { startBitcoinNode } from '../../apps/server/test/support/sources/bitcoin-node.ts';
import { unframe } from '../../apps/server/test/support/sources/block-files.ts';
import { pathOf } from '../lib/api-paths.ts';
import { writeLongHistory } from '../lib/long-history.ts';
import { sampleMainFile } from '../lib/main-file-sample.ts';
import { type FreeSlots, withFresh } from '../lib/free-slots.ts';
import { mainFile } from '../lib/reference-data.ts';
import { type ServedLedger, withServer } from '../lib/running-server.ts';
import type { LoopDelay } from '../children/server-child.ts';
import { type Latencies, summarize } from '../lib/statistics.ts';

/** A server that loads a chain from a node while clients request pages. */
export interface LoopFigure {
  input: 'main file' | 'payments';
  blocks: number;
  /** Seconds from when the server listens, checked after every few responses. */
  loadSeconds: number;
  /** Event loop delay of the server's request thread during the load. */
  loop: LoopDelay;
  /** Event loop delay with the same requests after the load: the baseline of machine and pages. */
  loopAfter: LoopDelay;
  /** Page latencies during the load, and of the same pages after it. */
  pages: { during: Latencies; after: Latencies };
}

interface Input {
  input: LoopFigure['input'];
  network: BitcoinNetworkName;
  path: string;
  firstHeight: number;
  /** An address with a long list, for the pages. */
  address: string;
}

const clients = 4;
/** People read the pages that they request. */
const pauseMs = 50;

async function inputsOf(places: FreeSlots, quick: boolean): Promise<Input[]> {
  const path = join(places.folder, 'loop-payments.dat');
  const { address } = await writeLongHistory(path, quick ? 20_000 : 200_000);
  const { busiest } = sampleMainFile();
  return [
    { input: 'main file', network: 'mainnet', path: mainFile, firstHeight: 560_062, address: busiest },
    { input: 'payments', network: 'demo', path, firstHeight: 0, address },
  ];
}

/** Returns frequent requests of the explorer, none of which needs a block that isn't loaded yet. */
function pagesFor(addr: string): { name: string; path: string }[] {
  const paths = [
    pathOf(getStatus),
    pathOf(getLedgerStatus),
    pathOf(getAddress, { addr }),
    pathOf(listAddressTransactions, { addr }, { page: 1, limit: explorerPageSize }),
    pathOf(search, {}, { q: addr }),
  ];
  return Array.from({ length: clients }, () => paths).flatMap((list) =>
    list.map((path) => ({ name: 'page', path })),
  );
}

async function heightOf(served: ServedLedger): Promise<number> {
  const { data } = getLedgerStatus.response.parse(await served.get(pathOf(getLedgerStatus)));
  return data.tip?.number ?? -1;
}

async function measureOne(served: ServedLedger, address: string, target: number) {
  const pages = pagesFor(address);
  const ask = async (): Promise<number[]> =>
    (await served.sendSlowly(pages, clients, pauseMs)).milliseconds['page'] ?? [];
  const during: number[] = [];
  while ((await heightOf(served)) < target) during.push(...(await ask()));
  const loadSeconds = (Date.now() - served.listeningAt) / 1000;
  const loop = await served.delay();
  await served.watch();
  const after: number[] = [];
  while (after.length < 400) after.push(...(await ask()));
  return {
    loadSeconds,
    loop,
    loopAfter: await served.delay(),
    pages: { during: summarize(during), after: summarize(after) },
  };
}

/** Measures event loop delay and page latencies while blocks are loaded, for both inputs. */
export async function measureLoop(places: FreeSlots, quick: boolean): Promise<LoopFigure[]> {
  const figures: LoopFigure[] = [];
  for (const { input, network, path, firstHeight, address } of await inputsOf(places, quick)) {
    const blocks = unframe(path);
    const node = await startBitcoinNode({ network, blocks, firstHeight });
    const env = { BITCOIN_SOURCE: 'core', BITCOIN_RPC_URL: node.url, ETHEREUM_SOURCE: 'off' };
    try {
      const figure = await withFresh(places, (place) =>
        withServer(place, (served) => measureOne(served, address, node.height()), env),
      );
      figures.push({ input, blocks: blocks.length, ...figure });
    } finally {
      await node.close();
    }
  }
  return figures;
}
