import { decodeBlock, toDisplayHash } from '@hopscope/chain';
import { type AutoTraceLine, autoTraceLine, endpoints } from '@hopscope/contract';
import {
  demoAttributionOf,
  createStoryBook,
  type DemoAttribution,
  entities,
  simulateBitcoin,
} from '@hopscope/demo';
import { expect, test } from 'vitest';
import type { BlockAtHeight } from '../../src/ledger/bitcoin/blocks/batch.ts';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { demoItems } from '../../src/demo/demo-directory.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';

const length = 90 * 86_400;
const options = {
  seed: 11,
  start: 1_750_000_000 - length,
  length,
  blockInterval: 3600,
  transactions: 5000,
  ethereumTransactions: 0,
};

/** A demo of Bitcoin with its truth about the hack: where it began, and what of it is in which output. */
function makeDemo() {
  const blocks: BlockAtHeight[] = [];
  const attributions: DemoAttribution[] = [];
  const perfect: DemoAttribution[] = [];
  const book = createStoryBook();
  const flows = new Map<number, string>();
  const shares = new Map<string, bigint>();
  const simulation = simulateBitcoin({ ...options, hashing: nativeHashing }, (event) => {
    book.emit(event);
    if (event.type === 'flow') flows.set(event.flow.id, event.flow.kind);
    if (event.type === 'shares') {
      const own = event.shares.filter(([id]) => flows.get(id) === 'hack');
      const sats = own.reduce((sum, [, part]) => sum + part, 0n);
      if (sats > 0n) shares.set(`${toDisplayHash(event.txid)}:${event.vout}`, sats);
    }
    const attribution = demoAttributionOf(event, options.seed);
    if (attribution) attributions.push({ ...attribution, key: Uint8Array.from(attribution.key) });
    if (event.type === 'address' && Object.values(entities).some(({ id }) => id === event.entity)) {
      const { key, entity } = event;
      perfect.push({ blockchain: 'bitcoin', key: Uint8Array.from(key), entity, delay: 0, confidence: 95 });
    }
  });
  for (let at = 0; at <= length; at += options.blockInterval) {
    const { bytes, height } = simulation.next(options.start + at);
    blocks.push({ height, block: decodeBlock(bytes, { hashing: nativeHashing }) });
  }
  const places = book.places().get('hack') ?? [];
  const place = (role: string): string => {
    const found = places.find((one) => one.role === role);
    if (!found) throw new Error(`The hack has no ${role}`);
    return found.value;
  };
  const theft = place('theft');
  const loot = [...shares.keys()].find((output) => output.startsWith(`${theft}:`)) ?? '';
  return {
    blocks,
    attributions,
    perfect,
    shares,
    theft,
    loot: Number(loot.split(':')[1]),
    thief: place('thief'),
  };
}

describeWithDatabase('The hack of a demo', (databases) => {
  test('is followed from the thief to services, mixers, bridge and what lies unspent, to the last satoshi', async () => {
    const demo = makeDemo();
    const db = await databases.empty();
    const ledger = createBitcoinLedger({ db, hashing: nativeHashing });
    for (let at = 0; at < demo.blocks.length; at += 500) {
      await ledger.append('demo', demo.blocks.slice(at, at + 500));
    }
    while ((await ledger.catchUpClusters(10_000)).behind);
    const api = await createDirectoryApi(db);
    const ada = await api.someone('ada@example.org');
    const importAttributions = (source: string, attributions: readonly DemoAttribution[]) =>
      api.sync(
        source,
        [
          ...demoItems(
            attributions.map((attribution) => ({ ...attribution, due: 0 })),
            1,
          ),
        ],
        900,
      );
    const trace = async () => {
      const answer = await api.answer(ada, endpoints.autoTrace, {
        body: {
          starts: [{ address: demo.thief, transactions: [demo.theft] }],
          method: 'haircut',
          nodes: 2000,
          minShare: 0,
        },
      });
      const lines = answer.body
        .trimEnd()
        .split('\n')
        .map((line): AutoTraceLine => autoTraceLine.parse(JSON.parse(line)));
      const end = lines.at(-1);
      if (end?.line !== 'end') throw new Error(answer.body.slice(-500));
      const [account] = end.accounts;
      const stops = lines.flatMap((line) => (line.line === 'stops' ? line.stops : []));
      // The sum of all stops is the loot, exactly.
      const sum = stops.reduce((all, { amount }) => all + BigInt(amount), 0n);
      expect(String(sum)).toBe(account?.followed);
      for (const { reason, count } of account?.stops ?? []) {
        expect(stops.filter((stop) => stop.reason === reason)).toHaveLength(count);
      }
      expect(sum).toBe(demo.shares.get(`${demo.theft}:${demo.loot}`));
      const transfers = new Map(
        lines
          .flatMap((line) => (line.line === 'transfers' ? line.transfers : []))
          .map((one) => [one.transfer.id, one]),
      );
      const named = new Map(
        stops.flatMap(({ entity, reason }) => (entity ? [[entity.name, reason] as const] : [])),
      );
      return { end, stops, transfers: [...transfers.values()], entities: named };
    };

    // What the directory of the demo knows, which is not everything.
    await importAttributions('demo', demo.attributions);
    const known = await trace();
    expect(known.end.reason).toBe('done');
    expect(known.transfers.some(({ peel }) => peel)).toBe(true);
    const reasons = new Set(known.stops.map(({ reason }) => reason));
    for (const reason of ['service', 'mixer', 'bridge', 'coinjoin', 'unspent', 'fee'] as const) {
      expect(reasons.has(reason), reason).toBe(true);
    }

    // With a directory that knows every service, each output that was followed holds of the loot what the truth says.
    await importAttributions('truth', demo.perfect);
    const { transfers, stops, entities: entitiesFound } = await trace();
    expect(entitiesFound.get(entities.mixer.name)).toBe('mixer');
    expect(entitiesFound.get(entities.bridge.name)).toBe('bridge');
    expect(entitiesFound.get(entities.nonames.name)).toBe('service');
    expect(stops.filter(({ reason }) => ['hub', 'not_in_ledger', 'minimum'].includes(reason))).toEqual([]);
    const byOutput = Map.groupBy(transfers, ({ transfer }) => transfer.utxoKey);
    expect(byOutput.size).toBeGreaterThan(200);
    for (const [output, group] of byOutput) {
      const followed = group.reduce((all, one) => all + BigInt(one.followed), 0n);
      const truth = demo.shares.get(output) ?? 0n;
      const away = followed > truth ? followed - truth : truth - followed;
      // The simulation rounds down at every step, and drops what is less than a thousandth of an output.
      const total = BigInt(group[0]?.transfer.whole ?? 0);
      const least = truth === 0n ? total / 1000n : 1000n;
      expect(away <= least, `${output} ${followed} ${truth}`).toBe(true);
    }
  });
});
