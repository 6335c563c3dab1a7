import { expect, it } from 'vitest';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { createChain } from '../support/ledger/chain-builder.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createPeopleApi } from '../support/api/people-api.ts';
import { metricText } from '../../src/contexts/operations/metrics/metric-text.ts';

/** Every line of the text format: a comment, or a name with labels and a number. */
const line =
  /^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? -?\d+(\.\d+)?(e[+-]?\d+)?)$/;

describeWithDatabase('the metrics', (databases) => {
  it('tell heights, requests by declared route, streams and the process', async () => {
    const db = await databases.empty();
    const chain = createChain({ seed: 3 });
    chain.extend(5);
    await createBitcoinLedger({ db, hashing: nativeHashing }).append('demo', chain.blocks);
    const api = await createPeopleApi(db);
    const { accessToken: token } = await api.signUp('ada@example.org');
    await api.ask('/blockchain/block/4?blockchain=bitcoin', { token });
    await api.ask('/blockchain/address/"}%0Ax{', { token });
    await api.ask('/nowhere/secret-of-mine');
    const answer = await api.app.inject({ url: '/metrics' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    const lines = answer.body.trimEnd().split('\n');
    expect(lines.filter((each) => !line.test(each))).toEqual([]);
    expect(lines).toContain('hopscope_ledger_height{blockchain="bitcoin"} 5');
    expect(lines.filter((each) => each.startsWith('hopscope_ledger_height{'))).toHaveLength(1);
    expect(lines).toContain(
      'hopscope_http_request_duration_seconds_count{method="GET",route="/api/v1/blockchain/block/:height",status="200"} 1',
    );
    expect(answer.body).not.toMatch(/secret-of-mine|ada@|example\.org/);
    expect(answer.body).toMatch(/^hopscope_database_bytes [1-9]\d+$/m);
    expect(lines).toContain('hopscope_streams_open 0');
  });

  it('are for this machine alone where no token is set', async () => {
    const api = await createPeopleApi(await databases.empty());
    const status = async (more: object): Promise<number> =>
      (await api.app.inject({ url: '/metrics', ...more })).statusCode;
    expect(await status({ remoteAddress: '::1' })).toBe(200);
    expect(await status({ remoteAddress: '203.0.113.9' })).toBe(404);
    expect(await status({ headers: { 'x-forwarded-for': '203.0.113.9' } })).toBe(404);
    expect(await status({ headers: { forwarded: 'for=203.0.113.9' } })).toBe(404);
  });

  it('are for whoever has the token where one is set', async () => {
    const env = { METRICS_TOKEN: 'a token of the tests' };
    await expect(createPeopleApi(await databases.empty(), { env })).rejects.toThrow('METRICS_TOKEN');
    const token = 'a-token-of-the-tests';
    const api = await createPeopleApi(await databases.empty(), { env: { METRICS_TOKEN: token } });
    const status = async (authorization: string, remoteAddress: string): Promise<number> =>
      (await api.app.inject({ url: '/metrics', headers: { authorization }, remoteAddress })).statusCode;
    expect(await status(`Bearer ${token}`, '203.0.113.9')).toBe(200);
    expect(await status('Bearer another-token-of-the-tests', '127.0.0.1')).toBe(401);
    expect(await status('', '127.0.0.1')).toBe(401);
  });
});

it('a metric without a figure is left out, and labels are escaped', () => {
  const help = 'Help.';
  expect(
    metricText([
      { name: 'none', help, type: 'gauge', samples: [] },
      { name: 'one', help, type: 'counter', samples: [{ labels: { a: 'x"\\\n' }, value: 1.5 }] },
    ]),
  ).toBe('# HELP one Help.\n# TYPE one counter\none{a="x\\"\\\\\\n"} 1.5\n');
});
