import { once } from 'node:events';
import { connect } from 'node:net';
import {
  endpoints,
  type Problem,
  type ScreeningBatch,
  screeningBatchLimits,
  type ScreeningBatchResult,
} from '@hopscope/contract';
import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { addressOf, buildRiskStory, type RiskStory } from '../support/api/risk-story.ts';
import { describeWithDatabase, type TestDatabases } from '../support/databases.ts';

interface Setup extends RiskStory {
  id: string;
  secret: string;
  send(
    file: string | Buffer,
    more?: { key?: string; type?: string; query?: string },
  ): Promise<LightMyRequestResponse>;
  create(file: string, more?: Parameters<Setup['send']>[1]): Promise<ScreeningBatch>;
  get(path: string): Promise<LightMyRequestResponse>;
  batch(id: string): Promise<ScreeningBatch>;
  results(id: string, query?: string): Promise<ScreeningBatchResult[]>;
  run(): Promise<void>;
}

async function setUp(databases: TestDatabases): Promise<Setup> {
  const story = await buildRiskStory(await databases.empty());
  const { api, ada } = story;
  const id = await api.found(ada, 'Payments');
  await api.assign(id, 'business');
  const { secret } = await api.as(ada, endpoints.createApiKey, {
    params: { id },
    body: { name: 'Nightly', scopes: ['screen'] },
  });
  const authorization = `Bearer ${secret}`;
  const setup: Setup = {
    ...story,
    id,
    secret,
    send: async (payload, { key, type = 'application/x-ndjson', query = '' } = {}) =>
      api.app.inject({
        method: 'POST',
        url: `/api/v1/screening/batches${query}`,
        headers: {
          authorization,
          'content-type': type,
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        payload,
      }),
    async create(file, more) {
      const answer = await setup.send(file, more);
      expect({ status: answer.statusCode, body: answer.body.slice(0, 300) }).toMatchObject({ status: 201 });
      return answer.json<{ data: ScreeningBatch }>().data;
    },
    get: async (path) =>
      api.app.inject({ url: `/api/v1/screening/batches${path}`, headers: { authorization } }),
    batch: async (of) => (await setup.get(`/${of}`)).json<{ data: ScreeningBatch }>().data,
    async results(of, query = '?wait=false') {
      const { body } = await setup.get(`/${of}/results${query}`);
      return body
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as ScreeningBatchResult);
    },
    run: () => api.context.screeningBatches.run(new AbortController().signal),
  };
  return setup;
}

const json = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const fieldsOf = (answer: LightMyRequestResponse) => answer.json<Problem>().errors;

describeWithDatabase('A batch of addresses', (databases) => {
  test('is decided line by line as single addresses are, and each address once', async () => {
    const { api, ada, create, batch, results, run } = await setUp(databases);
    const names = ['left', 'customer', 'right'];
    const rows = Array.from({ length: 600 }, (_, i) => ({
      address: addressOf(names[i % 3] ?? ''),
      reference: `row ${i}`,
    }));
    rows[10] = { address: 'bc1nonsense', reference: 'typo' };
    const made = await create(json(rows), { query: '?name=Nightly' });
    expect(made).toMatchObject({ name: 'Nightly', state: 'running', lines: 600, done: 0, rulesVersion: 0 });
    expect(await results(made._id)).toEqual([]);
    let scored = 0;
    const { risk } = api.context;
    const { manyOfOrganization } = risk;
    risk.manyOfOrganization = (organizationId, work) =>
      manyOfOrganization(organizationId, (score) =>
        work((question) => {
          scored++;
          return score(question);
        }),
      );
    await run();
    risk.manyOfOrganization = manyOfOrganization;
    expect(scored).toBe(names.length);
    const found = await results(made._id);
    expect(found.map(({ line, reference }) => [line, reference])).toEqual(
      rows.map(({ reference }, i) => [i + 1, reference]),
    );
    const single = await api.as(ada, endpoints.screenAddresses, {
      body: { addresses: names.map((name) => ({ address: addressOf(name) })) },
    });
    for (const [i, { line: _, reference: __, ...row }] of found.entries())
      if (i !== 10) expect(row).toEqual(single.data[i % 3]);
    expect(found[10]).toMatchObject({ decision: null, score: null, problem: expect.any(String) });
    const end = await batch(made._id);
    const count = (decision: string) => found.filter((row) => row.decision === decision).length;
    expect(end).toMatchObject({
      state: 'finished',
      done: 600,
      problems: 1,
      decisions: { allow: count('allow'), review: count('review'), block: count('block') },
    });
    expect(
      (await api.rows('select * from audit_log where action = $1', ['screening_batch.created'])).length,
    ).toBe(1);
    expect(await results(made._id, '?only=problem')).toEqual([found[10]]);
    expect(await results(made._id, '?after=598')).toEqual(found.slice(598));
    expect(await results(made._id, '?after=249&limit=3')).toEqual(found.slice(249, 252));
  });

  test('is stored once for an idempotency key, also by simultaneous requests', async () => {
    const { send, create, get, batch, api } = await setUp(databases);
    const file = json([{ address: addressOf('left') }]);
    const answers = await Promise.all([1, 2].map(() => send(file, { key: 'night-1' })));
    const ids = answers.map((answer) => answer.json<{ data: ScreeningBatch }>().data?._id);
    expect([...new Set(ids)]).toHaveLength(1);
    expect((await create(file, { key: 'night-1' }))._id).toBe(ids[0]);
    const other = await send(json([{ address: addressOf('right') }]), { key: 'night-1' });
    expect([other.statusCode, other.json<Problem>().message]).toEqual([
      409,
      'The idempotency key was used with a different body',
    ]);
    expect((await get('')).json<{ data: ScreeningBatch[] }>().data).toHaveLength(1);
    api.clock += 25 * 3_600_000;
    expect((await create(file, { key: 'night-1' }))._id).not.toBe(ids[0]);
    expect((await batch(ids[0] ?? '')).lines).toBe(1);
  });

  test('that is wrong in one line is refused with its number and field, and nothing is stored', async () => {
    const { send, api } = await setUp(databases);
    const good = { address: addressOf('left') };
    const many = Array.from({ length: 2_000 }, () => good);
    const cases: [file: string | Buffer, status: number, field: string | undefined, type?: string][] = [
      [json([...many, { address: 7 }]), 400, 'lines.2001.address'],
      [json([good, { adress: 'x' }]), 400, 'lines.2.address'],
      [json([good, { ...good, blockchian: 'bitcoin' }]), 400, 'lines.2'],
      [json([good, { ...good, blockchain: 'dogecoin' }]), 400, 'lines.2.blockchain'],
      [json([good, { ...good, reference: 'x'.repeat(201) }]), 400, 'lines.2.reference'],
      [json([{ address: 'x'.repeat(3_000) }]), 400, 'lines.1'],
      [json(many).slice(0, -20), 400, 'lines.2000'],
      [Buffer.from([...Buffer.from(json([good])), 0x22, 0xff, 0x22]), 400, 'lines.2'],
      ['[]\n', 400, 'lines.1'],
      ['', 400, undefined],
      ['\n \n', 400, undefined],
      ['address,blockchain\nx,bitcoin,7\n', 400, 'lines.2', 'text/csv'],
      ['address,blockchain\nx,dogecoin\n', 400, 'lines.2.blockchain', 'text/csv'],
      ['address,note\nx,y\n', 400, 'lines.1', 'text/csv'],
      ['name,blockchain\nx,bitcoin\n', 400, 'lines.1.address', 'text/csv'],
      ['address,address\nx,y\n', 400, 'lines.1', 'text/csv'],
      ['address\nx\n"y\n', 400, 'lines.3', 'text/csv'],
      // Noticed after 4,000 bytes.
      [`address\n"${'y\n'.repeat(100_000)}`, 400, 'lines.2002', 'text/csv'],
      ['address\n', 400, undefined, 'text/csv'],
      [Buffer.from([...Buffer.from('address\nx\n'), 0xff, 10]), 400, 'lines.3', 'text/csv'],
    ];
    for (const [file, status, field, type] of cases) {
      const answer = await send(file, type === undefined ? {} : { type });
      const where = file.toString().slice(-80);
      expect({ where, status: answer.statusCode, field: fieldsOf(answer)?.[0]?.field }).toEqual({
        where,
        status,
        field,
      });
    }
    expect((await send('{}', { type: 'application/json' })).statusCode).toBe(415);
    expect((await send(json([good]), { key: 'ä' })).statusCode).toBe(400);
    expect((await send(json([good]), { query: '?direction=up' })).statusCode).toBe(400);
    expect(await api.rows('select * from screening_batch')).toEqual([]);
    expect(await api.rows('select * from screening_batch_part')).toEqual([]);
  });

  test('with more lines than allowed is refused, and with too many bytes', async () => {
    const { send, api } = await setUp(databases);
    const line = `{"address":"x"}\n`;
    const tooMany = await send(line.repeat(screeningBatchLimits.lines + 1));
    expect([tooMany.statusCode, tooMany.json<Problem>().message]).toEqual([
      413,
      'Line 1000001: a batch has 1000000 lines at most',
    ]);
    const long = `${JSON.stringify({ address: 'x', reference: 'y'.repeat(200) })}${' '.repeat(1_700)}\n`;
    const tooLarge = await send(long.repeat(Math.ceil(screeningBatchLimits.bytes / long.length) + 1));
    expect(tooLarge.statusCode).toBe(413);
    expect(await api.rows('select * from screening_batch')).toEqual([]);
  });

  test('comes as CSV and is returned as CSV, which no spreadsheet takes for a formula', async () => {
    const { create, get, run } = await setUp(databases);
    const withHeader =
      '\ufeffReference;Address\r\n=1+1;' + addressOf('left') + '\r\n"a;b";bc1nonsense\r\n\r\n';
    const { _id } = await create(withHeader, { type: 'text/csv; charset=utf-8' });
    await run();
    const { body, headers } = await get(`/${_id}/results?format=csv`);
    expect(headers['content-type']).toMatch(/^text\/csv/);
    const [header, first, second, ...rest] = body.split('\r\n');
    expect(header).toBe('line,address,reference,decision,score,level,rules,problem');
    expect(first).toMatch(new RegExp(`^2,${addressOf('left')},'=1\\+1,\\w+,\\d*,\\w`));
    expect(second).toMatch(/^3,bc1nonsense,a;b,,,,,\S/);
    expect(rest).toEqual(['']);
    const commas = await create(`address,reference\n${addressOf('left')},a;b\n`, { type: 'text/csv' });
    expect(commas.lines).toBe(1);
    const plain = await create(`${addressOf('left')}\n${addressOf('right')}\n`, { type: 'text/csv' });
    expect(plain.lines).toBe(2);
  });

  test('is read while it is decided; a reader that was cut off goes on after its last line', async () => {
    const { create, secret, api, run, results } = await setUp(databases);
    const rows = Array.from({ length: 700 }, (_, i) => ({ address: addressOf(i % 2 ? 'left' : 'right') }));
    const { _id } = await create(json(rows));
    const url = await api.app.listen({ port: 0, host: '127.0.0.1' });
    try {
      const open = (after: number) =>
        fetch(`${url}/api/v1/screening/batches/${_id}/results?after=${after}`, {
          headers: { authorization: `Bearer ${secret}` },
        });
      const reader = (await open(0)).body?.getReader();
      const stopping = new AbortController();
      const { screeningBatches } = api.context;
      const first = screeningBatches.run(stopping.signal);
      let text = '';
      while (!text.includes('}')) {
        const { value = new Uint8Array() } = (await reader?.read()) ?? {};
        text += Buffer.from(value).toString('utf8');
      }
      await reader?.cancel();
      stopping.abort();
      await first;
      const lines = text
        .trim()
        .slice(0, text.trim().lastIndexOf('}') + 1)
        .split('\n');
      const last = (JSON.parse(lines.at(-1) ?? '') as ScreeningBatchResult).line;
      expect(lines.map((line) => (JSON.parse(line) as ScreeningBatchResult).line)).toEqual(
        lines.map((_, i) => i + 1),
      );
      const rest = open(last).then((answer) => answer.text());
      await run();
      const received = [...lines, ...(await rest).split('\n').filter((line) => line !== '')];
      expect(received.map((line) => JSON.parse(line) as unknown)).toEqual(await results(_id));
      expect(received).toHaveLength(700);
    } finally {
      await api.app.close();
    }
  });

  test.each([
    ['application/x-ndjson', '{"address":7}\n'],
    ['text/csv', 'name,note\n'],
  ])(
    'of %s that is wrong at its beginning is refused, although the rest still arrives',
    async (type, wrong) => {
      const { secret, api } = await setUp(databases);
      const url = await api.app.listen({ port: 0, host: '127.0.0.1' });
      const ask = (body: string) =>
        fetch(`${url}/api/v1/screening/batches`, {
          method: 'POST',
          headers: { authorization: `Bearer ${secret}`, 'content-type': type },
          body,
        });
      try {
        const refused = await ask(wrong + `${addressOf('left')}\n`.repeat(200_000));
        expect(refused.status).toBe(400);
        expect((await ask(wrong)).status).toBe(400);
        expect(await api.rows('select * from screening_batch')).toEqual([]);
      } finally {
        await api.app.close();
      }
    },
  );

  test('that stops arriving is not stored; its sender may begin again', async () => {
    const { secret, api } = await setUp(databases);
    const url = new URL(await api.app.listen({ port: 0, host: '127.0.0.1' }));
    const stored = () => api.rows('select state from screening_batch');
    try {
      const socket = connect(Number(url.port), url.hostname);
      await once(socket, 'connect');
      const line = json([{ address: addressOf('left') }]);
      socket.write(
        `POST /api/v1/screening/batches HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${secret}\r\n` +
          `content-type: application/x-ndjson\r\ncontent-length: 1000000\r\n\r\n${line.repeat(1_000)}`,
      );
      await expect.poll(stored).toEqual([{ state: 'received' }]);
      socket.destroy();
      await expect.poll(stored).toEqual([]);
    } finally {
      await api.app.close();
    }
  });

  test('of one organization lets those of others go in turn; a deleted one ends, an old one is forgotten', async () => {
    const { create, get, results, api, secret, run } = await setUp(databases);
    const rows = json(Array.from({ length: 800 }, () => ({ address: addressOf('left') })));
    const large = await create(rows);
    const small = await create(json([{ address: addressOf('right') }]));
    const { risk } = api.context;
    const { manyOfOrganization } = risk;
    risk.manyOfOrganization = (organizationId, work) => {
      api.clock += 1;
      return manyOfOrganization(organizationId, work);
    };
    await run();
    const ended = await api.rows<{ id: string }>(
      'select id from screening_batch where done_at is not null order by done_at',
    );
    expect(ended.map(({ id }) => id)).toEqual([small._id, large._id]);
    expect((await results(large._id)).length).toBe(800);
    const third = await create(rows);
    const removed = await api.app.inject({
      method: 'DELETE',
      url: `/api/v1/screening/batches/${third._id}`,
      headers: { authorization: `Bearer ${secret}` },
    });
    expect(removed.statusCode).toBe(200);
    expect((await get(`/${third._id}`)).statusCode).toBe(404);
    expect(await api.rows('select * from screening_batch_part where batch_id = $1', [third._id])).toEqual([]);
    api.clock += (screeningBatchLimits.days * 24 + 1) * 3_600_000;
    await api.context.screeningBatches.removeOld();
    expect((await get('')).json<{ data: ScreeningBatch[] }>().data).toEqual([]);
  });

  test('beyond ten unfinished ones is refused', async () => {
    const { send, create } = await setUp(databases);
    const file = json([{ address: addressOf('left') }]);
    for (let i = 0; i < screeningBatchLimits.unfinished; i++) await create(file);
    const answer = await send(file);
    expect([answer.statusCode, answer.json<Problem>().message]).toEqual([
      409,
      '10 batches are unfinished. Wait until one ends, or delete one.',
    ]);
  });

  test('counts a call for each 1,000 lines, and is refused as a whole beyond the limit of the plan', async () => {
    const { api, ada, id, send, create, get } = await setUp(databases);
    await api.rows(`update plan set max_api_calls = 5 where id = 'business'`);
    const lines = (count: number) => `${addressOf('left')}\n`.repeat(count);
    const used = async () =>
      (await api.as(ada, endpoints.getApiUsage, { params: { id }, query: { days: 1 } })).data.today.used;
    await create(lines(1_000), { type: 'text/csv' });
    expect(await used()).toBe(1);
    await create(lines(2_001), { type: 'text/csv' });
    expect(await used()).toBe(4);
    const refused = await send(lines(1_001), { type: 'text/csv' });
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await used()).toBe(5);
    await api.rows(`update plan set max_api_calls = 50 where id = 'business'`);
    expect((await get('')).json<{ data: ScreeningBatch[] }>().data).toHaveLength(2);
    expect(await api.rows('select count(*)::int4 as n from screening_batch')).toEqual([{ n: 2 }]);
  });
});
