import { setTimeout as sleep } from 'node:timers/promises';
import { organizationEndpoints, screeningBatchEndpoints, screeningEndpoints } from '@hopscope/contract';
import { pathOf } from '../lib/api-paths.ts';
import type { FreeSlots } from '../lib/free-slots.ts';
import type { ServedLedger } from '../lib/running-server.ts';
import { type AnswerFigure, measureRequests, type Request, withDemo } from './answers.ts';

const { createScreeningBatch, getScreeningBatch } = screeningBatchEndpoints;
const { screenTransfer } = screeningEndpoints;

/** Screening calls of programs, on one demo. */
export interface ChecksResult {
  transactions: number;
  attributions: number;
  clients: number;
  /** Transfers to addresses that were never screened, and to the same addresses again. */
  transfers: AnswerFigure[];
  batch: {
    lines: number;
    distinct: number;
    /** From the first byte of the file to the answer, and to the last decision. */
    uploadSeconds: number;
    seconds: number;
    perSecond: number;
  };
}

const clients = 16;

/** Screens a file in which each address occurs equally often; addresses were never screened before. */
async function measureBatch(
  { url, token, get }: ServedLedger,
  addresses: readonly string[],
  lines: number,
): Promise<ChecksResult['batch']> {
  const file = Array.from(
    { length: lines },
    (_, i) => `${JSON.stringify({ address: addresses[i % addresses.length] })}\n`,
  ).join('');
  const begun = performance.now();
  const answer = await fetch(new URL(pathOf(createScreeningBatch), url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
    body: file,
  });
  let batch = createScreeningBatch.response.parse(await answer.json()).data;
  const uploadSeconds = (performance.now() - begun) / 1000;
  while (batch.state === 'running') {
    await sleep(200);
    batch = getScreeningBatch.response.parse(await get(pathOf(getScreeningBatch, { id: batch._id }))).data;
  }
  const seconds = (performance.now() - begun) / 1000;
  if (batch.problems > 0) throw new Error(`${batch.problems} addresses of the bench are invalid`);
  return { lines, distinct: addresses.length, uploadSeconds, seconds, perSecond: lines / seconds };
}

/** Measures screening calls over HTTP on a demo of a million transactions. */
export async function measureChecks(places: FreeSlots, quick: boolean): Promise<ChecksResult> {
  const [transfers, lines] = quick ? [100, 1_000] : [1_500, 100_000];
  const distinct = lines / 5;
  const size = { transactions: quick ? 20_000 : 1_000_000, addresses: transfers + distinct };
  return withDemo(places, size, async ({ served, names, transactions, attributions }) => {
    await served.post(pathOf(organizationEndpoints.createOrganization), { name: 'Bench' });
    const transferTo = (to: string): Request => ({
      path: pathOf(screenTransfer),
      body: { blockchain: 'bitcoin', amount: '1000000', direction: 'out', to, budgetMs: 30_000 },
    });
    const requests = names.addresses.slice(0, transfers).map(transferTo);
    const figures: AnswerFigure[] = [];
    for (const call of ['transfer to an address never seen', 'transfer to an address seen before'])
      figures.push(await measureRequests(served, { call, requests, clients }));
    const batch = await measureBatch(served, names.addresses.slice(transfers, transfers + distinct), lines);
    return { transactions, attributions, clients, transfers: figures, batch };
  });
}
