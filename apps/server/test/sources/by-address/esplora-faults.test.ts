import { networks } from '@hopscope/chain';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { randomRuns } from '../../../../../test/depth.ts';
import type { SqlDatabase } from '../../../src/db/session.ts';
import { createChain, type TestChain } from '../../support/ledger/chain-builder.ts';
import { describeWithDatabase } from '../../support/databases.ts';
import { startEsplora } from '../../support/sources/esplora-server.ts';
import {
  addressesOf,
  expectSameAddress,
  ledgerOf,
  openEsplora,
  tipOf,
  untilStored,
} from '../../support/sources/esplora-world.ts';
import { openFaultProxy } from '../../support/survival/fault-proxy.ts';
import { makeRuns, meetFault } from '../../support/survival/fault-runs.ts';
import {
  between,
  damagedAnswers,
  httpFaults,
  type NamedFault,
  oldAnswers,
} from '../../support/survival/named-faults.ts';
import { createRandom, type Random } from '../../support/survival/random.ts';

const runs = randomRuns(1);
const network = 'regtest';
const transaction = z.looseObject({
  version: z.number(),
  locktime: z.number(),
  vin: z.array(z.looseObject({ sequence: z.number() })),
  vout: z.array(z.looseObject({ value: z.number(), scriptpubkey: z.string() })),
});

/** Another transaction in the place of one, as far as its id goes. */
function falsify(reported: unknown, random: Random): unknown {
  const tx = transaction.parse(reported);
  const [input] = tx.vin;
  const output = random.pick(tx.vout);
  random.pick([
    () => (tx.version ^= 1),
    () => (tx.locktime ^= 1),
    () => (output.value += 1),
    () => (output.scriptpubkey += '00'),
    () => input && (input.sequence ^= 1),
  ])();
  return tx;
}

/** Changes the JSON that is told at some paths. */
const instead = (path: RegExp, change: (reported: unknown) => unknown): ReturnType<NamedFault['make']> => ({
  spares: (request) => !path.test(request.path),
  answer: (answer) => ({
    ...answer,
    body: Buffer.from(JSON.stringify(change(JSON.parse(answer.body.toString())))),
  }),
});
const proof = z.looseObject({ merkle: z.array(z.string()) });

const faults: readonly NamedFault[] = [
  ...httpFaults,
  damagedAnswers,
  oldAnswers,
  {
    name: 'answers 404',
    make: () => ({ request: (response) => response.writeHead(404).end('no').writableEnded }),
    says: /HTTP 404/,
  },
  {
    name: 'tells other transactions',
    make: (random) => instead(/^\/tx\/[0-9a-f]{64}$/, (reported) => falsify(reported, random)),
    says: /different transaction/,
  },
  {
    name: 'proves nothing',
    make: () =>
      instead(/merkle-proof$/, (reported) => {
        const { merkle, ...rest } = proof.parse(reported);
        return { ...rest, merkle: [...merkle, 'ab'.repeat(32)] };
      }),
    says: /proof of a transaction in block \d+ is invalid/,
  },
  {
    name: 'tells other headers',
    make: (random) => ({
      spares: ({ path }) => !path.endsWith('/header'),
      answer: (answer) => {
        const at = random.below(160);
        const digits = answer.body.toString();
        const other = digits[at] === '0' ? '1' : '0';
        return { ...answer, body: Buffer.from(digits.slice(0, at) + other + digits.slice(at + 1)) };
      },
    }),
    says: /header of a different block/,
  },
];

/** One run: a service that grows, reorganizes and fails in every way, and a source that is asked for addresses meanwhile. */
async function disturb(
  [db, first, full]: readonly [SqlDatabase, SqlDatabase, SqlDatabase],
  seed: number,
  occurred: (fault: NamedFault) => void,
): Promise<void> {
  const random = createRandom(seed);
  let chain: TestChain = createChain({ seed, network, maxTxs: 6, wallet: 5 });
  chain.extend(8 + random.below(12));
  const foreign = createChain({ seed });
  foreign.extend(chain.blocks.length + random.below(20) - 10);
  const server = await startEsplora(network, chain.blocks);
  const other = await startEsplora('demo', foreign.blocks);
  const proxy = await openFaultProxy(server.url);
  const asked = (await addressesOf(await ledgerOf(first, chain), network)).slice(0, 3);

  const begin = () => {
    const { source, failures } = openEsplora(db, proxy.url, { network, timeoutMs: 250 });
    return { ...source, failures };
  };
  type Source = ReturnType<typeof begin>;
  const change = (): void => {
    const depth = random.chance(0.4) ? 0 : Math.min(chain.blocks.length - 2, 1 + random.below(4));
    chain = chain.fork(chain.blocks.length - 1 - depth, random.below(2 ** 31));
    chain.extend(depth + 1 + random.below(3));
    server.setBlocks(chain.blocks);
  };
  const ask = (source: Source): void => {
    for (const { key, text } of asked) void source.fetchAddress(key, text);
    // A transaction that was never asked for, and so is not proven.
    const newest = chain.blocks.at(-1)?.block.transactions[0];
    if (newest) void source.fetchTransaction(newest.txid);
  };
  const caughtUp = async (source: Source): Promise<void> => {
    // What a service told before its newest block is looked at again with the next one.
    change();
    for (const { key } of asked) await untilStored(db, key, tipOf(chain), () => ask(source));
  };

  const foreigner: NamedFault = {
    name: 'is on another network',
    make: () => ({ target: other.url }),
    says: /first block is another one/,
    ends: true,
  };
  const changing = between('reorganizes between answers', async () => change());
  let source = begin();
  try {
    for (let left = 3; left > 0; left--) {
      const fault = random.pick([...faults, foreigner, changing, changing]);
      occurred(fault);
      source = await meetFault({ random, proxy, fault, source, begin, change, ask });
      if (random.chance(0.3)) {
        await source.stop();
        source = begin();
      }
      await caughtUp(source);
    }
    const now = await addressesOf(await ledgerOf(full, chain), network);
    for (const { text } of asked) {
      const address = now.find((entry) => entry.text === text);
      if (address) await expectSameAddress(db, full, address, network);
    }
    expect(source.failures).toEqual([]);
    expect(source.status()).toMatchObject({ phase: 'following', height: chain.blocks.length - 1 });
  } finally {
    await source.stop();
    await proxy.close();
    await other.close();
    await server.close();
  }
}

describeWithDatabase('An Esplora service that fails at random', (databases) => {
  test('leaves, once it works again, histories like those of a ledger of the same blocks', async () => {
    expect(networks[network].genesisHash).not.toBe('');
    const used = [await databases.empty(), await databases.empty(), await databases.empty()] as const;
    await makeRuns(runs, used, (seed, occurred) => disturb(used, seed, occurred));
  });
});
