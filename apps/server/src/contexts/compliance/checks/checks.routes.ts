import { screeningBatchEndpoints, screeningEndpoints } from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';

const calls = { ...screeningEndpoints, ...screeningBatchEndpoints };

export function screeningRoutes(
  { route, file, download }: Router,
  context: Pick<Context, 'checks' | 'addressChecks' | 'screeningBatches' | 'screeningRules'>,
): void {
  const { checks, addressChecks, screeningBatches, screeningRules } = context;
  route(calls.screenTransfer, async (call) => ({
    data: await checks.screen(call, call.body, call.headers['idempotency-key']),
  }));
  route(calls.getScreeningCheck, async ({ member, params }) => ({
    data: await checks.get(member, params.id),
  }));
  route(calls.listScreeningChecks, ({ member, query }) => checks.list(member, query));
  file(calls.recordScreeningCheck, async ({ member, params }) => {
    const { text, hash } = await checks.record(member, params.id);
    return {
      type: 'application/json',
      bytes: Buffer.from(text, 'utf8'),
      filename: `score-${hash.slice(0, 16)}.json`,
    };
  });
  route(calls.screenAddresses, ({ member, body, signal }) => addressChecks.decide(member, body, signal));
  route(calls.createScreeningBatch, async (call) => {
    const format = call.headers['content-type']?.includes('csv') ? 'csv' : 'ndjson';
    const body = { bytes: call.arriving, key: call.headers['idempotency-key'] };
    return { data: await screeningBatches.create(call, { ...call.query, format }, body) };
  });
  route(calls.listScreeningBatches, ({ member, query }) => screeningBatches.list(member, query));
  route(calls.getScreeningBatch, async ({ member, params }) => ({
    data: await screeningBatches.get(member, params.id),
  }));
  download(calls.readScreeningBatch, async ({ member, params, query, signal }) => {
    const { name, lines } = await screeningBatches.results(member, params.id, query, signal);
    const isCsv = query.format === 'csv';
    return {
      filename: `${name.replaceAll(/[^\w.-]+/g, '-')}-decisions.${isCsv ? 'csv' : 'ndjson'}`,
      type: isCsv ? 'text/csv' : 'application/x-ndjson',
      lines,
    };
  });
  route(calls.deleteScreeningBatch, async (call) => {
    await screeningBatches.remove(call, call.params.id);
    return {};
  });
  route(calls.listScreeningRules, async ({ member }) => ({
    data: await screeningRules.list(member.organizationId),
  }));
  route(calls.draftScreeningRules, async (call) => ({ data: await screeningRules.draft(call, call.body) }));
  route(calls.tryScreeningRules, async ({ member, body }) => ({
    data: await screeningRules.tryDraft(member.organizationId, body),
  }));
  route(calls.activateScreeningRules, async (call) => ({
    data: await screeningRules.activate(call, call.body),
  }));
}
