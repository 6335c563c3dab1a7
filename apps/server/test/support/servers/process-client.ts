import { apiBase } from '@hopscope/contract';
import { z } from 'zod';
import { password } from '../api/api-client.ts';
import type { ServerProcess } from './server-processes.ts';

const signedIn = z.looseObject({ data: z.looseObject({ accessToken: z.string() }) });
const founded = z.looseObject({ data: z.looseObject({ _id: z.string() }) });

export interface ProcessClient {
  readonly token: string;
  readonly organization: string;
  /** Calls one of the processes; returns status and body. */
  ask(
    process: ServerProcess,
    path: string,
    more?: { method?: string; body?: object; token?: string },
  ): Promise<{ status: number; body: unknown }>;
}

/** Makes the operator with the setup link of `process`, and founds an organization. */
export async function createProcessClient(
  process: ServerProcess,
  setupToken: string | undefined,
): Promise<ProcessClient> {
  let token = '';
  let organization = '';
  const ask: ProcessClient['ask'] = async (at, path, { method = 'GET', body, token: own = token } = {}) => {
    const answer = await fetch(`${at.url}${apiBase}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${own}`,
        ...(organization !== '' && { 'x-organization-id': organization }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const person = { name: 'Ada', surname: 'Tester', email: 'ada@example.org', password, setupToken };
  const signup = await ask(process, '/auth/signup', { method: 'POST', body: person });
  const login = { email: person.email, password };
  token = signedIn.parse((await ask(process, '/auth/login', { method: 'POST', body: login })).body).data
    .accessToken;
  if (signup.status !== 201) throw new Error(`Not signed up: ${JSON.stringify(signup)}`);
  const made = await ask(process, '/organizations', {
    method: 'POST',
    body: { name: 'Harbor', email: 'harbor@example.org' },
  });
  organization = founded.parse(made.body).data._id;
  return { ask, token, organization };
}
