import { apiBase } from '@hopscope/contract';
import { z } from 'zod';
import { until } from '../../../../test/until.ts';
import { type Account, foundOrganization, join, signUp } from '../support/calls.ts';
import { call } from '../support/directory.ts';
import { type Visitor, enter, visit } from '../support/people.ts';
import { wholeHistory } from '../support/whole-history.ts';
import type { DemoNetwork } from './network.ts';

const place = z.object({ role: z.string(), value: z.string() });
const stories = z.object({
  data: z.object({ stories: z.array(z.object({ id: z.string(), places: z.array(place) })) }),
});
const organizations = z.object({
  data: z.object({ organizations: z.array(z.object({ _id: z.string() })) }),
});
const response = z.object({
  data: z.object({ transactions: z.array(z.object({ screening: z.string() })) }),
  total: z.number(),
});
const monitored = z.object({
  data: z.array(z.object({ past: z.object({ done: z.boolean() }).nullable() })),
});

/** Two members of an organization that monitors the demo's customers, whose past transactions have been screened. */
export interface OpenScreener {
  visitor: Visitor;
  /** Makes a call for the organization. */
  ask: (method: string, path: string, body?: object) => Promise<unknown>;
  /** Makes a call as its team member. */
  askAsGrace: OpenScreener['ask'];
  organizationId: string;
  /** Number of transactions that wait for a reviewer. */
  total: number;
  /** Monitors another address of the stories, with its past transactions. */
  monitorAnother: () => Promise<unknown>;
}

function asker(url: string, { accessToken }: Account, organizationId: string): OpenScreener['ask'] {
  return async (method, path, body) => {
    const answer = await fetch(url + apiBase + path, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        'x-organization-id': organizationId,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
}

/** Waits for the whole history and its stories: past transactions of an address are screened once. */
async function placesOfStories(url: string, account: Account): Promise<z.infer<typeof place>[]> {
  return until('the demo has its history and six stories', async () => {
    const { success: isHealthy } = wholeHistory.safeParse(await call(url, account, 'GET', '/health'));
    const { data } = stories.parse(await call(url, account, 'GET', '/demo/stories'));
    return isHealthy && data.stories.length === 6 && data.stories.flatMap(({ places }) => places);
  });
}

/** Waits until all monitored addresses have been screened; returns the number of transactions. */
async function screened(ask: OpenScreener['ask']): Promise<number> {
  return until('all that is monitored has been screened', async () => {
    const { data: entries } = monitored.parse(await ask('GET', '/compliance/monitored-addresses'));
    const list = await ask('GET', '/compliance/transactions?status=UNASSIGNED&limit=100');
    const { data, total } = response.parse(list);
    const waits = data.transactions.some(({ screening }) => screening === 'pending');
    return total > 20 && !waits && entries.every(({ past }) => past?.done) && total;
  });
}

export async function openScreener({ server: { url }, browser }: DemoNetwork): Promise<OpenScreener> {
  const ada = await signUp(url, { name: 'Ada', email: 'ada.screener@example.org' });
  const grace = await signUp(url, { name: 'Grace', email: 'grace.screener@example.org' });
  await join(url, grace, await foundOrganization(url, ada, 'Harbour Screening'));
  const ours = organizations.parse(await call(url, ada, 'GET', '/organizations'));
  const organizationId = ours.data.organizations[0]?._id ?? '';
  const ask = asker(url, ada, organizationId);
  // Approvals need no reason here: nothing reaches the threshold.
  await ask('PATCH', `/organizations/${organizationId}`, { settings: { riskScoreThreshold: 100 } });
  const monitor = (address: string, clientId: string) =>
    ask('POST', '/compliance/monitored-addresses', { address, clientId, pastFrom: '2020-01-01T00:00:00Z' });

  const places = await placesOfStories(url, ada);
  const customers = places.filter(({ role }) => role === 'customer');
  for (const [i, { value }] of customers.entries()) await monitor(value, `AC-${i + 1}`);
  const total = await screened(ask);
  const visitor = await visit(browser, url);
  await enter(visitor.page, url, ada);
  const another = places.find(({ role }) => role === 'collector')?.value ?? '';
  return {
    visitor,
    ask,
    askAsGrace: asker(url, grace, organizationId),
    organizationId,
    total,
    monitorAnother: () => monitor(another, 'AC-9'),
  };
}
