import { allOf, apply, checkBundle, emptyDocument, queryStep } from '@hopscope/canvas';
import {
  type AutoTraceLine,
  autoTraceLine,
  endpoints,
  type FlowPathLine,
  flowPathLine,
} from '@hopscope/contract';
import { expect, test } from 'vitest';
import { demoItems } from '../../src/demo/demo-directory.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { readZip } from '../../src/contexts/tracing/evidence/zip.ts';
import { problemOf } from '../support/api/api-client.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { makeDemo, storeDemo } from '../support/ledger/demo-hack.ts';
import { type Files, more, redraw, reseal } from '../support/ledger/forgeries.ts';
import { keepStory } from '../support/ledger/recorded-story.ts';

describeWithDatabase('An evidence bundle over both chains', (databases) => {
  test('proves crossings by both of their sides, and swaps by receipts; forgeries are found', async () => {
    const demo = makeDemo();
    const db = await databases.empty();
    await storeDemo(db, demo);
    const api = await createDirectoryApi(db);
    const ada = await api.someone('ada@example.org');
    const known = demo.perfect.map((attribution) => ({ ...attribution, due: 0 }));
    await api.sync('truth', [...demoItems(known, 1)], 900);
    const question = {
      starts: [{ address: demo.thief, transactions: [demo.theft] }],
      blockchain: 'bitcoin' as const,
      nodes: 2000,
      minShare: 0,
    };
    const answer = await api.answer(ada, endpoints.autoTrace, { body: question });
    const lines = answer.body
      .trimEnd()
      .split('\n')
      .map((line): AutoTraceLine => autoTraceLine.parse(JSON.parse(line)));
    const [first] = lines;
    if (first?.line !== 'begin') throw new Error(answer.body.slice(0, 500));
    expect(first.basis.other).toMatchObject({ blockchain: 'ethereum' });
    const transfers = lines.flatMap((line) =>
      line.line === 'transfers' ? line.transfers.map(({ transfer }) => transfer) : [],
    );
    const drawn = {
      transfers,
      parties: lines.flatMap((line) => (line.line === 'parties' ? line.parties : [])),
      stops: lines.flatMap((line) => (line.line === 'stops' ? line.stops : [])),
      conversions: lines.flatMap((line) =>
        line.line === 'hops' ? line.hops.flatMap(({ record }) => record ?? []) : [],
      ),
    };
    const stamp = { id: 'one', author: ada.id, time: 0 };
    const about = { query: { kind: 'auto' as const, question }, answer: drawn, basis: first.basis };
    const step = queryStep(emptyDocument, about, stamp);
    const { document } = apply(emptyDocument, step);
    const conversions = allOf(document, 'conversion');
    const crossing = conversions.find((one) => one.crossing);
    const isToken = (one: (typeof conversions)[number]) => !one.crossing && one.got.asset.contract !== null;
    const swap = conversions.find(isToken);
    if (!crossing || !swap) throw new Error('Nothing crossed, or nothing was swapped');
    const { params, replay } = await keepAndReplay();
    expect(replay).toMatchObject({ equal: true, same: 1, differs: 0, impossible: 0 });

    async function keepAndReplay() {
      const own = await keepStory(api, ada, [step]);
      const answered = await api.answer(ada, endpoints.replayFlowDocument, { params: own, body: {} });
      return { params: own, replay: JSON.parse(answered.body.trimEnd().split('\n').at(-1) ?? '') as object };
    }

    const bundle = await api.answer(ada, endpoints.bundleFlowDocument, { params, body: {} });
    const files: Files = readZip(bundle.rawPayload);
    const check = (some: Files, verdict: string): string[] =>
      checkBundle(some, nativeHashing).flatMap((one) => (one.verdict === verdict ? [one.text] : []));
    expect(check(files, 'wrong')).toEqual([]);
    // Ether that a contract paid back is in no block: the bundle says so.
    const provable = conversions.filter((one) => one.crossing || isToken(one));
    expect(provable.length).toBeLessThan(conversions.length);
    expect(check(files, 'unproven').filter((text) => text.startsWith('Conversion '))).toHaveLength(
      conversions.length - provable.length,
    );
    expect(check(files, 'confirmed')).toContainEqual(
      `${provable.length} of ${conversions.length} conversions match their transactions.`,
    );

    // A path goes over the bridge, too, to where the thief has bought tokens.
    const last = swap.to.slice('ethereum:'.length);
    const ask = async (options: object) => {
      const body = { from: demo.thief, to: last, ...options };
      const text = (await api.answer(ada, endpoints.findFlowPath, { body })).body.trimEnd();
      const read = text.split('\n').map((line): FlowPathLine => flowPathLine.parse(JSON.parse(line)));
      const begin = read[0]?.line === 'begin' ? read[0].basis : undefined;
      return {
        lines: read,
        basis: begin,
        path: read.flatMap((line) => (line.line === 'path' ? [line.path] : [])),
      };
    };
    for (const mode of ['shortest', 'largest']) {
      const found = await ask({ mode });
      const [path] = found.path;
      if (!path || !found.basis) throw new Error(JSON.stringify(found.lines.at(-1)));
      expect(found.basis.other).toMatchObject({ blockchain: 'ethereum' });
      expect(path.conversions.filter((one) => one.crossing)).toHaveLength(1);
      const parts = new Map<string, { time: number | null; from: string; to: string }>([
        ...path.transfers.map((one) => [one.id, one] as const),
        ...path.conversions.map(({ id, from, to, gave }) => [id, { from, to, time: gave.time }] as const),
      ]);
      const steps = path.steps.flatMap((id) => parts.get(id) ?? []);
      expect(steps).toHaveLength(path.steps.length);
      expect(steps[0]?.from).toBe(`bitcoin:${demo.thief}`);
      expect(steps.at(-1)?.to).toBe(`ethereum:${last}`);
      steps.forEach(({ from, time }, i) => {
        if (i > 0) expect([from, (time ?? 0) >= (steps[i - 1]?.time ?? 0)]).toEqual([steps[i - 1]?.to, true]);
      });
      expect(BigInt(path.width)).toBeGreaterThan(0n);
      expect(path.widthAsset.chain).toBe('ethereum');
      // Drawn and stored, it is found again at its basis.
      const answered = {
        transfers: path.transfers,
        conversions: path.conversions,
        parties: found.lines.flatMap((line) => (line.line === 'parties' ? line.parties : [])),
      };
      const query = { kind: 'path' as const, question: { from: demo.thief, to: last, mode } };
      const one = queryStep(emptyDocument, { query, answer: answered, basis: found.basis }, stamp);
      const own = await keepStory(api, ada, [one]);
      const again = await api.answer(ada, endpoints.replayFlowDocument, { params: own, body: {} });
      expect(JSON.parse(again.body.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
        equal: true,
        same: 1,
      });
    }
    const apart = { from: demo.thief, to: last, crossings: false };
    problemOf(await api.answer(ada, endpoints.findFlowPath, { body: apart }), 400);

    const other = conversions.find((one) => one.crossing && one.id !== crossing.id);
    const side = (name: 'gave' | 'got', fields: object) => (record: Record<string, unknown>) => ({
      [name]: { ...(record[name] as object), ...fields },
    });
    const forgeries: readonly [string, (record: Record<string, unknown>) => object, RegExp][] = [
      [crossing.id, side('gave', { amount: more(crossing.gave.amount) }), /its output is/],
      [crossing.id, side('got', { amount: more(crossing.got.amount) }), /its payout is/],
      [crossing.id, side('gave', { time: 1 }), /block or time of its deposit/],
      [crossing.id, side('got', { height: 1 }), /block or time of its payout/],
      [crossing.id, side('got', { asset: swap.got.asset }), /of another asset/],
      [crossing.id, side('got', { transaction: other?.got.transaction }), /does not name its deposit/],
      [crossing.id, side('gave', { transaction: other?.gave.transaction }), /does not name its deposit/],
      [crossing.id, () => ({ to: swap.to }), /another recipient/],
      [crossing.id, () => ({ from: swap.to }), /did not receive that output/],
      [
        crossing.id,
        ({ crossing: stated }) => ({ crossing: { ...(stated as object), proof: 'agreed' } }),
        /its proof differs/,
      ],
      [
        crossing.id,
        ({ crossing: stated }) => ({ crossing: { ...(stated as object), protocol: 'Another bridge' } }),
        /does not name its deposit/,
      ],
      [swap.id, side('got', { amount: more(swap.got.amount) }), /cannot be proven from a block/],
      [swap.id, side('gave', { amount: more(swap.gave.amount) }), /cannot be proven from a block/],
      [swap.id, () => ({ basis: 'shared' }), /cannot be proven from a block/],
      [swap.id, side('got', { time: 1 }), /its block or time differs/],
    ];
    for (const [id, forge, found] of forgeries) {
      const forged = new Map(files);
      redraw(forged, (record) => {
        if (record['id'] === id) Object.assign(record, forge(record));
      });
      reseal(forged);
      const wrong = check(forged, 'wrong');
      expect(
        wrong.some((text) => found.test(text)),
        `${String(found)}: ${wrong.slice(0, 5).join(' ')}`,
      ).toBe(true);
    }
  });
});
