import { parentPort, workerData } from 'node:worker_threads';
import { pino } from 'pino';
import type { Config } from '../config.ts';
import { openShared } from '../db/postgres.ts';
import type { SharedDatabase } from '../db/session.ts';
import { bitcoinDemand, createMatching, ethereumDemand } from '../contexts/compliance/matching/matching.ts';
import type { ChosenSources } from './choose-sources.ts';
import { runSources } from './run-sources.ts';
import type { SourceAnswer, SourceRequest } from './source-requests.ts';
import type { DemoAnnouncements, SourcesState } from './sources.ts';

/** Start data of the thread. */
export interface SourceThreadData {
  config: Config;
  chosen: ChosenSources;
  database: SharedDatabase;
}

/** Messages to the thread. */
export type SourceThreadRequest = { kind: 'request'; id: number; request: SourceRequest } | { kind: 'stop' };

/**
 * Messages of the thread: its state after a change, new attributions of the demo, a log line (JSON), an answer, or that it
 * has stopped.
 */
export type SourceThreadReply =
  | { kind: 'state'; state: SourcesState }
  | ({ kind: 'attributions' } & DemoAnnouncements)
  | { kind: 'log'; line: string }
  | { kind: 'answer'; id: number; answer: SourceAnswer }
  | { kind: 'stopped' };

/** Interval in milliseconds at which its state is compared with the last reported one. */
const lookMs = 100;

const port = parentPort;
if (!port) throw new Error('source-thread runs in a worker thread');
const post = (reply: SourceThreadReply): void => port.postMessage(reply, []);
// Its only creator has the types: open-sources.ts.
const { config, chosen, database }: SourceThreadData = workerData;

const logger = pino({ level: config.logLevel, base: null }, { write: (line) => post({ kind: 'log', line }) });
const db = openShared(database, (error) => logger.warn({ err: error }, 'database connection lost'));
const onAttributions = ({ attributions, clients }: DemoAnnouncements): void =>
  post({ kind: 'attributions', attributions, clients });
const sources = runSources({
  config,
  chosen,
  db,
  listeners: createMatching(),
  demand: { bitcoin: bitcoinDemand, ethereum: ethereumDemand },
  logger,
  now: Date.now,
  onAttributions,
});

let sent = '';
function look(): void {
  const state = sources.state();
  const text = JSON.stringify(state);
  if (text === sent) return;
  sent = text;
  post({ kind: 'state', state });
}
const poll = setInterval(look, lookMs);

async function stop(): Promise<void> {
  clearInterval(poll);
  await sources.stop();
  await db.close();
  post({ kind: 'stopped' });
  port?.close();
}

const fetchOnDemand = { bitcoin: sources.fetchBitcoin, ethereum: sources.fetchEthereum };

function answer(request: SourceRequest): Promise<SourceAnswer> {
  switch (request.kind) {
    case 'balanceAt':
      return sources.balanceAt(request.address);
    case 'callContract':
      return sources.callContract(request.to, request.data);
    case 'fetch':
      return fetchOnDemand[request.blockchain](request.wanted);
  }
}

port.on('message', (message: SourceThreadRequest) => {
  if (message.kind === 'stop') void stop();
  else void answer(message.request).then((found) => post({ kind: 'answer', id: message.id, answer: found }));
});
sources.start();
look();
