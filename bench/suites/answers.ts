import {
  explorerPageSize,
  getAddress,
  getAddressSummary,
  getBlock,
  getBlockStats,
  getHealth,
  getLedgerStatus,
  getTransaction,
  listAddressTransactions,
  listBlockTransactions,
  search,
} from '@hopscope/contract';
import { pathOf } from '../lib/api-paths.ts';
import { historyLength } from './history-length.ts';
import { importInto } from '../lib/import-into.ts';
import { type Sample, sampleMainFile } from './main-file-sample.ts';
import { type FreeSlots, withFresh } from '../lib/free-slots.ts';
import { mainFile } from '../lib/reference-data.ts';
import { withServer } from '../lib/running-server.ts';
import { type Latencies, summarize } from '../lib/statistics.ts';

export interface AnswerFigure {
  call: string;
  latencies: Latencies;
  perSecond: number;
  /** Mean bytes of a response as sent (compressed if the server compresses). */
  bytes: number;
  /** Event loop delay of the server in milliseconds. */
  loopDelayP99: number;
  loopDelayMax: number;
}

export interface AnswersResult {
  clients: number;
  requests: number;
  figures: AnswerFigure[];
}

const clients = 32;

/** Returns all explorer calls with the paths to request in turn. */
function explorerCalls({ heights, txids, addresses, busiest }: Sample, lastPage: number) {
  const busy = (page: number): string[] => [
    pathOf(listAddressTransactions, { addr: busiest }, { page, limit: explorerPageSize }),
  ];
  const texts = [...heights, ...txids.slice(0, 100), ...addresses.slice(0, 100)];
  return [
    { call: 'block', paths: heights.map((height) => pathOf(getBlock, { height })) },
    {
      call: 'block transactions',
      paths: heights.flatMap((height) =>
        [1, 20, 60].map((page) =>
          pathOf(listBlockTransactions, { height }, { page, limit: explorerPageSize }),
        ),
      ),
    },
    { call: 'transaction', paths: txids.map((hash) => pathOf(getTransaction, { hash })) },
    { call: 'address', paths: addresses.map((addr) => pathOf(getAddress, { addr })) },
    { call: 'address summary', paths: addresses.map((addr) => pathOf(getAddressSummary, { addr })) },
    { call: 'busiest address, page 1', paths: busy(1) },
    { call: 'busiest address, last page', paths: busy(lastPage) },
    {
      call: 'address transactions',
      paths: addresses.map((addr) =>
        pathOf(listAddressTransactions, { addr }, { page: 1, limit: explorerPageSize }),
      ),
    },
    { call: 'getBlockStats', paths: addresses.map((id) => pathOf(getBlockStats, { id })) },
    { call: 'search', paths: texts.map((q) => pathOf(search, {}, { q })) },
    { call: 'status', paths: [pathOf(getLedgerStatus)] },
    { call: 'health', paths: [pathOf(getHealth)] },
  ];
}

/** Measures each explorer call with 32 concurrent clients, over HTTP. */
export async function measureAnswers(places: FreeSlots, quick: boolean): Promise<AnswersResult> {
  const requests = quick ? 200 : 1_500;
  const sample = sampleMainFile();
  const figures: AnswerFigure[] = [];
  await withFresh(places, async (place) => {
    await importInto(place, [mainFile]);
    await withServer(place, async (served) => {
      const calls = explorerCalls(
        sample,
        Math.ceil((await historyLength(served, sample.busiest)) / explorerPageSize),
      );
      for (const { call, paths } of calls) {
        const many = (count: number) =>
          Array.from({ length: count }, (_, i) => ({ name: call, path: paths[i % paths.length] ?? '' }));
        await served.send(many(Math.ceil(requests / 10)), clients);
        const answer = await served.send(many(requests), clients);
        figures.push({
          call,
          latencies: summarize(answer.milliseconds[call] ?? []),
          perSecond: Math.round(requests / answer.seconds),
          bytes: Math.round(answer.bytes / requests),
          loopDelayP99: answer.loopDelayP99,
          loopDelayMax: answer.loopDelayMax,
        });
      }
    });
  });
  return { clients, requests, figures };
}
