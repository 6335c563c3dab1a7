import { apiBase } from '@hopscope/contract';
import { z } from 'zod';
import { password } from './people.ts';

const session = z.looseObject({ accessToken: z.string(), refreshToken: z.string() });
export type Account = z.infer<typeof session>;
const signedUp = z.object({ data: z.object({ user: session }) });
const organization = z.object({ data: z.object({ settings: z.object({ inviteCode: z.string() }) }) });

async function post(url: string, path: string, token: string | undefined, body: object): Promise<unknown> {
  const answer = await fetch(url + apiBase + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}

/** Creates an account without a page, for tests of other subjects. */
export async function signUp(
  url: string,
  account: { name: string; email: string; setupToken?: string },
): Promise<Account> {
  const body = { ...account, surname: 'Example', password };
  return signedUp.parse(await post(url, '/auth/signup', undefined, body)).data.user;
}

/** Creates an organization of that person; returns its invite code. */
export async function foundOrganization(
  url: string,
  { accessToken }: Account,
  name: string,
): Promise<string> {
  const made = await post(url, '/organizations', accessToken, { name });
  return organization.parse(made).data.settings.inviteCode;
}

export async function join(url: string, { accessToken }: Account, code: string): Promise<void> {
  await post(url, '/organizations/join', accessToken, { code });
}
