import { endpoints } from '@hopscope/contract';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { SqlDatabase } from '../../src/db/session.ts';
import { clustersOf, clustersUpTo, entitiesOf, relabel } from '../../src/ledger/bitcoin/clusters/clusters.ts';
import { createRescoring } from '../../src/contexts/risk/history/rescore.service.ts';
import { createScores, type Scores } from '../../src/contexts/risk/scores/score.service.ts';
import { verifyRecord } from '../../src/contexts/risk/scores/verify-record.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { addressOf, buildRiskStory } from '../support/api/risk-story.ts';

const clusters = { clustersOf, clustersUpTo, entitiesOf, relabel };
const scoresOf = (db: SqlDatabase, now: () => number): Scores =>
  createScores({ db, clusters, remote: { bitcoin: false, ethereum: false }, now });

describeWithDatabase('The record of a score', (databases) => {
  test('is computed again after blocks and releases to the same bytes; a forged or reorganized one is not', async () => {
    const db = await databases.empty();
    const { api, ada, score, label, chain, ledger, catchUp } = await buildRiskStory(db);
    const save = async (name: string, type = 'address'): Promise<string> => {
      const body = { identifier: addressOf(name), type };
      const asked = { method: 'POST' as const, token: ada.accessToken, payload: body };
      return (await api.ask('/risk-scoring/record', asked)).body;
    };
    const verify = (text: string) =>
      verifyRecord(
        text,
        scoresOf(db, () => api.clock + 3 * 86_400_000),
      );
    const names = ['customer', 'heir', 'left', 'nobody'];
    const [customer = '', heir = '', ...others] = await Promise.all(names.map((name) => save(name)));
    const cluster = await save('left', 'cluster');
    expect(cluster).toBe(await save('right', 'cluster'));
    others.push(cluster);
    // All that both of them received from others: 5 and the rest of the third coin.
    const received = (text: string) =>
      z
        .object({ answer: z.object({ coverage: z.array(z.object({ total: z.string() })) }) })
        .parse(JSON.parse(text)).answer.coverage[0]?.total;
    expect(Number(received(cluster))).toBeGreaterThan(Number(received(await save('left'))));
    expect(heir).toContain('"kind":"inherited"');
    const { hash } = await score('heir');
    const forked = chain.fork(chain.blocks.length - 2, 9);

    await label('right', { proper_name: 'Somebody else', entity_type: 'exchange' });
    await label('far', { proper_name: 'Market', entity_type: 'darknet_market' });
    const from = chain.blocks.length;
    chain.extend(3);
    await ledger.append('demo', chain.blocks.slice(from));
    await catchUp();
    expect((await score('heir')).hash).not.toBe(hash);
    expect(await verify(heir)).toEqual({ is: 'equal', hash });
    for (const text of [customer, ...others]) expect(await verify(text)).toMatchObject({ is: 'equal' });

    const forged = heir.replace(/"overall100":\d+/, '"overall100":9');
    expect(await verify(forged)).toMatchObject({ is: 'differs', place: '$.answer.overall100' });
    expect(await verify(heir.replace(/"version":2\b/, '"version":99'))).toMatchObject({
      is: 'impossible',
      why: expect.stringContaining('does not exist yet'),
    });
    expect(await verify('{')).toMatchObject({ is: 'impossible' });

    forked.extend(5);
    await ledger.reorganize('demo', 4, forked.blocks.slice(-5));
    await catchUp();
    expect(await verify(heir)).toMatchObject({
      is: 'differs',
      place: '$.basis.ledger.hash',
      why: [expect.stringContaining('stale branch')],
    });

    await label('near', { proper_name: 'Unspeakable Site', entity_type: 'csam' });
    await api.refused(403, ada, endpoints.recordRisk, { body: { identifier: addressOf('near') } });
  });
});

describeWithDatabase('Re-scoring', (databases) => {
  test('after a release takes exactly what it touches, writes down what differs, and goes on after a stop', async () => {
    const db = await databases.empty();
    const { api, ada, score, label } = await buildRiskStory(db);
    const history = async (name: string) =>
      (await api.as(ada, endpoints.listRiskHistory, { query: { identifier: addressOf(name) } })).data;
    const progress = async () => (await api.as(await api.operator(), endpoints.getRescoring, {})).data;
    const { rescoring } = api.context;
    const never = new AbortController().signal;
    await rescoring.run(never);
    for (const name of ['customer', 'heir', 'exchange', 'near', 'nobody']) {
      await score(name);
      await score(name);
      expect(await history(name)).toMatchObject([{ cause: 'asked', release: null, difference: null }]);
    }
    // Two hops behind the customer, and beside the heir.
    await label('far', { proper_name: 'Market', entity_type: 'darknet_market' });
    // Stopped when the second of the queue is begun.
    const stop = new AbortController();
    const scores = scoresOf(db, () => api.clock);
    let begun = 0;
    const stopped = createRescoring({
      db,
      clusters,
      profileOf: api.context.riskProfiles.active,
      now: () => api.clock,
      history: api.context.riskHistory,
      logger: pino({ level: 'silent' }),
      scores: {
        score(question, asked) {
          begun += 1;
          if (begun > 1) stop.abort();
          stop.signal.throwIfAborted();
          return scores.score(question, asked);
        },
        together: scores.together,
      },
    });
    await expect(stopped.run(stop.signal)).rejects.toThrow();
    expect(await progress()).toMatchObject({ queued: 1, done: 1, differed: 1, release: 3, endedAt: null });
    await rescoring.run(never);
    expect(await progress()).toMatchObject({ queued: 0, done: 2, differed: 2, failed: 0, release: 3 });
    const [newest, oldest, ...more] = await history('customer');
    expect(more).toEqual([]);
    expect(newest).toMatchObject({
      cause: 'release',
      release: 3,
      directoryVersion: 3,
      level: 'high',
      hash: (await score('customer')).hash,
      difference: {
        score: { before: oldest?.score, after: newest?.score },
        came: [{ id: 'received.indirect.darknet_market' }],
        went: [],
      },
    });
    expect((await history('near'))[0]).toMatchObject({ release: 3 });
    for (const name of ['heir', 'exchange', 'nobody']) expect(await history(name)).toHaveLength(1);

    // A label in the cluster of the heir's payer, and a list that says something else of an entity.
    await label('right', { proper_name: 'Somebody else', entity_type: 'exchange' });
    await label('exchange', { proper_name: 'Bourse', entity_type: 'exchange', ofac: 'true' });
    await rescoring.run(never);
    expect((await history('heir'))[0]).toMatchObject({ cause: 'release', release: 4 });
    expect((await history('customer'))[0]).toMatchObject({ release: 5 });
    expect((await history('exchange'))[0]).toMatchObject({ release: 5, level: 'high' });
    expect(await history('near')).toHaveLength(2);
    expect(await history('nobody')).toHaveLength(1);

    const id = await api.found(ada, 'Harbour');
    const query = { identifier: addressOf('customer') };
    expect((await api.within(id, ada, endpoints.listRiskHistory, { query })).total).toBe(0);
    const stranger = await api.someone('eve@example.org');
    const asked = await api.ask(`/risk-scoring/history?identifier=${addressOf('customer')}`, {
      token: stranger.accessToken,
      headers: { 'x-organization-id': id },
    });
    expect(asked.statusCode).toBe(404);
  });
});
