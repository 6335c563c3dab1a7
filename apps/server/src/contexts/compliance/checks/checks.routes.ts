import { screeningEndpoints as calls } from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';

export function screeningRoutes(
  { route, file }: Router,
  { checks, addressChecks, screeningRules }: Pick<Context, 'checks' | 'addressChecks' | 'screeningRules'>,
): void {
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
