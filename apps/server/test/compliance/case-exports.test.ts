import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { apiBase, type CallInput, endpoints } from '@hopscope/contract';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { zipStream } from '../../src/lib/zip-stream.ts';
import { insertTransaction, severalAssets } from '../support/api/compliance-rows.ts';
import { describeWithDatabase, type TestDatabases } from '../support/databases.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import type { Someone } from '../support/api/teams-api.ts';

const windows = new TextDecoder('windows-1252');
const solid = (text: string): string => text.replaceAll(/\s+/g, '');

/** Everything that the pages of a PDF draw, in its order and without blanks (words may be drawn in parts). */
function textsOf(pdf: Buffer): string {
  const all: string[] = [];
  for (let at = pdf.indexOf('stream\n'); at !== -1; at = pdf.indexOf('stream\n', at + 1)) {
    const end = pdf.indexOf('endstream', at);
    if (pdf.subarray(at - 3, at).toString() === 'end' || end === -1) continue;
    const drawn = inflateSync(pdf.subarray(at + 7, end)).toString('latin1');
    for (const [, hex] of drawn.matchAll(/<([0-9a-f]+)>/g))
      all.push(windows.decode(Buffer.from(hex ?? '', 'hex')));
  }
  return solid(all.join(''));
}

async function prepare(databases: TestDatabases) {
  const db = await databases.empty();
  const api = await createDirectoryApi(db);
  const [ada, grace, eve] = [
    await api.someone('ada@example.org'),
    await api.someone('grace@example.org'),
    await api.someone('eve@example.org'),
  ];
  const id = await api.found(ada);
  await api.assign(id, 'business');
  await api.enlist(ada, id, grace);
  await api.found(eve, 'Elsewhere');
  const get = async (path: string, who: Someone = ada, at = api, organization = id) =>
    at.ask(path, { token: who.accessToken, headers: { 'x-organization-id': organization } });
  const create = async (body: CallInput<typeof endpoints.createCase>['body']) =>
    (await api.within(id, ada, endpoints.createCase, { body })).data;
  const upload = async (caseId: string, name: string, bytes: Buffer | string) => {
    const answer = await api.app.inject({
      method: 'POST',
      url: `${apiBase}/compliance/cases/${caseId}/evidence?name=${encodeURIComponent(name)}`,
      headers: {
        authorization: `Bearer ${ada.accessToken}`,
        'x-organization-id': id,
        'content-type': 'application/octet-stream',
      },
      payload: bytes,
    });
    expect(answer.statusCode).toBe(200);
  };
  const note = async (caseId: string, text: string) =>
    api.within(id, ada, endpoints.addCaseNote, { params: { id: caseId }, body: { text } });
  return { db, api, ada, grace, eve, id, get, create, upload, note };
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
interface Manifest {
  case: { number: number; version: number };
  state: string;
  files: { name: string; size: number; sha256: string }[];
}
const manifestOf = (files: Record<string, Uint8Array>): Manifest =>
  JSON.parse(Buffer.from(files['MANIFEST.json'] ?? []).toString()) as Manifest;

describeWithDatabase('A case as a file', (databases) => {
  test('is made from its state alone: the same bytes again, after a restart and for a colleague; a change changes them', async () => {
    const { db, api, ada, grace, id, get, create, upload, note } = await prepare(databases);
    const transaction = await insertTransaction(api, {
      organizationId: id,
      clientId: 'customer-7',
      amount: 123_456_789n,
      score: 87,
    });
    const made = await create({
      title: 'Mixer deposits',
      transactionIds: [transaction],
      assignedTo: ada.id,
      clientId: 'customer-7',
    });
    const evidence = Buffer.from('day,amount\n1,2\n2,3\n'.repeat(60_000));
    await upload(made._id, 'statement.csv', evidence);
    await note(made._id, 'They answered late');
    const [report, data] = [`/compliance/cases/${made._id}/report`, `/compliance/cases/${made._id}/data`];
    const first = { report: await get(report), data: await get(data) };
    expect([first.report.statusCode, first.data.statusCode]).toEqual([200, 200]);
    expect(first.report.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="case-1-version-3.pdf"',
    });
    expect(first.data.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="case-1-version-3.zip"',
    });

    api.clock += 86_400_000 * 3;
    const restarted = await createDirectoryApi(db, { start: api.clock });
    const again = await restarted.logIn('ada@example.org');
    const colleague = await restarted.logIn('grace@example.org');
    for (const tokens of [again, colleague]) {
      const who = { ...grace, ...tokens };
      expect((await get(report, who, restarted)).rawPayload.equals(first.report.rawPayload)).toBe(true);
      expect((await get(data, who, restarted)).rawPayload.equals(first.data.rawPayload)).toBe(true);
    }

    const files = unzipSync(first.data.rawPayload);
    const manifest = manifestOf(files);
    expect(manifest.case).toMatchObject({ number: 1, version: 3 });
    expect(Object.keys(files)).toEqual([...manifest.files.map(({ name }) => name), 'MANIFEST.json']);
    for (const { name, size, sha256: hash } of manifest.files)
      expect([name, files[name]?.length, sha256(files[name] ?? new Uint8Array())]).toEqual([
        name,
        size,
        hash,
      ]);
    expect(Buffer.from(files['evidence/001-statement.csv'] ?? []).equals(evidence)).toBe(true);
    expect(Buffer.from(files['report.pdf'] ?? []).equals(first.report.rawPayload)).toBe(true);

    const texts = textsOf(first.report.rawPayload);
    for (const line of [
      'Case 1: Mixer deposits',
      'customer-7',
      '1.23456789 BTC',
      'score 87 of 100',
      'They answered late',
    ])
      expect(texts).toContain(solid(line));
    expect(texts).toContain(solid(sha256(evidence)));
    expect(texts).toContain(solid(`state ${manifest.state}`));
    expect(texts).toContain(solid('None: the case is open.'));

    const later = { ...ada, ...(await api.logIn('ada@example.org')) };
    await api.within(id, later, endpoints.decideCase, {
      params: { id: made._id },
      body: { outcome: 'REPORTED', reason: 'Layering over three days' },
    });
    const decided = await get(report, later);
    expect(decided.rawPayload.equals(first.report.rawPayload)).toBe(false);
    expect(textsOf(decided.rawPayload)).toContain(solid('Layering over three days'));
    expect(manifestOf(unzipSync((await get(data, later)).rawPayload)).state).not.toBe(manifest.state);
    const audited = await api.audited(later, id);
    expect(audited.filter((each) => each === 'case.report_downloaded')).toHaveLength(4);
    expect(audited.filter((each) => each === 'case.data_downloaded')).toHaveLength(4);
  });

  test('is given to members alone, and hostile names do no harm in it', async () => {
    const { api, ada, eve, id, get, create, upload, note } = await prepare(databases);
    const hostile = '=cmd|calc!A1 \u202Egpj.exe 例え 🦊';
    const transaction = await insertTransaction(api, { organizationId: id, clientId: '=HYPERLINK("x")' });
    const made = await create({ title: hostile, transactionIds: [transaction], tags: ['@SUM(A1)'] });
    await note(made._id, `${'long '.repeat(1_900)}\n\u202Eend`);
    await upload(made._id, '../../etc/\u202Epasswd.txt', 'text');
    await upload(made._id, `${'x'.repeat(300)}.txt`, 'other');
    const path = `/compliance/cases/${made._id}`;
    const files = unzipSync((await get(`${path}/data`)).rawPayload);
    for (const name of Object.keys(files)) expect(name).toMatch(/^(?:evidence\/)?[\w.()+-]{1,130}$/);
    expect(Object.keys(files).filter((name) => name.includes('..'))).toEqual([]);
    const csv = Buffer.from(files['transactions.csv'] ?? []).toString();
    expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
    const remote = JSON.parse(Buffer.from(files['case.json'] ?? []).toString()) as {
      case: { title: string };
    };
    expect(remote.case.title).toBe(hostile);
    const texts = textsOf((await get(`${path}/report`)).rawPayload);
    expect(texts).toContain(solid('more characters in the data file'));
    expect(texts).not.toContain('\u202E');
    expect(texts).toContain(solid('cannot show are replaced by'));

    const others = (await api.as(eve, endpoints.listOrganizations, {})).data.organizations[0]?._id ?? '';
    for (const end of ['report', 'data']) {
      expect((await get(`${path}/${end}`, eve, api, others)).statusCode).toBe(404);
      expect((await get(`${path}/${end}`, eve, api, id)).statusCode).toBe(404);
      expect((await api.ask(`${path}/${end}`)).statusCode).toBe(401);
      expect((await get(`/compliance/cases/not-an-id/${end}`)).statusCode).toBe(400);
    }
    expect((await api.audited(ada, id)).filter((each) => each.startsWith('case.data'))).toHaveLength(1);
  });

  test('tells of all assets that a transaction moved, each with its amount', async () => {
    const { api, id, get, create } = await prepare(databases);
    const ethereum = { chain: 'ethereum', amount: 1n, assets: severalAssets } as const;
    const transaction = await insertTransaction(api, { organizationId: id, ...ethereum });
    const path = `/compliance/cases/${(await create({ title: 'Tokens', transactionIds: [transaction] }))._id}`;
    const csv = Buffer.from(
      unzipSync((await get(`${path}/data`)).rawPayload)['transactions.csv'] ?? [],
    ).toString();
    const contract = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
    expect(csv).toContain(`in 5000.000001 USDT (${contract}) | out 0.09 =ODD (0x${'01'.repeat(20)})`);
    const texts = textsOf((await get(`${path}/report`)).rawPayload);
    expect(texts).toContain(solid('Received in the same transaction: 5,000.000001 USDT'));
    expect(texts).toContain(solid('Sent in the same transaction: 0.09 =ODD'));
  });

  test('has FlowTrace documents of whoever takes it, says how many it leaves out, and holds no file that is gone', async () => {
    const { api, ada, grace, id, get, create, upload } = await prepare(databases);
    const made = await create({ title: 'Drawn' });
    const document = (
      await api.within(id, ada, endpoints.createFlowDocument, { params: { id }, body: { title: 'Mine' } })
    ).data;
    await api.within(id, ada, endpoints.addCaseDocument, {
      params: { id: made._id },
      body: { documentId: document._id },
    });
    await upload(made._id, 'wrong.txt', 'wrong');
    const file = (await api.within(id, ada, endpoints.getCase, { params: { id: made._id } })).data
      .evidence[0];
    await api.within(id, ada, endpoints.removeCaseEvidence, {
      params: { id: made._id, evidenceId: file?._id ?? '' },
      body: { reason: 'Another customer’s' },
    });
    const path = `/compliance/cases/${made._id}/data`;
    const own = unzipSync((await get(path)).rawPayload);
    const drawing = `documents/01-${document._id}.json`;
    expect(JSON.parse(Buffer.from(own[drawing] ?? []).toString())).toMatchObject({ nodes: [] });
    const others = unzipSync((await get(path, grace)).rawPayload);
    expect(others[drawing]).toBeUndefined();
    const line = JSON.parse(Buffer.from(others['documents.json'] ?? []).toString()) as object;
    expect(line).toEqual({ documents: [], documentsOmitted: 1 });
    expect(JSON.stringify(Object.values(others).map((bytes) => Buffer.from(bytes).toString()))).not.toContain(
      document._id,
    );
    expect(Object.keys(own).filter((name) => name.startsWith('evidence/'))).toEqual([]);
    expect(Buffer.from(own['evidence.json'] ?? []).toString()).toContain('Another customer’s');
  });

  test('lists where the auto-traces of its FlowTrace documents ended, for members who may see them', async () => {
    const { api, ada, grace, id, get, create } = await prepare(databases);
    const made = await create({ title: 'Traced' });
    const before = textsOf((await get(`/compliance/cases/${made._id}/report`)).rawPayload);
    const document = (
      await api.within(id, ada, endpoints.createFlowDocument, { params: { id }, body: { title: 'Hack' } })
    ).data;
    const asset = { chain: 'bitcoin', symbol: 'BTC', contract: null, decimals: 8 } as const;
    const end = (reason: string, amount: string, name: string | null = null) => ({
      reason,
      amount,
      asset,
      entity: name === null ? null : { id: name, name },
      count: 1,
      places: [],
    });
    const outcome = {
      kind: 'outcome',
      id: `outcome:${'0'.repeat(32)}`,
      direction: 'forward',
      method: 'fifo',
      starts: ['bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
      ends: [
        end('service', '150000000', 'Alder'),
        end('service', '100000000', 'Birch'),
        end('unspent', '50000001'),
      ],
    } as const;
    const step = {
      id: 'step-1',
      author: ada.id,
      time: 0,
      title: 'Auto-trace',
      changes: [{ change: 'create', record: outcome }],
    };
    await api.as(ada, endpoints.appendFlowSteps, {
      params: { id, documentId: document._id },
      body: { base: 0, steps: [step] as never },
    });
    await api.within(id, ada, endpoints.addCaseDocument, {
      params: { id: made._id },
      body: { documentId: document._id },
    });
    const path = `/compliance/cases/${made._id}`;
    const report = textsOf((await get(`${path}/report`)).rawPayload);
    for (const text of [
      'Destination of funds, fifo: 1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
      '3.00000001 BTC',
      'Reached a service (83.33%)',
      '2.50000000 BTC',
      'Alder',
      'Unspent (16.67%)',
    ]) {
      expect(report).toContain(solid(text));
      expect(before).not.toContain(solid(text));
    }
    const traces = async (who: Someone) =>
      JSON.parse(
        Buffer.from(unzipSync((await get(`${path}/data`, who)).rawPayload)['traces.json'] ?? []).toString(),
      ) as unknown;
    expect(await traces(ada)).toMatchObject([
      {
        documentId: document._id,
        results: [
          {
            amount: '300000001',
            bands: [
              {
                reason: 'service',
                amount: '250000000',
                share: 8333,
                entities: [{ name: 'Alder' }, { name: 'Birch' }],
              },
              { reason: 'unspent', amount: '50000001', share: 1667, entities: [] },
            ],
          },
        ],
      },
    ]);
    expect(await traces(grace)).toEqual([]);
    expect(textsOf((await get(`${path}/report`, grace)).rawPayload)).not.toContain('Alder');
  });
});

test('A zip is made while it is read: of a file of 200 MB little is held, and a reader that goes ends it', async () => {
  const part = Buffer.alloc(512 * 1024, 'hopscope');
  let given = 0;
  async function* files() {
    yield {
      name: 'large.txt',
      bytes: (async function* () {
        for (let count = 0; count < 400; count += 1) {
          given += 1;
          yield part;
        }
      })(),
    };
  }
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  for await (const bytes of zipStream(files())) {
    expect(bytes.length).toBeLessThan(1_000_000);
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }
  expect(given).toBe(400);
  expect(most).toBeLessThan(60 * 1024 * 1024);

  given = 0;
  const reader = zipStream(files());
  await reader.next();
  await reader.next();
  await reader.return(undefined);
  expect(given).toBeLessThan(400);

  const broken = zipStream(
    (async function* () {
      yield {
        name: 'broken.txt',
        bytes: (async function* () {
          yield part;
          throw new Error('The disk is gone');
        })(),
      };
    })(),
  );
  const read = async () => {
    for await (const bytes of broken) expect(bytes.length).toBeGreaterThan(0);
  };
  await expect(read()).rejects.toThrow('The disk is gone');
});
