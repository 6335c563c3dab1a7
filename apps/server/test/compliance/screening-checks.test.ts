import { toDisplayHash } from '@hopscope/chain';
import {
  type AlertEvent,
  endpoints,
  type Problem,
  type ScreeningCheck,
  type ScreeningRule,
} from '@hopscope/contract';
import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { verifyRecord } from '../../src/contexts/risk/scores/verify-record.ts';
import { addressOf, buildRiskStory, type RiskStory } from '../support/api/risk-story.ts';
import type { Someone } from '../support/api/teams-api.ts';
import { describeWithDatabase, type TestDatabases } from '../support/databases.ts';

interface Setup extends RiskStory {
  id: string;
  /** Makes a call with an API key. */
  ask(path: string, payload?: object, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  screen(body: object, headers?: Record<string, string>): Promise<ScreeningCheck>;
  activate(rules: ScreeningRule[], second: Someone): Promise<void>;
}

/** The risk story with an organization and a key; `left` belongs to a thief, and `right` to the same cluster. */
async function setUp(databases: TestDatabases): Promise<Setup> {
  const story = await buildRiskStory(await databases.empty());
  const { api, ada } = story;
  const id = await api.found(ada, 'Payments');
  await api.assign(id, 'business');
  const { secret } = await api.as(ada, endpoints.createApiKey, {
    params: { id },
    body: { name: 'Withdrawals', scopes: ['screen'] },
  });
  const ask: Setup['ask'] = async (path, payload, headers = {}) =>
    api.app.inject({
      method: payload ? 'POST' : 'GET',
      url: `/api/v1/screening${path}`,
      headers: { authorization: `Bearer ${secret}`, ...headers },
      ...(payload && { payload }),
    });
  return {
    ...story,
    id,
    ask,
    async screen(body, headers) {
      const answer = await ask('/transfers', body, headers);
      expect({ status: answer.statusCode, body: answer.body.slice(0, 300) }).toMatchObject({ status: 201 });
      return answer.json<{ data: ScreeningCheck }>().data;
    },
    async activate(rules, second) {
      const params = { id };
      const draft = await api.as(ada, endpoints.draftScreeningRules, {
        params,
        body: { rules, reason: 'Policy' },
      });
      const { number, writtenAt } = draft.data;
      const body = { number, writtenAt: writtenAt ?? '' };
      await api.as(second, endpoints.activateScreeningRules, { params, body });
    },
  };
}

const withdrawalTo = (name: string, more: object = {}) => ({
  blockchain: 'bitcoin',
  amount: '250000000',
  direction: 'out',
  to: addressOf(name),
  client: { id: 'client-7', risk: 'medium' },
  ...more,
});
const stolen: ScreeningRule = {
  id: 'stolen',
  name: 'Stolen funds',
  decision: 'block',
  when: { exposure: { categories: ['stolen'], kind: 'any', minShare: 0 } },
};

describeWithDatabase('Screening of transfers', (databases) => {
  test('decides by the rules, and its score verifies offline', async () => {
    const { screen, ask, activate, api, ada, id } = await setUp(databases);
    const second = await api.someone('second@example.org');
    await api.enlist(ada, id, second, 'admin');
    const allowed = await screen(withdrawalTo('customer'));
    expect(allowed).toMatchObject({ state: 'decided', rulesVersion: 0, subject: { type: 'address' } });
    await activate([stolen], second);
    const blocked = await screen(withdrawalTo('left'));
    expect(blocked).toMatchObject({
      state: 'decided',
      decision: 'block',
      rulesVersion: 1,
      rules: [{ id: 'stolen', name: 'Stolen funds', decision: 'block' }],
      transfer: { to: addressOf('left'), client: { id: 'client-7', risk: 'medium' } },
    });
    const record = await ask(`/transfers/${blocked._id}/record`);
    expect(record.statusCode).toBe(200);
    expect(await verifyRecord(record.body, api.context.scores)).toEqual({
      is: 'equal',
      hash: blocked.score?.hash,
    });
    expect((await ask(`/transfers/${blocked._id}`)).json<{ data: ScreeningCheck }>().data).toEqual(blocked);
    const listed = await ask('/transfers?decision=block');
    expect(listed.json<{ data: ScreeningCheck[] }>().data.map(({ _id }) => _id)).toEqual([blocked._id]);
  });

  test('decides on a confirmed deposit by its transaction, and waits for one that is not in the ledger', async () => {
    const { screen, chain, api, ask } = await setUp(databases);
    const paid = chain.blocks.at(-1)?.block.transactions.at(-1);
    const transaction = paid ? toDisplayHash(paid.txid) : '';
    const deposit = { blockchain: 'bitcoin', amount: '1', direction: 'in', transaction };
    expect(await screen(deposit)).toMatchObject({ state: 'decided', subject: { type: 'transaction' } });
    const missing = await screen({ ...deposit, transaction: 'ab'.repeat(32) });
    expect(missing).toMatchObject({ state: 'pending', decision: null, score: null });
    api.clock += 25 * 3_600_000;
    await api.context.checks.run(new AbortController().signal);
    const [row] = await api.rows<{ state: string; decision: string }>(
      'select state, decision from screening_check where id = $1',
      [missing._id],
    );
    expect(row).toEqual({ state: 'decided', decision: 'review' });
    expect((await ask(`/transfers/${missing._id}/record`)).statusCode).toBe(404);
    const token = (await api.logIn('ada@example.org')).accessToken;
    const events = async () =>
      (await api.ask('/alerts/events?after=0', { token })).json<{ data: AlertEvent[] }>().data;
    const first = await events();
    expect(first).toMatchObject([
      {
        type: 'screening.decided',
        sequence: 1,
        data: { checkId: missing._id, decision: 'review', score: null, rules: ['no-score'], rulesVersion: 0 },
      },
    ]);
    await api.context.checks.run(new AbortController().signal);
    expect(await events()).toEqual(first);
  });

  test('decides once for each idempotency key, also if its process ends in between', async () => {
    const { screen, ask, api } = await setUp(databases);
    const names = ['customer', 'left', 'heir', 'far', 'near'];
    const bodies = Array.from({ length: 1000 }, (_, i) =>
      withdrawalTo(names[i % names.length] ?? '', { amount: String(i), budgetMs: 30_000 }),
    );
    const send = (i: number) => screen(bodies[i] ?? {}, { 'idempotency-key': `withdrawal-${String(i)}` });
    const part = async (from: number, to: number): Promise<ScreeningCheck[]> => {
      const checks: ScreeningCheck[] = [];
      for (let at = from; at < to; at += 16) {
        const width = Math.min(16, to - at);
        checks.push(...(await Promise.all(Array.from({ length: width }, (_, i) => send(at + i)))));
      }
      return checks;
    };
    const first = await part(0, 600);
    // As if the server had ended after it stored the request.
    await api.rows(
      `update screening_check set state = 'pending', decision = null, facts = null, answer = null, basis = null,
       rules_number = null, decided_at = null, done_at = null, next_attempt_at = $1 where idempotency_key in ('withdrawal-3', 'withdrawal-4')`,
      [new Date(api.clock)],
    );
    await api.context.checks.run(new AbortController().signal);
    const second = await part(0, 1000);
    const withoutTime = (check: ScreeningCheck) => ({ ...check, decidedAt: null });
    expect(second.slice(0, 600).map(withoutTime)).toEqual(first.map(withoutTime));
    const [counts] = await api.rows<{ checks: bigint; decided: bigint }>(
      `select count(*) as checks, count(*) filter (where state = 'decided') as decided from screening_check`,
    );
    expect([Number(counts?.checks), Number(counts?.decided)]).toEqual([1000, 1000]);
    const other = await ask('/transfers', withdrawalTo('far', { amount: '7' }), {
      'idempotency-key': 'withdrawal-0',
    });
    expect([other.statusCode, other.json<Problem>().code]).toEqual([409, 'conflict']);
    api.clock += 25 * 3_600_000;
    const later = await ask('/transfers', withdrawalTo('far', { amount: '7' }), {
      'idempotency-key': 'withdrawal-0',
    });
    expect(later.statusCode).toBe(201);
  });

  test.each([
    [{ to: 'bc1nonsense' }, 'to'],
    [{ to: undefined }, 'to'],
    [{ direction: 'in' }, 'transaction'],
    [{ amount: '1.5' }, 'amount'],
    [{ amount: -1 }, 'amount'],
    [{ asset: '0xdac17f958d2ee523a2206206994597c13d831ec7' }, 'asset'],
    [{ transaction: 'abc' }, 'transaction'],
    [{ country: 'Germany' }, 'country'],
    [{ client: { id: '' } }, 'client.id'],
    [{ blockchain: 'dogecoin' }, 'blockchain'],
    [{ budgetMs: 60_000 }, 'budgetMs'],
  ])('refuses %j, names the field, and stores nothing', async (change, field) => {
    const { ask, api } = await setUp(databases);
    const answer = await ask('/transfers', withdrawalTo('customer', change));
    expect({
      status: answer.statusCode,
      fields: answer.json<Problem>().errors?.map((each) => each.field),
    }).toEqual({
      status: 400,
      fields: [field],
    });
    expect(await api.rows('select id from screening_check')).toEqual([]);
  });

  test('decides on many addresses, and says which ones are wrong', async () => {
    const { ask, activate, api, ada, id } = await setUp(databases);
    const second = await api.someone('second@example.org');
    await api.enlist(ada, id, second, 'admin');
    await activate([stolen], second);
    const addresses = ['left', 'customer', 'left'].map((name) => ({ address: addressOf(name) }));
    const answer = await ask('/addresses', { addresses: [...addresses, { address: 'nonsense' }] });
    expect(answer.statusCode).toBe(200);
    const { data, rulesVersion } = answer.json<{
      data: { decision: string; problem: string }[];
      rulesVersion: number;
    }>();
    expect(data.map(({ decision }) => decision)).toEqual(['block', 'allow', 'block', null]);
    expect(data[3]?.problem).not.toBeNull();
    expect(rulesVersion).toBe(1);
    const tooMany = { addresses: Array.from({ length: 1001 }, () => ({ address: addressOf('left') })) };
    expect((await ask('/addresses', tooMany)).statusCode).toBe(400);
  });

  test('needs a second person for rules, and says how many decisions a draft would change', async () => {
    const { screen, api, ada, id } = await setUp(databases);
    for (const name of ['left', 'customer', 'heir']) await screen(withdrawalTo(name));
    const params = { id };
    const reason = 'Large amounts';
    const rules: ScreeningRule[] = [
      { id: 'all', name: 'All withdrawals', decision: 'review', when: { direction: 'out' } },
    ];
    const { data } = await api.as(ada, endpoints.draftScreeningRules, { params, body: { rules, reason } });
    const tried = (await api.as(ada, endpoints.tryScreeningRules, { params, body: {} })).data;
    expect(tried.looked).toBe(3);
    expect(tried.changed).toBe(tried.examples.length);
    expect(tried.changes.every(({ draft }) => draft === 'review')).toBe(true);
    const body = { number: data.number, writtenAt: data.writtenAt ?? '' };
    const path = `/organizations/${id}/screening-rules/draft/activate`;
    expect((await api.post(path, body, { token: ada.accessToken })).statusCode).toBe(403);
    const second = await api.someone('second@example.org');
    await api.enlist(ada, id, second, 'admin');
    const stale = { ...body, number: body.number + 1 };
    expect((await api.post(path, stale, { token: second.accessToken })).statusCode).toBe(409);
    await api.as(second, endpoints.activateScreeningRules, { params, body });
    const versions = (await api.as(ada, endpoints.listScreeningRules, { params })).data;
    expect(versions.map(({ number, state }) => [number, state])).toEqual([
      [1, 'active'],
      [0, 'replaced'],
    ]);
    expect(await screen(withdrawalTo('customer'))).toMatchObject({ decision: 'review', rulesVersion: 1 });
  });
});
