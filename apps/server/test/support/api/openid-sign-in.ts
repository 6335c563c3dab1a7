import { expect } from 'vitest';
import { signInAtProvider } from '../servers/openid-provider.ts';
import { opened, type PeopleApi } from './people-api.ts';

export const publicUrl = 'http://localhost:8080';

/** A browser: keeps the one cookie of a sign-in. */
export interface Browser {
  cookie: string;
  authorization: string;
}
export async function begin(api: PeopleApi): Promise<Browser> {
  const answer = await api.ask('/auth/google');
  expect(answer.statusCode).toBe(302);
  const [cookie] = answer.cookies;
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/api/v1/auth' });
  return { cookie: `${cookie?.name}=${cookie?.value}`, authorization: String(answer.headers.location) };
}
export async function comeBack(
  api: PeopleApi,
  back: URL,
  cookie: string | undefined,
): Promise<URLSearchParams> {
  const url = `${back.pathname.replace('/api/v1', '')}${back.search}`;
  const answer = await api.ask(url, cookie === undefined ? {} : { headers: { cookie } });
  expect(answer.statusCode).toBe(302);
  const location = new URL(String(answer.headers.location), publicUrl);
  expect([location.origin, location.pathname]).toEqual([publicUrl, '/auth/callback']);
  return location.searchParams;
}
export const exchange = (api: PeopleApi, ticket: string | null, cookie: string) =>
  api.post('/auth/ticket', { ticket }, { headers: { cookie } });

/** A whole sign-in up to the ticket or the error. */
export async function goThrough(api: PeopleApi, subject: string) {
  const browser = await begin(api);
  const back = await signInAtProvider(browser.authorization, subject);
  return { browser, back, result: await comeBack(api, back, browser.cookie) };
}
export async function signIn(api: PeopleApi, subject: string) {
  const { browser, result } = await goThrough(api, subject);
  return opened(await exchange(api, result.get('token'), browser.cookie));
}
