import { parseAddress, networks } from '@hopscope/chain';
import { expect, it } from 'vitest';
import { randomRuns } from '../../../../test/depth.ts';
import { inTransaction, type SqlDatabase } from '../../src/db/session.ts';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { appendEvent } from '../../src/ledger/shared/events.ts';
import { createChain } from '../support/ledger/chain-builder.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createRandom } from '../support/survival/random.ts';
import { type Arrived, readStream } from '../support/api/stream-client.ts';
import { startStreamServer } from '../support/servers/stream-server.ts';
import { affectedAddresses } from '../support/ledger/affected-addresses.ts';

const { count: disconnects, first: seed } = randomRuns(12);

/** A message without what depends on the moment at which it is made. */
function lasting({ type, data }: Pick<Arrived, 'type' | 'data'>): string {
  const { from, to, address, cause, block } = data;
  return JSON.stringify({ type, from, to, address, cause, block });
}

/**
 * Listens until Ethereum's only event, the last of all. Every connection is broken off after some messages at random, and
 * what is under way is lost. Everything with an id, in the order of arrival, and how often it was broken off.
 */
async function listen(
  base: string,
  options: { token: string; addresses: readonly string[]; seed: number },
): Promise<{ heard: Arrived[]; breaks: number }> {
  const random = createRandom(options.seed);
  const heard: Arrived[] = [];
  let cursor = '0';
  for (let breaks = 0; ; breaks++) {
    const stopAfter = 1 + random.below(5);
    let own = 0;
    const reader = await readStream(base, {
      ...options,
      cursor,
      until: (message) => {
        if (message.id === undefined) return false;
        heard.push(message);
        return ++own >= stopAfter || message.data['blockchain'] === 'ethereum';
      },
    });
    await reader.ended;
    cursor = reader.lastId() ?? cursor;
    if (heard.at(-1)?.data['blockchain'] === 'ethereum') return { heard, breaks };
  }
}

/** Appends blocks in batches of random size, with waiting transactions in between; what all of it says, by event. */
async function live(
  db: SqlDatabase,
  options: { seed: number; blocks: number; followed: (busy: readonly string[]) => readonly string[] },
) {
  const random = createRandom(options.seed);
  const chain = createChain({ seed: options.seed, wallet: 12, maxTxs: 6 });
  chain.extend(options.blocks);
  const touched = affectedAddresses(chain.blocks, 'demo');
  const times = new Map<string, number>();
  for (const own of touched.values()) for (const each of own) times.set(each, (times.get(each) ?? 0) + 1);
  const busy = [...times].toSorted((one, other) => other[1] - one[1]).map(([address]) => address);
  const followed = options.followed(busy);
  const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
  const reported: string[] = [];

  async function blocks(from: number, to: number): Promise<void> {
    await ledger.append('demo', chain.blocks.slice(from, to + 1));
    reported.push(lasting({ type: 'blocks', data: { from, to } }));
    for (const address of followed.toSorted()) {
      const block = [...touched]
        .filter(([at, own]) => at >= from && at <= to && own.has(address))
        .at(-1)?.[0];
      if (block !== undefined)
        reported.push(lasting({ type: 'address', data: { address, cause: 'block', block } }));
    }
  }
  async function waiting(): Promise<void> {
    const address = random.pick(followed);
    const keys = [parseAddress(address, networks.demo).key];
    await inTransaction(db, 'read write', (session) =>
      appendEvent(session, { kind: 'unconfirmed', blockchain: 'bitcoin', keys }),
    );
    reported.push(lasting({ type: 'address', data: { address, cause: 'unconfirmed', block: null } }));
  }

  return {
    followed,
    reported,
    async run(): Promise<void> {
      for (let next = 0; next < chain.blocks.length; ) {
        if (next > 0 && random.chance(0.2)) {
          await waiting();
          continue;
        }
        const to = Math.min(chain.blocks.length - 1, next + random.below(3));
        await blocks(next, to);
        next = to + 1;
      }
    },
  };
}

describeWithDatabase('a client whose connection breaks again and again', (databases) => {
  it(`hears everything once and in order (${disconnects} times, seed ${seed})`, async () => {
    const db = await databases.empty();
    const story = await live(db, {
      seed,
      blocks: Math.max(20, disconnects * 2),
      followed: (busy) => busy.slice(0, 6),
    });
    const server = await startStreamServer(db);
    const running = story.run();
    // Addresses are read as those of the ledger's network, which its first block decides.
    await expect.poll(() => story.reported.length).toBeGreaterThan(0);
    const listening = [1, 2].map((each) =>
      listen(server.base, {
        token: server.token,
        addresses: story.followed,
        seed: seed * 10 + each,
      }),
    );
    await running;
    await inTransaction(db, 'read write', (session) =>
      appendEvent(session, { kind: 'blocks', blockchain: 'ethereum', from: 0, to: 0 }),
    );
    const expected = [...story.reported, lasting({ type: 'blocks', data: { from: 0, to: 0 } })];
    for (const { heard, breaks } of await Promise.all(listening)) {
      expect(heard.map(lasting)).toEqual(expected);
      expect(breaks).toBeGreaterThanOrEqual(disconnects);
    }
  });
});
