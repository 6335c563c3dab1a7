import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkBundle, type Finding } from '@hopscope/canvas';
import { endpoints } from '@hopscope/contract';
import { unzipSync } from 'fflate';
import { expect, onTestFinished, test } from 'vitest';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { packZip, readZip, ZipError } from '../../src/contexts/tracing/evidence/zip.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { bomb, type Files, forgeries, oneFileZip, reseal } from '../support/ledger/forgeries.ts';
import { makeHackDemo, serveHackDemo } from '../support/api/hack-demo.ts';
import { keepStory, recordStory } from '../support/ledger/recorded-story.ts';

const demo = makeHackDemo();
const check = (files: ReadonlyMap<string, Uint8Array>): Finding[] => checkBundle(files, nativeHashing);
const command = join(import.meta.dirname, '../../src/commands/verify-bundle.ts');

/** Runs the command on bytes. */
async function verify(bytes: Uint8Array): Promise<{ code: number; output: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'bundle-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'bundle.zip');
  await writeFile(file, bytes);
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [command, file], (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, output: `${out}${err}` }),
    );
  });
}

describeWithDatabase('An evidence bundle of the hack of the demo', (databases) => {
  test('proves every transfer, and every forgery of it is found', async () => {
    const { api } = await serveHackDemo(await databases.empty(), demo, demo.blocks);
    const ada = await api.someone('ada@example.org');
    const { parties } = await api.as(ada, endpoints.listFlowProfiles, { body: { addresses: [demo.thief] } });
    const points = parties[0]?.party?.profile.risk ?? null;
    const thief = `bitcoin:${demo.thief}`;
    const { steps } = await recordStory(api, ada, demo, (id) => (id === thief ? points : null));
    const params = await keepStory(api, ada, steps);
    const at = api.clock;
    const make = async (body = {}) => {
      api.clock = at;
      const answer = await api.answer(ada, endpoints.bundleFlowDocument, { params, body });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
      return answer.rawPayload;
    };
    const bytes = await make();
    expect((await make()).equals(bytes)).toBe(true);
    const files: Files = readZip(bytes);
    const findings = check(files);
    expect(findings.filter(({ verdict }) => verdict !== 'confirmed')).toEqual([]);
    expect(findings.map(({ text }) => text)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(\d{2,}) of \1 Bitcoin transfers match/)]),
    );
    const output = await verify(bytes);
    expect(output).toMatchObject({ code: 0, output: expect.stringContaining('All checks passed.') });
    // What the log says was handed out is what the file has.
    const { data: trail } = await api.as(ada, endpoints.listAuditLog, {
      params: { id: params.id },
      query: { action: 'flow_document.bundle_made' },
    });
    const [, digest] = /SHA-256 of the file: ([0-9a-f]{64})/.exec(output.output) ?? [];
    expect(trail.entries[0]?.after).toEqual({ sequence: steps.length, sha256: digest });
    // An earlier version holds as well.
    expect(check(readZip(await make({ sequence: 2 }))).every(({ verdict }) => verdict === 'confirmed')).toBe(
      true,
    );

    expect(new Set(forgeries.map(({ name }) => name)).size).toBeGreaterThanOrEqual(20);
    for (const { name, forge, careless, reported } of forgeries) {
      const forged = new Map(files);
      forge(forged);
      if (!careless) reseal(forged);
      const wrong = check(forged).filter(({ verdict }) => verdict === 'wrong');
      expect(
        wrong.some(({ text }) => reported.test(text)),
        `${name}: ${wrong.map(({ text }) => text).join(' ')}`,
      ).toBe(true);
    }
    // Somebody leaves a transaction out and says so: nothing is wrong, and not everything is proven.
    const name = [...files.keys()].find((each) => each.startsWith('transactions/bitcoin/')) ?? '';
    const txid = name.slice('transactions/bitcoin/'.length, -4);
    const honest = new Map(files);
    honest.delete(name);
    const lines = Buffer.from(honest.get('proofs/bitcoin.jsonl') ?? []).toString();
    honest.set('proofs/bitcoin.jsonl', Buffer.from(lines.replace(new RegExp(`.*"txid":"${txid}".*\n`), '')));
    const manifest = Buffer.from(honest.get('manifest.json') ?? []).toString();
    const missing = `"missing":[{"id":"${txid}","what":"transaction","why":"It was lost."}]`;
    honest.set('manifest.json', Buffer.from(manifest.replace('"missing":[]', missing)));
    reseal(honest);
    const undecided = check(honest);
    expect(undecided.filter(({ verdict }) => verdict === 'unproven')).toMatchObject([
      { text: expect.stringMatching(/ is missing\. It was lost\./) },
    ]);

    const first = forgeries[1];
    const forged = new Map(files);
    first?.forge(forged);
    reseal(forged);
    expect(await verify(await packZip(forged))).toMatchObject({
      code: 1,
      output: expect.stringContaining('Do not rely on this bundle'),
    });
    expect(await verify(bytes.subarray(0, bytes.length - 100))).toMatchObject({
      code: 2,
      output: expect.stringContaining('truncated'),
    });
  });

  test('is not given to who may not see the document, nor of what is too large', async () => {
    const { api } = await serveHackDemo(await databases.empty(), demo, demo.blocks.slice(0, 3), {
      keepScripts: false,
    });
    const ada = await api.someone('ada@example.org');
    const grace = await api.someone('grace@example.org');
    const params = await keepStory(api, ada, []);
    await api.enlist(ada, params.id, grace);
    await api.refused(404, grace, endpoints.bundleFlowDocument, { params, body: {} });
    await api.refused(404, ada, endpoints.bundleFlowDocument, { params, body: { sequence: 1 } });
    const node = (address: string) => ({
      kind: 'node' as const,
      id: `bitcoin:${address}`,
      type: 'wallet' as const,
      chain: 'bitcoin' as const,
      address,
      label: '',
      x: 0,
      y: 0,
      color: null,
      traced: false,
      stop: null,
      group: null,
      profile: null,
    });
    const transfer = (number: number) => {
      const transaction = number.toString(16).padStart(64, '0');
      const ends = { from: 'bitcoin:a', to: 'bitcoin:b' };
      return {
        kind: 'connection' as const,
        id: `${transaction}:0|bitcoin:a|bitcoin:b`,
        ...ends,
        amount: '1',
        whole: '1',
        asset: { chain: 'bitcoin' as const, symbol: 'BTC', contract: null, decimals: 8 },
        time: null,
        height: null,
        transaction,
        utxoKey: `${transaction}:0`,
        fee: null,
        color: null,
      };
    };
    const draw = (id: string, from: number, to: number) => ({
      id,
      author: '',
      time: 0,
      title: 'By hand',
      changes: [
        ...['a', 'b'].map((name) => ({ change: 'create' as const, record: node(name) })),
        ...Array.from({ length: to - from }, (_, i) => ({
          change: 'create' as const,
          record: transfer(from + i),
        })),
      ],
    });
    const append = (step: ReturnType<typeof draw>) =>
      api.as(ada, endpoints.appendFlowSteps, { params, body: { base: 0, steps: [step] } });
    await append(draw('one', 0, 3));
    // Drawn by hand, of transactions that no ledger has: said to be missing, each of them.
    const answer = await api.answer(ada, endpoints.bundleFlowDocument, { params, body: {} });
    const findings = check(readZip(answer.rawPayload));
    expect(findings.filter(({ verdict }) => verdict === 'unproven')).toHaveLength(3);
    expect(findings.some(({ verdict }) => verdict === 'wrong')).toBe(false);
    await append(draw('two', 3, 2001));
    expect(await api.refused(409, ada, endpoints.bundleFlowDocument, { params, body: {} })).toMatchObject({
      message: expect.stringContaining('2001 transactions, but a bundle can have at most 2000'),
    });
  });
});

test('zips that are no bundle are refused before anything is made of them', async () => {
  const good = await packZip(new Map([['manifest.json', Buffer.from('{}')]]));
  expect([...readZip(good).keys()]).toEqual(['manifest.json']);
  expect(unzipSync(good)).toEqual({ 'manifest.json': new Uint8Array(Buffer.from('{}')) });
  expect([...readZip(oneFileZip('steps.jsonl', Buffer.from('x'))).keys()]).toEqual(['steps.jsonl']);
  const refused: [Uint8Array, RegExp][] = [
    [bomb(), /does not unpack to/],
    [oneFileZip('steps.jsonl', Buffer.alloc(500_000), 10), /does not unpack to 10 bytes/],
    [oneFileZip('steps.jsonl', Buffer.from('x'), 2 ** 31), /too large for a bundle/],
    [oneFileZip('../../etc/passwd', Buffer.from('x')), /is not a bundle file/],
    [oneFileZip('/manifest.json', Buffer.from('x')), /is not a bundle file/],
    [oneFileZip('transactions/bitcoin/..', Buffer.from('x')), /is not a bundle file/],
    [good.subarray(0, good.length - 1), /truncated/],
    [Buffer.concat([Buffer.from('MZ'), good]), /file list/],
    [Buffer.concat([good, Buffer.from('x')]), /truncated/],
    [Buffer.alloc(0), /truncated/],
  ];
  for (const [bytes, reported] of refused) {
    expect(() => readZip(bytes)).toThrow(reported);
    expect(() => readZip(bytes)).toThrow(ZipError);
  }
  const flipped = Uint8Array.from(good);
  for (let at = 0; at < good.length; at++) {
    flipped[at] = (good[at] ?? 0) ^ 0x10;
    try {
      readZip(flipped);
    } catch (error) {
      expect(error).toBeInstanceOf(ZipError);
    }
    flipped[at] = good[at] ?? 0;
  }
});
