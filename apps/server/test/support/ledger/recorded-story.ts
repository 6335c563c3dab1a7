import {
  type Answer,
  apply,
  type Basis,
  type CanvasDocument,
  type Connection,
  emptyDocument,
  limits,
  type Query,
  queryStep,
  type Step,
} from '@hopscope/canvas';
import { type AutoTraceLine, autoTraceLine, endpoints, flowPathLine } from '@hopscope/contract';
import type { z } from 'zod';
import type { DirectoryApi } from '../api/directory-api.ts';
import type { HackDemo } from '../api/hack-demo.ts';
import type { Someone } from '../api/teams-api.ts';

/** Collects the results of the lines of an auto-trace. */
function gather(lines: readonly AutoTraceLine[]) {
  const transfers = new Map<string, Connection>();
  const parties = [];
  const stops = [];
  for (const line of lines) {
    if (line.line === 'parties') parties.push(...line.parties);
    if (line.line === 'stops') stops.push(...line.stops);
    if (line.line !== 'transfers') continue;
    for (const { transfer } of line.transfers)
      transfers.set(transfer.id, transfers.get(transfer.id) ?? transfer);
  }
  return { transfers: [...transfers.values()], parties, stops };
}

/**
 * Creates a log as the page records it: the hack is traced, expanded, followed, and searched with real calls (one interrupted),
 * with manual edits in between.
 */
export async function recordStory(
  api: DirectoryApi,
  who: Someone,
  demo: Pick<HackDemo, 'theft' | 'thief'>,
  /** Scores shown to the person. */
  pointsOf: (nodeId: string) => number | null = () => 42,
): Promise<{ steps: Step[]; document: CanvasDocument }> {
  const steps: Step[] = [];
  let document = emptyDocument;
  const put = (step: Step): void => {
    steps.push(step);
    ({ document } = apply(document, step));
  };
  const stamp = () => ({ id: `story-${steps.length + 1}`, author: who.id, time: 0 });
  const record = (query: Query, answer: Answer, basis: Basis): void =>
    put(queryStep(document, { query, answer, basis }, stamp()));
  /** Scores and prices are taken from the log; these were shown to a person. */
  const scored = (parties: Answer['parties']): Answer['parties'] =>
    parties.map(({ id, profile }) => ({
      id,
      profile: { ...profile, risk: pointsOf(id), usdCents: '123456' },
    }));
  const lines = async <Line>(endpoint: 'auto' | 'path', body: object, line: z.ZodType<Line>) => {
    const called = endpoint === 'auto' ? endpoints.autoTrace : endpoints.findFlowPath;
    const answer = await api.answer(who, called, { body: body as never });
    return answer.body
      .trimEnd()
      .split('\n')
      .map((text) => line.parse(JSON.parse(text)));
  };
  const chain = 'bitcoin' as const;
  const own = { blockchain: chain, address: demo.thief };

  const first = await api.as(who, endpoints.expandFlow, { body: { ...own, limit: limits.traceFetched } });
  record(
    { kind: 'trace', chain, address: demo.thief },
    { transfers: [], parties: scored([first.party]) },
    first.basis,
  );
  const question = { ...own, limit: 100, direction: 'in' as const };
  const expanded = await api.as(who, endpoints.expandFlow, { body: question });
  const picked = expanded.transfers.slice(0, 4).toReversed();
  const ends = new Set(picked.flatMap(({ from, to }) => [from, to]));
  record(
    { kind: 'expand', chain, address: demo.thief, question, chosen: picked.map(({ id }) => id) },
    { transfers: picked, parties: scored(expanded.parties.filter(({ id }) => ends.has(id))) },
    expanded.basis,
  );
  put({
    ...stamp(),
    title: 'Move',
    changes: [
      {
        change: 'set',
        kind: 'node',
        id: first.party.id,
        before: { x: 0, y: 0 },
        after: { x: 40, y: -120, color: '#416ee2' },
      },
    ],
  });
  const auto = { starts: [{ address: demo.thief, transactions: [demo.theft] }], nodes: 40, minShare: 0 };
  const followed = await lines('auto', auto, autoTraceLine);
  const basisOf = (all: readonly { line: string; basis?: Basis }[]): Basis => {
    if (!all[0]?.basis) throw new Error('An answer without basis');
    return all[0].basis;
  };
  record({ kind: 'auto', question: auto, lines: 6 }, gather(followed.slice(0, 6)), basisOf(followed));
  const all = gather(followed);
  record({ kind: 'auto', question: auto }, all, basisOf(followed));
  const to = all.stops.find(({ reason }) => reason === 'service')?.node?.slice('bitcoin:'.length);
  const wanted = { from: demo.thief, to: to ?? '', through: true };
  const found = await lines('path', wanted, flowPathLine);
  record(
    { kind: 'path', question: wanted },
    {
      transfers: found.flatMap((line) => (line.line === 'path' ? line.path.transfers : [])),
      parties: found.flatMap((line) => (line.line === 'parties' ? line.parties : [])),
    },
    basisOf(found),
  );
  put({
    ...stamp(),
    title: 'Write',
    changes: [
      {
        change: 'create',
        record: {
          kind: 'drawing',
          id: 'd1',
          color: '#416ee2',
          x: 5,
          y: 5,
          shape: 'text',
          text: 'Here it began',
        },
      },
    ],
  });
  return { steps, document };
}

/** Stores a log as a document of a new organization; returns where. */
export async function keepStory(
  api: DirectoryApi,
  who: Someone,
  steps: readonly Step[],
): Promise<{ id: string; documentId: string }> {
  const id = await api.found(who);
  const { data } = await api.as(who, endpoints.createFlowDocument, {
    params: { id },
    body: { title: 'The hack' },
  });
  const params = { id, documentId: data._id };
  await api.as(who, endpoints.appendFlowSteps, { params, body: { base: 0, steps: steps as never } });
  return params;
}
