import {
  activateRiskProfile,
  calculateRisk,
  calculateRisks,
  compareRiskMethods,
  draftRiskProfile,
  getRiskEvaluation,
  getRescoring,
  listRiskHistory,
  listRiskProfiles,
  recordRisk,
  recountRisk,
  tryRiskProfile,
} from '@hopscope/contract';
import type { Context } from '../../context.ts';
import type { Router } from '../../http/router.ts';
import { presentEvaluation } from './scores/evaluation.presenter.ts';

export function riskRoutes(
  { route, file }: Router,
  {
    risk,
    riskProfiles,
    riskHistory,
    rescoring,
  }: Pick<Context, 'risk' | 'riskProfiles' | 'riskHistory' | 'rescoring'>,
): void {
  route(calculateRisk, async (call) => ({
    data: await risk.calculate(call, { body: call.body, height: call.query.height, asOf: call.query.asOf }),
  }));
  route(recountRisk, async (call) => ({
    data: await risk.recount(call, { body: call.body, height: call.query.height, asOf: call.query.asOf }),
  }));
  file(recordRisk, async (call) => {
    const { text, hash } = await risk.record(call, {
      body: call.body,
      height: call.query.height,
      asOf: call.query.asOf,
    });
    return {
      type: 'application/json',
      bytes: Buffer.from(text, 'utf8'),
      filename: `score-${hash.slice(0, 16)}.json`,
    };
  });
  route(calculateRisks, async (call) => ({
    data: await risk.bulk(call, {
      items: call.body.items,
      height: call.query.height,
      asOf: call.query.asOf,
    }),
  }));
  route(compareRiskMethods, async (call) => ({
    data: await risk.methods(call, { body: call.body, height: call.query.height, asOf: call.query.asOf }),
  }));
  route(getRiskEvaluation, async () => ({ data: presentEvaluation() }));
  route(listRiskHistory, async (call) => {
    await riskProfiles.ofCall(call);
    return riskHistory.list(call.asOrganization?.toLowerCase() ?? null, call.query);
  });
  route(getRescoring, async () => ({ data: await rescoring.progress() }));
  route(listRiskProfiles, async ({ member }) => ({ data: await riskProfiles.list(member.organizationId) }));
  route(draftRiskProfile, async (call) => ({ data: await riskProfiles.writeDraft(call, call.body) }));
  route(tryRiskProfile, ({ member, body, signal }) =>
    risk.tryDraft(member.organizationId, { addresses: body.addresses, signal }),
  );
  route(activateRiskProfile, async (call) => ({
    data: await riskProfiles.activate(call, call.body.version),
  }));
}
