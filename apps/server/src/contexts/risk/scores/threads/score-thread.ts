import { parentPort, workerData } from 'node:worker_threads';
import { pino } from 'pino';
import { openShared } from '../../../../db/postgres.ts';
import {
  clustersOf,
  clustersUpTo,
  entitiesOf,
  relabel,
} from '../../../../ledger/bitcoin/clusters/clusters.ts';
import { type OpenScores, openScores } from '../open-scores.ts';
import {
  inOneMessage,
  type ScoreReply,
  type ScoreRequest,
  type ScoreThreadData,
  sendError,
} from './score-messages.ts';
import { createScores } from '../score.service.ts';

const port = parentPort;
if (!port) throw new Error('score-thread runs in a worker thread');
// Its only creator has the types: score-threads.ts.
const { database, remote }: ScoreThreadData = workerData;

/** Two of them are for anything but snapshots (`db/snapshot-pool.ts`). */
const connections = 8;

const reply = inOneMessage<ScoreReply>((all) => port.postMessage(all, []));
const logger = pino({ base: null }, { write: (line) => reply({ kind: 'log', line }) });
const db = openShared(database, (error) => logger.warn({ err: error }, 'database connection lost'), {
  poolSize: connections,
});
let now = Date.now();
const clusters = { clustersOf, clustersUpTo, entitiesOf, relabel };
const scores = createScores({ db, clusters, remote, now: () => now });

const groups = new Map<number, OpenScores>();
const running = new Map<number, AbortController>();

function groupOf(id: number): OpenScores {
  const group = groups.get(id) ?? openScores(scores.together);
  groups.set(id, group);
  return group;
}

async function answer({
  id,
  group,
  question,
  asked,
}: Extract<ScoreRequest, { kind: 'score' }>): Promise<void> {
  const stopping = new AbortController();
  running.set(id, stopping);
  try {
    const one = await groupOf(group).score;
    const scored = await one(question, { ...asked, signal: stopping.signal });
    reply({ kind: 'scored', id, scored });
  } catch (error) {
    reply({ kind: 'failed', id, error: sendError(error) });
  } finally {
    running.delete(id);
  }
}

port.on('message', (requests: readonly ScoreRequest[]) => {
  for (const request of requests) {
    if (request.kind === 'score') {
      now = request.now;
      void answer(request);
    } else if (request.kind === 'abort') {
      running.get(request.id)?.abort();
    } else if (request.kind === 'end') {
      groups.get(request.group)?.end();
      groups.delete(request.group);
    } else {
      for (const { end } of groups.values()) end();
      void db.close().then(() => port.close());
    }
  }
});
