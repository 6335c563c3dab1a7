import { type DemoPlace, getDemoStories } from '@hopscope/contract';
import type { Client } from './client.ts';

/** A demo takes less than a minute. */
const longestDemoMs = 10 * 60_000;

/** Places of the stories, once the demo has all six. Throws if it doesn't have them in time. */
export async function placesOf(client: Client): Promise<DemoPlace[]> {
  for (const begun = performance.now(); performance.now() - begun < longestDemoMs; ) {
    const found = getDemoStories.response.safeParse(await client.ask('GET', getDemoStories.path));
    const stories = found.success ? found.data.data.stories : [];
    const places = stories.flatMap((story) => story.places);
    const isComplete = stories.length > 0 && stories.every((story) => story.places.length > 0);
    if (isComplete && places.some(({ kind }) => kind === 'transaction')) return places;
    await pause(2000);
  }
  throw new Error('The demo is not complete after ten minutes');
}

const renewMs = 5 * 60_000;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const between = (least: number, most: number): number => least + Math.random() * (most - least);

function pick<T>(items: readonly T[]): T {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}

/** A person at work: looks at pages of the explorer, scores, and lists, a few seconds for each. */
export async function visit(
  client: Client,
  { places, signal }: { places: readonly DemoPlace[]; signal: AbortSignal },
): Promise<void> {
  const addresses = places.filter(({ kind }) => kind === 'address');
  const transactions = places.filter(({ kind }) => kind === 'transaction');
  const live = client.listen('/stream', signal);
  await pause(between(0, 5000));
  let renewedAt = performance.now();
  while (!signal.aborted) {
    if (performance.now() - renewedAt > renewMs) {
      await client.renew();
      renewedAt = performance.now();
    }
    const address = pick(addresses);
    const chain = `blockchain=${address.blockchain}`;
    await pick([
      async () => {
        await client.ask('GET', `/blockchain/status?${chain}`);
        await client.ask('GET', `/blockchain/unconfirmed?${chain}`);
      },
      async () => {
        await client.ask('GET', `/blockchain/address/${address.value}?${chain}`);
        await client.ask('GET', `/blockchain/address/${address.value}/transactions?${chain}`);
      },
      async () => {
        const { value, blockchain } = pick(transactions);
        await client.ask('GET', `/blockchain/transaction/${value}?blockchain=${blockchain}`);
      },
      () =>
        client.ask('POST', '/risk-scoring/calculate', {
          identifier: address.value,
          blockchain: address.blockchain,
        }),
      () => client.ask('GET', '/compliance/transactions?limit=50'),
      () => client.ask('GET', '/compliance/transactions/counts'),
      () => client.ask('GET', '/compliance/cases?limit=20'),
      () => client.ask('GET', '/alerts?limit=20'),
    ])();
    await pause(between(2000, 8000));
  }
  await live;
}

/** A program that screens withdrawals and addresses. */
export async function screen(
  client: Client,
  { places, signal }: { places: readonly DemoPlace[]; signal: AbortSignal },
): Promise<void> {
  const addresses = places.filter(({ kind }) => kind === 'address');
  await pause(between(0, 5000));
  while (!signal.aborted) {
    const { value: to, blockchain } = pick(addresses);
    await client.ask('POST', '/screening/transfers', {
      blockchain,
      amount: String(Math.floor(between(1, 1e9))),
      direction: 'out',
      to,
      client: { id: `client-${Math.floor(between(1, 1000))}` },
    });
    await client.ask('POST', '/screening/addresses', { addresses: [{ address: to, blockchain }] });
    await pause(between(500, 2000));
  }
}
