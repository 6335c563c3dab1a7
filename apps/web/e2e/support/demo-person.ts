import { apiBase } from '@hopscope/contract';
import type { Browser } from 'playwright-core';
import { z } from 'zod';
import { until } from '../../../../test/until.ts';
import { enter, type Visitor, visit } from './people.ts';

const session = z.object({
  data: z.object({
    accessToken: z.string(),
    refreshToken: z.string(),
    user: z.looseObject({ _id: z.string() }),
  }),
});
const organizations = z.object({ data: z.object({ organizations: z.array(z.object({ _id: z.string() })) }) });

/** A member of the demo's organization. */
export interface DemoPerson {
  organizationId: string;
  /**
   * Calls the API for the organization. Retries while the person's pages use all allowed concurrent requests; throws on failure.
   */
  ask: (method: string, path: string, body?: object) => Promise<unknown>;
  /** Opens a separate browser context in which the person is signed in. */
  enter: (browser: Browser) => Promise<Visitor>;
}

export async function demoPerson(url: string, role: 'owner' | 'manager'): Promise<DemoPerson> {
  const answer = await fetch(`${url}${apiBase}/auth/demo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ role }),
  });
  const { user, ...tokens } = session.parse(await answer.json()).data;
  const headers: Record<string, string> = { authorization: `Bearer ${tokens.accessToken}` };
  const ask: DemoPerson['ask'] = async (method, path, body) => {
    const asked = await until(`${path} is not refused as one call too many at once`, async () => {
      const answered = await fetch(url + apiBase + path, {
        method,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      return answered.status !== 429 && answered;
    });
    if (!asked.ok) throw new Error(`${path} answered ${asked.status}: ${await asked.text()}`);
    return asked.json();
  };
  const own = organizations.parse(await ask('GET', '/organizations'));
  const organizationId = own.data.organizations[0]?._id ?? '';
  headers['x-organization-id'] = organizationId;
  return {
    organizationId,
    ask,
    async enter(browser) {
      const visitor = await visit(browser, url);
      await enter(visitor.page, url, { ...user, ...tokens });
      return visitor;
    },
  };
}
