import { assetKey } from '@hopscope/canvas';
import { type AutoTraceLine, autoTraceLine, endpoints } from '@hopscope/contract';
import { type DemoAttribution, entities } from '@hopscope/demo';
import { expect, test } from 'vitest';
import { demoItems } from '../../src/demo/demo-directory.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createDirectoryApi } from '../support/api/directory-api.ts';
import { makeDemo, movementName, storeDemo } from '../support/ledger/demo-hack.ts';

describeWithDatabase('The hack of a demo', (databases) => {
  test('is followed from the thief to services, mixers, bridge and what lies unspent, to the last satoshi', async () => {
    const demo = makeDemo();
    const db = await databases.empty();
    await storeDemo(db, demo);
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
      const stops = lines.flatMap((line) => (line.line === 'stops' ? line.stops : []));
      // Of each asset, the sum of all stops is what was followed, exactly; of the first one it is the loot.
      for (const { asset, followed, stops: sums } of end.accounts) {
        const own = stops.filter((stop) => assetKey(stop.asset) === assetKey(asset));
        expect(String(own.reduce((all, { amount }) => all + BigInt(amount), 0n))).toBe(followed);
        for (const { reason, count } of sums) {
          expect(own.filter((stop) => stop.reason === reason)).toHaveLength(count);
        }
      }
      expect(end.accounts[0]?.followed).toBe(String(demo.shares.get(`${demo.theft}:${demo.loot}`)));
      const hops = lines.flatMap((line) => (line.line === 'hops' ? line.hops : []));
      const transfers = new Map(
        lines
          .flatMap((line) => (line.line === 'transfers' ? line.transfers : []))
          .map((one) => [one.transfer.id, one]),
      );
      const named = new Map(
        stops.flatMap(({ entity, reason }) => (entity ? [[entity.name, reason] as const] : [])),
      );
      return { end, stops, hops, transfers: [...transfers.values()], entities: named };
    };

    // What the directory of the demo knows, which is not everything.
    await importAttributions('demo', demo.attributions);
    const known = await trace();
    expect(['done', 'hops']).toContain(known.end.reason);
    expect(known.transfers.some(({ peel }) => peel)).toBe(true);
    const reasons = new Set(known.stops.map(({ reason }) => reason));
    for (const reason of ['service', 'mixer', 'bridge', 'coinjoin', 'unspent', 'fee'] as const) {
      expect(reasons.has(reason), reason).toBe(true);
    }

    // With a directory that knows every service, each output that was followed holds of the loot what the truth says.
    await importAttributions('truth', demo.perfect);
    const { transfers, stops, hops, entities: entitiesFound } = await trace();
    expect(entitiesFound.get(entities.mixer.name)).toBe('mixer');
    expect(entitiesFound.get(entities.bridge.name)).toBe('bridge');
    expect(entitiesFound.get(entities.nonames.name)).toBe('service');
    expect(stops.filter(({ reason }) => ['hub', 'not_in_ledger', 'minimum'].includes(reason))).toEqual([]);
    const byOutput = Map.groupBy(transfers, ({ transfer }) => transfer.utxoKey);
    expect(byOutput.size).toBeGreaterThan(200);
    const onEthereum = { followed: 0n, truth: 0n };
    for (const [output, group] of byOutput) {
      const transfer = group[0]?.transfer;
      if (!transfer) continue;
      const { asset, from, to, whole } = transfer;
      const followed = group.reduce((all, one) => all + BigInt(one.followed), 0n);
      const away = (truth: bigint): bigint => (followed > truth ? followed - truth : truth - followed);
      if (asset.chain === 'ethereum') {
        const [payer = '', payee = ''] = [from, to].map((id) => id.slice(id.indexOf(':') + 1));
        const name = movementName(transfer.transaction, asset.contract, payer, payee, whole);
        const truth = demo.moved.get(name) ?? 0n;
        // Rounded at every swap, and mixed with what the bound of hops cut off. Dollars have 6 decimals.
        expect(away(truth) <= truth / 3n + 10n ** 17n, `${name} ${followed} ${truth}`).toBe(true);
        if (asset.contract !== null) continue;
        onEthereum.truth += truth;
        onEthereum.followed += followed < truth ? followed : truth;
        continue;
      }
      const truth = demo.shares.get(output) ?? 0n;
      // The simulation rounds down at every step, and drops what is less than a thousandth of an output.
      const least = truth === 0n ? BigInt(whole) / 1000n : 1000n;
      expect(away(truth) <= least, `${output} ${followed} ${truth}`).toBe(true);
    }
    expect(onEthereum.followed * 1000n).toBeGreaterThan(onEthereum.truth * 990n);

    // Over both chains, more than nine tenths of what the stolen money moved is in the trace; the rest is behind CoinJoins and hops.
    const seen = new Set(transfers.map(({ transfer }) => transfer.transaction));
    const coins = [...demo.moved].filter(([name]) => name.split(' ')[1] === '');
    for (const truth of [[...demo.shares], coins]) {
      const sum = { all: 0n, seen: 0n };
      for (const [name, part] of truth) {
        const [transaction = ''] = name.split(/[ :]/);
        sum.all += part;
        if (seen.has(transaction)) sum.seen += part;
      }
      expect(sum.seen * 10n).toBeGreaterThan(sum.all * 9n);
    }
    const lost = stops.filter(
      ({ reason }) => !['fee', 'unspent', 'service', 'mixer', 'bridge', 'swap'].includes(reason),
    );
    expect(new Set(lost.map(({ reason }) => reason))).toEqual(new Set(['coinjoin', 'hops']));

    const crossings = hops.filter(({ kind }) => kind === 'crossing');
    expect(crossings.length).toBeGreaterThan(3);
    for (const { record, node, to } of crossings) {
      expect(record).toMatchObject({
        from: node,
        to,
        gave: { asset: { symbol: 'BTC' } },
        got: { asset: { symbol: 'ETH' } },
        crossing: { protocol: entities.bridge.name, proof: 'exact', output: 0 },
      });
    }
    // Twenty ether for each bitcoin, as the bridge pays.
    for (const { gave, got } of crossings) {
      const ratio = BigInt(got.amount) - BigInt(gave.amount) * 200_000_000_000n;
      expect(ratio < 200_000_000_000n && ratio > -200_000_000_000n).toBe(true);
    }
  });
});
