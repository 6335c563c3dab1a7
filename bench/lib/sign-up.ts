import { signup } from '@hopscope/contract';
import { pathOf } from './api-paths.ts';
import { requestJson } from './request-json.ts';

/** Creates an account and returns its access token. */
export async function signUp(url: string, email: string): Promise<string> {
  const body = { name: 'Bench', surname: 'Mark', email, password: 'a password of the bench' };
  const answer = signup.response.parse(await requestJson(url, { path: pathOf(signup), body }));
  return answer.data.user.accessToken;
}
