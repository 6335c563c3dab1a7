import {
  apiBase,
  type CallInput,
  emptySarContent,
  endpoints,
  type SarContent,
  type SarDetails,
} from '@hopscope/contract';
import { expect, test } from 'vitest';
import { completeReport } from '../../src/contexts/compliance/sars/xml/complete-report.fixture.ts';
import { checkXml } from '../../src/contexts/compliance/sars/xml/schema-check.ts';
import { insertTransaction, severalAssets } from '../support/api/compliance-rows.ts';
import { describeWithDatabase, type TestDatabases } from '../support/databases.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { password, problemOf } from '../support/api/api-client.ts';
import type { Someone } from '../support/api/teams-api.ts';

/** A report about these transactions that lacks nothing in either form. */
function reportOf(transactions: SarContent['transactions']): SarContent {
  const { subjects } = completeReport();
  const wallets = transactions.map(({ address }) => address);
  return completeReport({
    transactions,
    subjects: subjects.map((each) => (each.kind === 'entity' ? { ...each, wallets } : each)),
  });
}

/** An organization of four, somebody elsewhere, and calls about reports in their names. */
async function prepare(databases: TestDatabases) {
  const api = await createDirectoryApi(await databases.empty());
  const named = (name: string): Promise<Someone> => api.someone(`${name}@example.org`);
  const [ada, max, grace, tim, eve] = [
    await named('ada'),
    await named('max'),
    await named('grace'),
    await named('tim'),
    await named('eve'),
  ];
  const id = await api.found(ada);
  await api.assign(id, 'business');
  await api.enlist(ada, id, max, 'manager');
  await api.enlist(ada, id, grace);
  await api.enlist(ada, id, tim);
  const elsewhere = await api.found(eve, 'Elsewhere');

  const ask = async (
    who: Someone,
    path: string,
    payload?: object,
    method: 'GET' | 'POST' | 'PUT' = 'POST',
  ) => {
    const headers = { 'x-organization-id': who === eve ? elsewhere : id };
    const token = who.accessToken;
    const answer = await api.ask(path, { method, token, headers, ...(payload && { payload }) });
    const {
      message = '',
      data,
      details,
      errors: fields,
      code,
    } = answer.json<{
      message?: string;
      code?: string;
      data?: SarDetails;
      details?: { current: SarDetails };
      errors?: { field: string; message: string }[];
    }>();
    return { status: answer.statusCode, message, code, data, current: details?.current, fields };
  };
  const sar = (
    who: Someone,
    report: string,
    path: string,
    payload: object,
    method: 'POST' | 'PUT' = 'POST',
  ) => ask(who, `/compliance/sars/${report}${path}`, payload, method);
  const create = async (who: Someone, body: CallInput<typeof endpoints.createSar>['body']) =>
    (await api.within(id, who, endpoints.createSar, { body })).data;
  const get = async (report: string, who = ada): Promise<SarDetails> =>
    (await api.within(id, who, endpoints.getSar, { params: { id: report } })).data;
  const history = async (report: string) =>
    (await api.within(id, ada, endpoints.getSarHistory, { params: { id: report }, query: { limit: 200 } }))
      .data;
  const save = async (who: Someone, report: SarDetails, content: SarContent): Promise<SarDetails> => {
    const body = { title: report.title, content, version: report.version };
    return (await api.within(id, who, endpoints.saveSar, { params: { id: report._id }, body })).data;
  };
  const put = (more: object = {}) => insertTransaction(api, { organizationId: id, ...more });
  /** A report of a transaction that lacks nothing. */
  const complete = async (who = grace): Promise<SarDetails> => {
    const begun = await create(who, { transactionIds: [await put()] });
    const [own] = begun.content.transactions;
    if (!own) throw new Error('The report tells of its transaction');
    return save(who, begun, reportOf([{ ...own, localAmount: '12.50' }]));
  };
  const sign = async (who: Someone, report: SarDetails, more: object = { password }) =>
    sar(who, report._id, '/signatures', { hash: report.hash, ...more });
  const signed = async (): Promise<SarDetails> => {
    const report = await complete();
    await sar(grace, report._id, '/request', { version: report.version });
    await sign(grace, report);
    await sign(max, report);
    return get(report._id);
  };
  const take = (who: Someone, report: string, format: string) =>
    api.app.inject({
      url: `${apiBase}/compliance/sars/${report}/export?format=${format}`,
      headers: {
        authorization: `Bearer ${who.accessToken}`,
        'x-organization-id': who === eve ? elsewhere : id,
      },
    });
  return {
    api,
    ada,
    max,
    grace,
    tim,
    eve,
    id,
    elsewhere,
    ask,
    sar,
    create,
    get,
    history,
    save,
    put,
    complete,
    sign,
    signed,
    take,
  };
}

const nobody = '00000000-0000-4000-8000-000000000000';

describeWithDatabase('Reports', (databases) => {
  test('go from a case to a report that two people have signed, is handed out, handed in, and noted on its transactions', async () => {
    const { api, ada, max, grace, tim, id, sar, create, get, history, save, put, sign, take } =
      await prepare(databases);
    const transactionId = await put({ amount: 123_456_789n, at: new Date('2020-01-05T10:00:00Z') });
    const opened = await api.within(id, grace, endpoints.createCase, {
      body: { title: 'Mixer', transactionIds: [transactionId] },
    });
    const begun = await create(grace, { caseId: opened.data._id });
    expect(begun).toMatchObject({
      number: 1,
      status: 'DRAFT',
      title: 'Case 1: Mixer',
      case: { number: 1, title: 'Mixer' },
      content: {
        activity: { from: '2020-01-05', to: '2020-01-05', amount: '' },
        transactions: [{ complianceId: transactionId, amount: '1.23456789', usd: '', asset: 'BTC' }],
      },
    });
    expect(begun.problems.length).toBeGreaterThan(5);
    const early = await sar(grace, begun._id, '/request', { version: 1 });
    expect([early.status, early.fields?.map(({ field }) => field)]).toEqual([
      400,
      expect.arrayContaining(['content.narrative', 'content.subjects', 'content.institution.legalName']),
    ]);

    const facts = begun.content.transactions.map((each) => ({ ...each, localAmount: '99.10' }));
    const report = await save(grace, begun, reportOf(facts));
    expect([report.problems, report.version, report.subjects]).toEqual([
      [],
      2,
      ['Max O’Neill', 'Fog Mixer Ltd.', 'Unknown subject'],
    ]);
    expect((await sign(grace, report)).message).toBe('This report is a draft');
    expect((await take(grace, report._id, 'fincen')).statusCode).toBe(409);
    expect((await sar(grace, report._id, '/request', { version: 2 })).data?.status).toBe('READY');

    expect((await sign(grace, report)).data).toMatchObject({ status: 'SIGNED_ONCE', signatures: 1 });
    expect((await sign(grace, report)).message).toContain('You already signed');
    expect((await sign(tim, report)).message).toBe('A manager or above has to sign second');
    expect((await take(max, report._id, 'fincen')).json<{ message: string }>().message).toContain(
      'two people',
    );
    const both = (await sign(max, report)).data;
    expect(both).toMatchObject({
      status: 'SIGNED',
      hash: report.hash,
      signed: [
        { by: { _id: grace.id }, role: 'team_member', hash: report.hash, matches: true, voided: null },
        { by: { _id: max.id }, role: 'manager', hash: report.hash, matches: true, voided: null },
      ],
    });

    for (const form of ['fincen', 'goaml'] as const) {
      const answer = await take(tim, report._id, form);
      expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
        200,
        expect.stringContaining(`sar-1-${form}.xml`),
      ]);
      expect(checkXml(answer.body, form)).toEqual([]);
    }
    const csv = await take(tim, report._id, 'csv');
    expect(csv.body).toContain(',1.23456789,unknown,');

    const given = {
      authority: 'FinCEN',
      reference: '31000123456789',
      on: '2020-02-02',
      version: both?.version,
    };
    expect((await sar(grace, report._id, '/submission', given)).status).toBe(403);
    expect(
      (await sar(max, report._id, '/submission', { ...given, on: '2999-01-01' })).fields?.[0]?.field,
    ).toBe('on');
    expect((await sar(max, report._id, '/submission', given)).data).toMatchObject({
      status: 'SUBMITTED',
      submission: { authority: 'FinCEN', reference: '31000123456789', on: '2020-02-02', by: { _id: max.id } },
    });
    const transaction = await api.within(id, ada, endpoints.getComplianceTransaction, {
      params: { id: transactionId },
    });
    expect(transaction.data).toMatchObject({
      sarSubmitted: true,
      sarReport: 'Report 1, FinCEN: 31000123456789',
      version: 2,
    });
    const now = await get(report._id);
    const late = { title: 'x', content: emptySarContent(), version: now.version };
    expect((await sar(ada, report._id, '/content', late, 'PUT')).status).toBe(409);
    expect((await sar(ada, report._id, '/withdrawal', { reason: 'x', version: now.version })).status).toBe(
      409,
    );

    const isClient = (await history(report._id)).toReversed();
    expect(isClient.map(({ number, kind, by }) => [number, kind, by?._id])).toEqual([
      [1, 'created', grace.id],
      [2, 'changed', grace.id],
      [3, 'asked', grace.id],
      [4, 'signed', grace.id],
      [5, 'signed', max.id],
      [6, 'submitted', max.id],
    ]);
    const audited = await api.audited(ada, id);
    expect(audited.filter((action) => action.startsWith('sar.'))).toEqual([
      'sar.created',
      'sar.changed',
      'sar.asked',
      'sar.signed',
      'sar.signed',
      'sar.exported',
      'sar.exported',
      'sar.exported',
      'sar.submitted',
      'sar.viewed',
    ]);
    const verified = await api.within(id, ada, endpoints.verifyAuditLog, { params: { id } });
    expect(verified.data).toMatchObject({ intact: true });
  });

  test('of several filing institutions go into one file for FinCEN, which the kept institution sends', async () => {
    const { api, ada, max, grace, eve, id, elsewhere, sar, save, get, complete, sign, signed } =
      await prepare(databases);
    const first = await signed();
    const begun = await complete();
    const { institution } = begun.content;
    const other = await save(grace, begun, {
      ...begun.content,
      institution: {
        ...institution,
        legalName: 'Other Bank',
        tin: '98-7654321',
        transmitterCode: 'OTHER001',
      },
    });
    const batch = (who: Someone, ids: readonly string[]) =>
      api.post(
        '/compliance/sars/fincen-batch',
        { ids },
        { token: who.accessToken, headers: { 'x-organization-id': who === eve ? elsewhere : id } },
      );
    const both = [first._id, other._id];
    expect(problemOf(await batch(ada, both), 409).message).toContain(`Report ${other.number} is not`);
    await sar(grace, other._id, '/request', { version: other.version });
    const asked = await get(other._id);
    await sign(grace, asked);
    await sign(max, asked);

    expect(problemOf(await batch(ada, both), 409).message).toContain('Enter the institution first');
    const keep = (stored: SarContent['institution'], version: number) =>
      api.within(id, ada, endpoints.putSarInstitution, { body: { institution: stored, version } });
    await keep({ ...institution, transmitterCode: '' }, 0);
    expect(problemOf(await batch(ada, both), 409).message).toMatch(/Missing: Transmitter Control Code$/);
    await keep(institution, 1);
    problemOf(await batch(eve, both), 404);
    problemOf(await batch(ada, [first._id, first._id]), 400);

    const file = await batch(ada, both);
    expect(file.statusCode).toBe(200);
    expect(file.headers['content-disposition']).toMatch(/sars-\d{4}-\d\d-\d\d-fincen\.xml/);
    expect(checkXml(file.body, 'fincen')).toEqual([]);
    expect(file.body).toContain('ActivityCount="2"');
    expect(file.body.match(/>Other Bank</g)).toHaveLength(2);
    expect(file.body.match(new RegExp(`>${institution.transmitterCode}<`, 'g'))).toHaveLength(2);
    expect(file.body).not.toContain('OTHER001');
    const audited = await api.audited(ada, id);
    expect(audited.filter((action) => action === 'sar.exported')).toHaveLength(2);
  });

  test('a change of the content takes signatures away and leaves their trace', async () => {
    const { ada, max, grace, sar, get, save, complete, sign, history } = await prepare(databases);
    const report = await complete();
    await sar(grace, report._id, '/request', { version: report.version });
    await sign(grace, report);
    const once = await get(report._id);
    const changed = await save(max, once, { ...once.content, narrative: 'Another story' });
    expect(changed).toMatchObject({
      status: 'DRAFT',
      signatures: 0,
      signed: [
        {
          by: { _id: grace.id },
          hash: report.hash,
          matches: false,
          voided: { by: { _id: max.id }, reason: 'The report was changed' },
        },
      ],
    });
    expect(changed.hash).not.toBe(report.hash);
    expect((await history(report._id))[0]).toMatchObject({
      kind: 'changed',
      parts: ['narrative'],
      voided: 1,
    });
    await sar(grace, report._id, '/request', { version: changed.version });
    const stale = await sign(grace, report);
    expect([stale.status, stale.current?.hash]).toEqual([409, changed.hash]);
    expect((await sign(grace, changed)).status).toBe(200);
    const again = await get(report._id);
    expect((await save(grace, again, again.content)).version).toBe(again.version);
    expect((await get(report._id)).status).toBe('SIGNED_ONCE');
    const back = await sar(grace, report._id, '/return', {
      reason: 'A name is wrong',
      version: again.version,
    });
    expect(back.data).toMatchObject({ status: 'DRAFT', signatures: 0 });
    expect(back.data?.signed.map(({ voided }) => voided?.reason)).toEqual([
      'The report was changed',
      'A name is wrong',
    ]);
    expect((await sar(ada, report._id, '/return', { reason: 'x', version: 1 })).current?.status).toBe(
      'DRAFT',
    );
  });
});

describeWithDatabase('Reports and their rules', (databases) => {
  test('a signature needs a proof of who signs', async () => {
    const { grace, sar, complete, sign } = await prepare(databases);
    const report = await complete();
    await sar(grace, report._id, '/request', { version: report.version });
    const refused = await sign(grace, report, {});
    expect([refused.status, refused.code]).toEqual([403, 'proof_required']);
    expect((await sign(grace, report, { password: 'wrong' })).code).toBe('proof_required');
    expect((await sign(grace, report, { password })).data?.signatures).toBe(1);
  });

  test('what is kept is compared with its hash: altered bytes are neither signed nor handed out', async () => {
    const { api, grace, max, sar, get, complete, sign, signed, take } = await prepare(databases);
    const ready = await complete();
    await sar(grace, ready._id, '/request', { version: ready.version });
    const alter = (id: string) =>
      api.rows(`update sar_report set content = replace(content, '47000', '17000') where id = $1`, [id]);
    await alter(ready._id);
    expect((await sign(max, ready)).message).toContain('cannot be signed');
    const report = await signed();
    await alter(report._id);
    expect((await get(report._id)).signed.map(({ matches }) => matches)).toEqual([false, false]);
    expect((await take(max, report._id, 'fincen')).json<{ message: string }>().message).toContain(
      'differs from what was signed',
    );
  });

  test('facts of transactions stay as they were taken; what is not the organization’s is not found', async () => {
    const { api, eve, grace, ask, sar, create, get, save, put, complete, take } = await prepare(databases);
    const begun = await create(grace, { transactionIds: [await put({ amount: 5n })] });
    const [own] = begun.content.transactions;
    if (!own) throw new Error('The report tells of its transaction');
    const forged = await save(grace, begun, {
      ...begun.content,
      transactions: [{ ...own, amount: '1000', usd: '1.00', localAmount: '7.00', address: 'elsewhere' }],
    });
    expect(forged.content.transactions).toEqual([{ ...own, localAmount: '7.00' }]);
    const foreign = await insertTransaction(api, { organizationId: nobody });
    const content = { ...begun.content, transactions: [{ ...own, complianceId: foreign }] };
    const body = { title: 'x', content, version: forged.version };
    expect((await sar(grace, begun._id, '/content', body, 'PUT')).message).toBe('Transaction not found');
    expect((await ask(grace, '/compliance/sars', { transactionIds: [foreign] })).status).toBe(404);
    expect((await ask(grace, '/compliance/sars', { caseId: nobody })).status).toBe(404);
    expect((await ask(grace, '/compliance/sars', { amends: { id: nobody, kind: 'correct' } })).status).toBe(
      404,
    );
    expect((await ask(grace, '/compliance/sars', {})).status).toBe(400);
    const report = await complete();
    const path = `/compliance/sars/${report._id}`;
    expect((await ask(eve, path, undefined, 'GET')).status).toBe(404);
    expect((await sar(eve, report._id, '/withdrawal', { reason: 'x', version: 1 })).status).toBe(404);
    expect((await take(eve, report._id, 'csv')).statusCode).toBe(404);
    expect((await get(report._id)).status).toBe('DRAFT');
  });

  test('all assets that a transaction moved are told, also in the files', async () => {
    const { max, grace, sar, create, save, put, sign, take } = await prepare(databases);
    const begun = await create(grace, {
      transactionIds: [await put({ chain: 'ethereum', amount: 1n, assets: severalAssets })],
    });
    const [own] = begun.content.transactions;
    if (!own) throw new Error('The report tells of its transaction');
    const others = [
      { asset: 'USDT', amount: '5000.000001', direction: 'in' },
      { asset: '=ODD', amount: '0.09', direction: 'out' },
    ];
    expect(own).toMatchObject({ asset: 'ETH', amount: '0.000000000000000001', others });
    const forged = [{ ...own, localAmount: '12.50', others: [] }];
    const report = await save(grace, begun, reportOf(forged));
    expect(report.content.transactions[0]?.others).toEqual(others);
    await sar(grace, report._id, '/request', { version: report.version });
    await sign(grace, report);
    await sign(max, report);
    expect((await take(max, report._id, 'csv')).body).toContain('received 5000.000001 USDT, sent 0.09 =ODD');
    const xml = (await take(max, report._id, 'goaml')).body;
    expect(xml).toContain('which also: received 5000.000001 USDT, sent 0.09 =ODD</transaction_description>');
    expect(xml).toContain('value in US dollars unknown');
  });

  test('a report that was handed in is corrected by another one with its number', async () => {
    const { api, max, grace, id, sar, create, signed, ask } = await prepare(databases);
    const report = await signed();
    const amends = { id: report._id, kind: 'correct' as const };
    expect((await ask(grace, '/compliance/sars', { amends })).status).toBe(409);
    const given = {
      authority: 'FinCEN',
      reference: '3100-0123-456789',
      on: '2020-02-02',
      version: report.version,
    };
    await sar(max, report._id, '/submission', given);
    const next = await create(grace, { amends });
    expect(next).toMatchObject({
      number: 2,
      status: 'DRAFT',
      amends: { number: 1 },
      signed: [],
      content: { filing: { kind: 'correct', priorNumber: '31000123456789' } },
    });
    expect(next.content.narrative).toBe(report.content.narrative);
    const byTitle = await api.within(id, grace, endpoints.listSars, { query: { search: 'fog mixer' } });
    expect(byTitle.data.map(({ number }) => number)).toEqual([2, 1]);
    const narrowed = { '#1': [1], '3100-0123': [1], nothing: [] };
    for (const [search, numbers] of Object.entries(narrowed)) {
      const each = await api.within(id, grace, endpoints.listSars, { query: { search } });
      expect(each.data.map(({ number }) => number)).toEqual(numbers);
    }
    const submitted = await api.within(id, grace, endpoints.listSars, { query: { status: 'SUBMITTED' } });
    expect([submitted.total, submitted.data[0]?.number]).toEqual([1, 1]);
  });

  test('a transaction is closed with a report that tells of it, keeps the link, and follows the report until it is handed in', async () => {
    const { api, ada, max, grace, eve, id, elsewhere, ask, sar, create, get, put, save, sign } =
      await prepare(databases);
    const inHand = { status: 'IN_REVIEW', reviewerId: grace.id } as const;
    const one = await put(inHand);
    const begun = await create(grace, { transactionIds: [one] });
    const [own] = begun.content.transactions;
    if (!own) throw new Error('The report tells of its transaction');
    const other = await create(grace, { transactionIds: [await put()] });
    const foreign = await ask(eve, '/compliance/sars', {
      transactionIds: [await insertTransaction(api, { organizationId: elsewhere })],
    });
    const decide = (who: Someone, body: object) =>
      ask(who, `/compliance/transactions/${one}/status`, body, 'PUT');
    const close = (sarId: string, more: object = {}) =>
      decide(grace, { status: 'CLOSED_WITH_SAR', sarId, ...more });
    const look = async () =>
      (await api.within(id, ada, endpoints.getComplianceTransaction, { params: { id: one } })).data;
    expect((await close(nobody)).status).toBe(404);
    expect(foreign.data?._id).toBeDefined();
    expect((await close(foreign.data?._id ?? '')).message).toBe('Report not found');
    const wrong = await close(other._id);
    expect([wrong.status, wrong.fields?.[0]?.field]).toEqual([400, 'sarId']);
    expect((await close('7')).status).toBe(400);
    expect((await close(begun._id, { sarReport: 'R-1' })).status).toBe(400);
    expect((await decide(grace, { status: 'HOLD', sarId: begun._id })).status).toBe(400);
    await sar(grace, other._id, '/withdrawal', { reason: 'x', version: 1 });
    expect((await close(other._id)).status).toBe(409);
    expect(await look()).toMatchObject({
      status: 'IN_REVIEW',
      sarSubmitted: false,
      sarReport: null,
      sar: null,
    });

    const covering = await api.within(id, grace, endpoints.listSars, { query: { transactionId: one } });
    expect(covering.data.map(({ number }) => number)).toEqual([1]);
    expect((await close(begun._id)).status).toBe(200);
    const named = { _id: begun._id, number: 1, status: 'DRAFT' };
    const closed = await look();
    expect(closed).toMatchObject({
      status: 'CLOSED_WITH_SAR',
      sarSubmitted: false,
      sarReport: 'Report 1',
      sar: named,
    });
    expect(closed.events.at(-1)).toMatchObject({ to: 'CLOSED_WITH_SAR', note: 'Report 1', sar: named });
    const given = await sar(grace, begun._id, '/withdrawal', { reason: 'x', version: begun.version });
    expect([given.status, given.message]).toEqual([409, expect.stringContaining('Reopen them first')]);
    const without = { title: begun.title, content: reportOf([]), version: begun.version };
    expect((await sar(grace, begun._id, '/content', without, 'PUT')).status).toBe(409);

    const report = await save(grace, begun, reportOf([{ ...own, localAmount: '12.50' }]));
    await sar(grace, report._id, '/request', { version: report.version });
    await sign(grace, report);
    await sign(max, report);
    const on = { authority: 'FinCEN', reference: '31000123456789', on: '2020-02-02' };
    await sar(max, report._id, '/submission', { ...on, version: (await get(report._id)).version });
    const reported = {
      sarSubmitted: true,
      sarReport: 'Report 1, FinCEN: 31000123456789',
      sar: { ...named, status: 'SUBMITTED' },
    };
    expect(await look()).toMatchObject({ status: 'CLOSED_WITH_SAR', ...reported });
    expect((await decide(max, { status: 'IN_REVIEW', note: 'Again' })).status).toBe(200);
    // It was handed in, whatever becomes of the transaction.
    expect(await look()).toMatchObject(reported);
    expect(await api.audited(ada, id)).toContain('compliance_transaction.decided');

    const { data: opened } = await api.within(id, grace, endpoints.createCase, {
      body: { title: 'Mixer', transactionIds: [one] },
    });
    expect(opened.transactions[0]).toMatchObject({ sar: { _id: begun._id } });
  });

  test('a report that a second person is to confirm is named in the proposal and linked with the confirmation; opened again nothing is said of a draft', async () => {
    const { api, ada, max, grace, id, ask, sar, create, put } = await prepare(databases);
    await api.within(id, ada, endpoints.updateOrganization, {
      params: { id },
      body: { settings: { approvalRiskScore: 0 } },
    });
    const one = await put({ status: 'IN_REVIEW', reviewerId: grace.id });
    const report = await create(grace, { transactionIds: [one] });
    const path = `/compliance/transactions/${one}`;
    const closing = { status: 'CLOSED_WITH_SAR', sarId: report._id };
    expect((await ask(grace, `${path}/status`, closing, 'PUT')).status).toBe(200);
    const look = async () =>
      (await api.within(id, ada, endpoints.getComplianceTransaction, { params: { id: one } })).data;
    const named = { _id: report._id, number: 1 };
    expect(await look()).toMatchObject({
      status: 'IN_REVIEW',
      sar: null,
      proposal: { status: 'CLOSED_WITH_SAR', note: 'Report 1', sar: named },
    });
    const withdrawal = { reason: 'x', version: 1 };
    expect((await sar(grace, report._id, '/withdrawal', withdrawal)).status).toBe(409);
    expect((await ask(max, `${path}/proposal`, { confirm: true }, 'PUT')).status).toBe(200);
    const closed = await look();
    expect(closed).toMatchObject({
      status: 'CLOSED_WITH_SAR',
      sarReport: 'Report 1',
      sar: named,
      proposal: null,
    });
    expect(closed.events.slice(-2).map(({ kind, sar: linked }) => [kind, linked?._id])).toEqual([
      ['proposed', report._id],
      ['status', report._id],
    ]);
    expect((await ask(max, `${path}/status`, { status: 'IN_REVIEW', note: 'Again' }, 'PUT')).status).toBe(
      200,
    );
    expect(await look()).toMatchObject({ sarSubmitted: false, sarReport: null, sar: null });
    expect((await sar(grace, report._id, '/withdrawal', withdrawal)).status).toBe(200);
  });

  test('a draft is given up by whoever writes, what waits for signatures by a manager', async () => {
    const { max, grace, sar, complete } = await prepare(databases);
    const draft = await complete();
    const reason = { reason: 'Unfounded' };
    const given = await sar(grace, draft._id, '/withdrawal', { ...reason, version: draft.version });
    expect(given.data).toMatchObject({ status: 'WITHDRAWN', withdrawal: { reason: 'Unfounded' } });
    const ready = await complete();
    await sar(grace, ready._id, '/request', { version: ready.version });
    const version = ready.version + 1;
    expect((await sar(grace, ready._id, '/withdrawal', { ...reason, version })).status).toBe(403);
    expect((await sar(max, ready._id, '/withdrawal', { ...reason, version })).data?.status).toBe('WITHDRAWN');
    expect((await sar(max, ready._id, '/request', { version: version + 1 })).message).toBe(
      'This report was withdrawn',
    );
  });

  test('new reports come from the institution that admins enter; those that exist keep theirs', async () => {
    const { api, ada, max, grace, id, create, get, put } = await prepare(databases);
    const { institution } = completeReport();
    const before = await create(grace, { transactionIds: [await put()] });
    const none = await api.within(id, grace, endpoints.getSarInstitution, {});
    expect(none.data).toMatchObject({ version: 0, updatedBy: null });
    const stored = await api.within(id, ada, endpoints.putSarInstitution, {
      body: { institution, version: 0 },
    });
    expect(stored.data).toMatchObject({ institution, version: 1, updatedBy: { _id: ada.id } });
    const headers = { 'x-organization-id': id };
    const putAs = (who: Someone, version: number) =>
      api.ask('/compliance/sar-institution', {
        method: 'PUT',
        token: who.accessToken,
        headers,
        payload: { institution: { ...institution, tradeName: 'New' }, version },
      });
    expect((await putAs(max, 1)).statusCode).toBe(403);
    expect((await putAs(ada, 0)).json()).toMatchObject({ details: { current: { version: 1 } } });
    const after = await create(grace, { transactionIds: [await put()] });
    expect(after.content.institution).toEqual(institution);
    expect((await get(before._id)).content.institution.legalName).toBe('');
  });
});
