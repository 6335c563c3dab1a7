import { endpoints } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { isIntact } from '../../src/contexts/risk/reports/seal-report.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { addressOf, buildRiskStory } from '../support/api/risk-story.ts';

describeWithDatabase('A risk report', (databases) => {
  //
  test('says what the score says, is recognized by its hash, has a PDF, and names nobody who is hidden', async () => {
    const { api, ada, score, label } = await buildRiskStory(await databases.empty());
    const ask = async (name: string) =>
      (await api.as(ada, endpoints.makeReport, { body: { address: addressOf(name) } })).data;
    const answer = await score('heir');
    const report = await ask('heir');
    expect(isIntact(report)).toBe(true);
    expect(isIntact({ ...report, address: addressOf('far') })).toBe(false);
    expect(report).toMatchObject({
      address: addressOf('heir'),
      network: 'demo',
      fictional: false,
      owner: null,
      price: null,
      score: { state: 'scored', level: 'high', overall: Math.round((answer.overallRisk ?? 0) * 1e6) },
      versions: { ledger: { height: answer.basis.height, hash: answer.basis.blockHash } },
    });
    const sum = report.factors.reduce((all, { contribution }) => all + contribution, 0);
    expect(sum).toBe(report.score.overall);
    const groups = report.score.groups.reduce((all, { weighted, raised }) => all + weighted + raised, 0);
    expect(groups).toBe(report.score.overall);
    expect(report.factors[0]?.labels[0]).toMatchObject({ entity: 'Thief', source: 'Co-spend cluster' });
    for (const { total, known, unknown, notWalked } of report.coverage) {
      expect(known + unknown + notWalked).toBe(BigInt(total) === 0n ? 0 : 1_000_000);
    }
    expect(await ask('exchange')).toMatchObject({
      owner: { name: 'Bourse', type: 'exchange', labels: [{ source: 'Source of exchange' }] },
      sources: [{ name: 'Source of exchange', license: 'CC0-1.0' }],
    });
    expect((await ask('nobody')).score).toMatchObject({ state: 'nothing_known', overall: null });

    const pdf = await api.ask('/report/pdf', {
      method: 'POST',
      token: ada.accessToken,
      payload: { address: addressOf('heir') },
    });
    expect(pdf.statusCode).toBe(200);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    expect(pdf.headers['content-disposition']).toMatch(
      /^attachment; filename="risk-report-\w+-[\d-]+\.pdf"$/,
    );
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');

    await label('near', { proper_name: 'Unspeakable Site', entity_type: 'csam' });
    for (const name of ['customer', 'near']) {
      const text = JSON.stringify(await ask(name));
      expect(text).not.toMatch(/Unspeakable|of near/);
      expect(text).toContain('CSAM Related Entity');
    }
    await api.refused(400, ada, endpoints.makeReport, { body: { address: 'nonsense' } });
  });
});
