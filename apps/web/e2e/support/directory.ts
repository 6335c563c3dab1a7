import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiBase } from '@hopscope/contract';
import { z } from 'zod';
import { until } from '../../../../test/until.ts';
import type { Account } from './calls.ts';

/** Writes lists by file name to the folder for lists. */
export function writeLists(dataDir: string, lists: Readonly<Record<string, readonly object[]>>): void {
  const folder = join(dataDir, 'directory');
  mkdirSync(folder, { recursive: true });
  for (const [name, rows] of Object.entries(lists)) {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(rows));
  }
}

/** Calls the API as a person; throws unless it succeeds. */
export async function call(
  url: string,
  { accessToken }: Account,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const answer = await fetch(url + apiBase + path, {
    method,
    headers: {
      authorization: `Bearer ${accessToken}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}

const job = z.object({
  _id: z.string(),
  state: z.string(),
  steps: z.array(z.object({ error: z.string().nullable() })),
});
const oneJob = z.object({ data: job });
const someJobs = z.object({ data: z.array(job) });

/** Waits until no job runs: an empty directory is filled after the start. */
async function untilIdle(url: string, operator: Account): Promise<void> {
  await until('no job of the directory runs', async () => {
    const { data } = someJobs.parse(await call(url, operator, 'GET', '/sot/jobs'));
    return data.every(({ state }) => state !== 'running');
  });
}

/** Registers lists of the folder in the operator's directory; earlier ones rank higher. */
export async function nameLists(url: string, operator: Account, names: readonly string[]): Promise<void> {
  for (const [place, name] of names.entries()) {
    await call(url, operator, 'PUT', `/sot/feeds/${name}`, {
      name: `List ${name}`,
      importer: 'own-list',
      location: `${name}.json`,
      license: 'CC0-1.0',
      acknowledgment: null,
      rank: 10 + place,
      enabled: true,
    });
  }
}

/** Imports these lists into the directory. */
export async function loadLists(url: string, operator: Account, names: readonly string[]): Promise<void> {
  await nameLists(url, operator, names);
  await untilIdle(url, operator);
  const begun = oneJob.parse(await call(url, operator, 'POST', '/sot/jobs', { feeds: [...names] }));
  const data = await until('the lists are loaded', async () => {
    const now = oneJob.parse(await call(url, operator, 'GET', `/sot/jobs/${begun.data._id}`)).data;
    return now.state !== 'running' && now;
  });
  if (data.state !== 'succeeded') throw new Error(`the lists were not loaded: ${JSON.stringify(data.steps)}`);
}

/** Makes a person an editor of the directory. */
export async function makeEditor(url: string, operator: Account, email: string): Promise<void> {
  await call(url, operator, 'PUT', '/sot/editors', { email });
}

/** Follows the link that verifies an email address. */
export async function verifyEmail(url: string, link: string): Promise<void> {
  const token = new URL(link).searchParams.get('token');
  await call(url, { accessToken: '', refreshToken: '' }, 'POST', '/auth/verify-email', { token });
}
