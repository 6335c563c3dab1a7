import { type Endpoint, endpoints, type KeyScope, keyScopes } from '@hopscope/contract';
import type { Someone, TeamsApi } from './teams-api.ts';

/** API keys: with all scopes, with all but the one that the call needs, and of another organization. */
export const keyPersonas = [
  'key of the owner',
  'key without the scope',
  'key of another organization',
] as const;

/** Creates the keys; returns the header `Authorization` of a persona for a call, undefined for those without a key. */
export async function createKeys(
  api: TeamsApi,
  inside: { who: Someone; id: string },
): Promise<(persona: string, declaration: Endpoint) => string | undefined> {
  const create = async ({ who, id }: typeof inside, scopes: KeyScope[]): Promise<string> => {
    const body = { name: 'Program', scopes };
    return (await api.as(who, endpoints.createApiKey, { params: { id }, body })).secret;
  };
  const all = [...keyScopes];
  const full = await create(inside, all);
  const stranger = await api.someone('programmer@example.org');
  const other = await api.found(stranger, 'Other');
  await api.assign(other, 'team');
  const foreign = await create({ who: stranger, id: other }, all);
  const without = new Map<KeyScope | undefined, string>([[undefined, full]]);
  for (const scope of all) {
    without.set(
      scope,
      await create(
        inside,
        all.filter((each) => each !== scope),
      ),
    );
  }
  return (persona, { scope }) => {
    const secrets = new Map<string, string>([
      ['key of the owner', full],
      ['key without the scope', without.get(scope) ?? full],
      ['key of another organization', foreign],
    ]);
    const secret = secrets.get(persona);
    return secret && `Bearer ${secret}`;
  };
}
