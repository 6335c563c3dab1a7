import { apiKeyEndpoints as calls } from '@hopscope/contract';
import type { Context } from '../../../context.ts';
import type { Router } from '../../../http/router.ts';

export function apiKeyRoutes(
  { route }: Router,
  { apiKeys, keyUse }: Pick<Context, 'apiKeys' | 'keyUse'>,
): void {
  route(calls.listApiKeys, async ({ member }) => ({ data: await apiKeys.list(member) }));
  route(calls.createApiKey, (call) => apiKeys.create(call, call.body));
  route(calls.changeApiKey, async (call) => ({
    data: await apiKeys.change(call, call.params.keyId, call.body),
  }));
  route(calls.rotateApiKey, (call) => apiKeys.rotate(call, call.params.keyId, call.body));
  route(calls.revokeApiKey, async (call) => ({ data: await apiKeys.revoke(call, call.params.keyId) }));
  route(calls.getApiUsage, async ({ member, query }) => ({ data: await keyUse.usage(member, query) }));
}
