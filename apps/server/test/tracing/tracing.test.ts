import {
  type AutoTraceLine,
  autoTraceLine,
  type CallInput,
  endpoints,
  type FlowPathLine,
  flowPathLine,
} from '@hopscope/contract';
import { expect, test, vi } from 'vitest';
import { describeWithDatabase } from '../support/databases.ts';
import {
  addressOf,
  coin,
  createPurse,
  nodeOf,
  openStory,
  type TracingStory,
} from '../support/api/tracing-story.ts';

/** Everybody of a story by name, for reading what answers say. */
const named = (names: readonly string[]) => {
  const byNode = new Map(names.map((name) => [nodeOf(name), name]));
  return (node: string | null): string => byNode.get(node ?? '') ?? String(node);
};

const linesOf = <Line>(body: string, parse: (line: unknown) => Line): Line[] =>
  body
    .trimEnd()
    .split('\n')
    .map((line) => parse(JSON.parse(line)));

async function auto({ api, ada }: TracingStory, body: CallInput<typeof endpoints.autoTrace>['body']) {
  const answer = await api.answer(ada, endpoints.autoTrace, { body });
  expect({ status: answer.statusCode, body: answer.body.slice(0, 300) }).toMatchObject({ status: 200 });
  const lines = linesOf<AutoTraceLine>(answer.body, (line) => autoTraceLine.parse(line));
  const end = lines.at(-1);
  if (end?.line !== 'end') throw new Error(JSON.stringify(end));
  const stops = lines.flatMap((line) => (line.line === 'stops' ? line.stops : []));
  // A later line with the same id replaces the one before.
  const transfers = [
    ...new Map(
      lines
        .flatMap((line) => (line.line === 'transfers' ? line.transfers : []))
        .map((one) => [one.transfer.id, one]),
    ).values(),
  ];
  for (const { asset, followed } of end.accounts) {
    const sum = stops
      .filter((stop) => stop.asset.contract === asset.contract)
      .reduce((all, { amount }) => all + BigInt(amount), 0n);
    if (body.method !== 'poison') expect(String(sum)).toBe(followed);
  }
  return { body: answer.body, lines, end, stops, transfers };
}

async function path({ api, ada }: TracingStory, body: CallInput<typeof endpoints.findFlowPath>['body']) {
  const answer = await api.answer(ada, endpoints.findFlowPath, { body });
  expect({ status: answer.statusCode, body: answer.body.slice(0, 300) }).toMatchObject({ status: 200 });
  const lines = linesOf<FlowPathLine>(answer.body, (line) => flowPathLine.parse(line));
  const end = lines.at(-1);
  if (end?.line !== 'end') throw new Error(JSON.stringify(end));
  const found = lines.flatMap((line) => (line.line === 'path' ? [line] : []));
  return { body: answer.body, end, found };
}

describeWithDatabase('Expanding an address', (databases) => {
  test('splits outputs over who paid, finds the same transfer from both ends, filters, and answers an earlier height with the same bytes', async () => {
    const purse = createPurse();
    const { pay } = purse;
    pay(
      ['mine'],
      [
        ['ann', 3n * coin],
        ['bob', 7n * coin],
        ['rest', coin],
      ],
    );
    // 3 and 7 of 10 paid: of 3 and 6.9 (0.1 is the fee), and the change of bob.
    const joint = pay(
      ['ann', 'bob'],
      [
        ['shop', 3n * coin],
        ['bob', 5n * coin],
        ['friend', 100_000_001n],
      ],
    );
    pay(['friend'], [['shop', coin]]);
    const story = await openStory(await databases.empty(), purse);
    const { api, ada } = story;
    await story.label('shop', { proper_name: 'Shop', entity_type: 'payment_processor' });
    const who = named(['ann', 'bob', 'shop', 'friend', 'rest', 'mine']);
    const expand = async (name: string, more: object = {}) =>
      api.as(ada, endpoints.expandFlow, { body: { address: addressOf(name), ...more } });
    const shown = (answer: Awaited<ReturnType<typeof expand>>) =>
      answer.transfers.map(({ from, to, amount }) => `${who(from)}>${who(to)} ${amount}`);

    const ann = await expand('ann', { direction: 'out' });
    expect(shown(ann)).toEqual(['ann>shop 90000000', 'ann>bob 150000000', 'ann>friend 30000000']);
    const bob = await expand('bob', { direction: 'out' });
    expect(shown(bob)).toEqual(['bob>shop 210000000', 'bob>friend 70000001']);
    expect(shown(await expand('bob', { direction: 'out', change: true }))).toContain('bob>bob 350000000');
    const shop = await expand('shop', { direction: 'in' });
    expect(shown(shop)).toEqual(['friend>shop 100000000', 'ann>shop 90000000', 'bob>shop 210000000']);
    // Of the joint payment a page of two has a half: it says what both halves come to.
    const half = await expand('shop', { direction: 'in', limit: 2 });
    expect(half.partly).toEqual([
      { transaction: joint, asset: shop.transfers[0]?.asset, side: 'in', transfers: 2, amount: '300000000' },
    ]);
    expect(shop.partly).toEqual([]);
    const ids = new Map([...ann.transfers, ...bob.transfers].map((one) => [one.id, one]));
    for (const transfer of shop.transfers.slice(1)) expect(ids.get(transfer.id)).toEqual(transfer);
    expect(shop.transfers[1]).toMatchObject({
      id: `${joint}:0|${nodeOf('ann')}|${nodeOf('shop')}`,
      whole: '300000000',
      fee: '99999999',
      transaction: joint,
    });
    expect(shop.totals).toEqual([
      { asset: shop.transfers[0]?.asset, transfers: 3, in: '400000000', out: '0' },
    ]);
    expect(shop.party).toMatchObject({
      service: true,
      category: 'payment_processor',
      profile: { name: 'Shop', balance: '400000000', transactions: 2 },
    });

    expect(shown(await expand('shop', { order: 'amount', top: 1 }))).toEqual(['bob>shop 210000000']);
    expect(shown(await expand('shop', { minAmount: '100000000', maxAmount: '200000000' }))).toEqual([
      'friend>shop 100000000',
    ]);
    expect(shown(await expand('friend', { categories: ['payment_processor'] }))).toEqual([
      'friend>shop 100000000',
    ]);
    expect(shown(await expand('friend', { categories: ['none'] }))).toHaveLength(2);
    expect(shown(await expand('friend', { categories: ['none', 'payment_processor'] }))).toHaveLength(3);
    const day = new Date((shop.transfers[0]?.time ?? 0) * 1000).toISOString().slice(0, 10);
    expect((await expand('shop', { from: day, to: day })).transfers.length).toBeGreaterThan(0);
    expect((await expand('shop', { to: '2009-01-01' })).transfers).toEqual([]);
    const first = await expand('shop', { limit: 2 });
    const second = await expand('shop', { limit: 2, after: first.pagination.next ?? '' });
    expect([...first.transfers, ...second.transfers]).toEqual(shop.transfers);
    expect(second.pagination).toEqual({ limit: 2, total: 3, next: null });

    // More blocks and labels come; asked at the state of the first answer, it is the first answer.
    const { basis } = shop;
    pay(['rest'], [['shop', coin / 2n]]);
    pay(['shop'], [['rest', 4n * coin]]);
    await story.append();
    await story.label('friend', { proper_name: 'Friend', entity_type: 'exchange' });
    const state = {
      height: basis.height ?? 0,
      directory: { version: basis.directoryVersion, day: basis.directoryDay },
    };
    expect(await expand('shop', { direction: 'in', ...state })).toEqual(shop);
    expect((await expand('shop')).transfers).toHaveLength(5);

    for (const body of [
      { address: 'nonsense' },
      { address: addressOf('shop'), blockchain: 'ethereum' },
      { address: addressOf('shop'), asset: 'ether' },
      { address: addressOf('shop'), height: 9999 },
      { address: addressOf('shop'), directory: { version: 999, day: '2026-01-01' } },
      { address: addressOf('shop'), categories: ['nothing'] },
      { address: addressOf('shop'), from: '2026-02-02', to: '2026-02-01' },
      { address: addressOf('shop'), minAmount: '2', maxAmount: '1' },
      { address: addressOf('shop'), minAmount: '-1' },
      { address: addressOf('shop'), after: 'x' },
      { address: addressOf('shop'), after: 'e5-0' },
      { address: addressOf('shop'), limit: 101 },
    ]) {
      await api.refused(400, ada, endpoints.expandFlow, { body: body as { address: string } });
    }
    const profiles = await api.as(ada, endpoints.listFlowProfiles, {
      body: { addresses: [addressOf('shop'), 'nonsense', addressOf('shop')], scores: 1 },
    });
    expect(profiles.parties.map(({ party, riskState }) => [party?.profile.name ?? null, riskState])).toEqual([
      ['Shop', 'scored'],
      [null, 'not_calculated'],
      ['Shop', 'scored'],
    ]);
    expect(profiles.parties[1]?.error).toMatch(/address/i);
  });

  test('with thousands of transactions is read page by page from the index, and the pages hold them all', async () => {
    const purse = createPurse();
    const many = 2100;
    purse.pay(
      ['mine'],
      Array.from({ length: many }, (_, i) => [`p${i}`, 100_000n + BigInt(i)] as const),
    );
    for (let at = 0; at < many; at += 700) {
      const part = Array.from({ length: 700 }, (_, i) =>
        purse.prepare([`p${at + i}`], [['hub', 90_000n + BigInt(at + i)]]),
      );
      purse.chain.mine(part);
    }
    const story = await openStory(await databases.empty(), purse);
    const expand = async (more: object = {}) =>
      story.api.as(story.ada, endpoints.expandFlow, { body: { address: addressOf('hub'), ...more } });
    const ids: string[] = [];
    let after: string | undefined;
    for (let page = 0; page < 30; page++) {
      const answer = await expand({ limit: 90, ...(after !== undefined && { after }) });
      expect(answer.scanned.transactions).toBeLessThanOrEqual(180);
      expect(answer.totals).toBeNull();
      ids.push(...answer.transfers.map(({ id }) => id));
      if (answer.pagination.next === null) break;
      after = answer.pagination.next;
    }
    expect(new Set(ids).size).toBe(many);
    const largest = await expand({ order: 'amount', limit: 3 });
    expect(largest.transfers.map(({ amount }) => amount)).toEqual(['92099', '92098', '92097']);
    expect(largest).toMatchObject({
      pagination: { total: many },
      scanned: { transactions: many, of: many, complete: true },
    });
    // Money is not followed through the history of somebody like that where it has to be read: of Bitcoin it has not.
    const { end } = await path(story, { from: addressOf('p7'), to: addressOf('hub') });
    expect(end.results[0]?.outcome).toBe('found');
  });
});

describeWithDatabase('Following money', (databases) => {
  test('ends at services, mixers and unspent outputs, every stop told; starts that meet are named; bounds cut', async () => {
    const purse = createPurse();
    const { pay } = purse;
    pay(['mine', 'mine'], [['bourse', 40n * coin]]);
    const theft = pay(
      ['bourse'],
      [
        ['thief', 30n * coin],
        ['bourse', 9n * coin],
      ],
    );
    pay(
      ['thief'],
      [
        ['left', 10n * coin],
        ['right', 12n * coin],
        ['thief', 7n * coin],
      ],
    );
    pay(['left'], [['mixer', 9n * coin]]);
    pay(['right'], [['hop', 11n * coin]]);
    pay(
      ['mine'],
      [
        ['other', 5n * coin],
        ['rest', coin],
      ],
    );
    pay(['hop', 'other'], [['cash', 15n * coin]]);
    const story = await openStory(await databases.empty(), purse);
    await story.label('bourse', { proper_name: 'Bourse', entity_type: 'exchange' });
    await story.label('mixer', { proper_name: 'Fog', entity_type: 'mixer' });
    await story.label('cash', { proper_name: 'Cash', entity_type: 'exchange' });
    await story.label('thief', { proper_name: 'Thief', entity_type: 'hacker' });
    const names = ['mine', 'bourse', 'thief', 'left', 'right', 'hop', 'other', 'cash', 'mixer', 'rest'];
    const who = named(names);
    const starts = [{ address: addressOf('thief') }, { address: addressOf('other') }];
    const traced = await auto(story, { starts, minShare: 0 });
    expect(
      traced.transfers.map(({ transfer: { from, to, amount }, followed, hops, starts: of }) => [
        `${who(from)}>${who(to)}`,
        amount,
        followed,
        hops,
        of,
      ]),
    ).toEqual([
      ['thief>right', '1200000000', '1200000000', 1, [0]],
      ['thief>left', '1000000000', '1000000000', 1, [0]],
      ['other>cash', '468750000', '468750000', 1, [1]],
      ['right>hop', '1100000000', '1100000000', 2, [0]],
      ['left>mixer', '900000000', '900000000', 2, [0]],
      ['hop>cash', '1031250000', '1031250000', 3, [0]],
    ]);
    expect(
      traced.stops.map(({ node, reason, amount, entity }) => [
        reason,
        node && who(node),
        amount,
        entity?.name ?? null,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['mixer', 'mixer', '900000000', 'Fog'],
        ['unspent', 'thief', '700000000', 'Thief'],
        ['service', 'cash', '1031250000', 'Cash'],
        ['service', 'cash', '468750000', 'Cash'],
        ['fee', null, '100000000', null],
      ]),
    );
    expect(traced.end).toMatchObject({ reason: 'done' });
    expect(traced.end.convergence.map(({ node, starts: of }) => [who(node), of])).toEqual([
      [
        'cash',
        [
          { start: 0, amount: '1031250000' },
          { start: 1, amount: '468750000' },
        ],
      ],
    ]);
    // Thief and other paid with nobody of a common cluster before hop and other paid together.
    for (const method of ['fifo', 'lifo', 'poison'] as const)
      await auto(story, { starts, method, minShare: 0 });
    const from = await auto(story, {
      starts: [{ address: addressOf('cash') }],
      direction: 'backward',
      minShare: 0,
    });
    expect(from.stops.map(({ reason, node }) => `${reason} ${who(node)}`)).toEqual(
      expect.arrayContaining(['service bourse']),
    );
    expect(from.stops.map(({ reason }) => reason)).toContain('mined');
    expect(from.transfers.map(({ transfer }) => transfer.id)).toContain(
      `${theft}:0|${nodeOf('bourse')}|${nodeOf('thief')}`,
    );

    const thief = [{ address: addressOf('thief') }];
    expect((await auto(story, { starts: thief, hops: 1 })).end.reason).toBe('hops');
    expect((await auto(story, { starts: thief, nodes: 2 })).end.reason).toBe('nodes');
    expect((await auto(story, { starts: thief, reads: 1 })).end.reason).toBe('reads');
    const few = await auto(story, { starts: thief, top: 1 });
    expect(few.stops.map(({ reason }) => reason)).toContain('top');
    const none = await auto(story, { starts: [{ ...thief[0]!, transactions: ['ab'.repeat(32)] }] });
    expect(none.end.accounts).toEqual([expect.objectContaining({ followed: '0' })]);

    // The same question at the same state after more blocks: the same bytes.
    const [begin] = traced.lines;
    if (begin?.line !== 'begin') throw new Error('No beginning');
    const state = {
      height: begin.basis.height ?? 0,
      directory: { version: begin.basis.directoryVersion, day: begin.basis.directoryDay },
    };
    pay(['cash'], [['thief', 14n * coin]]);
    pay(['thief'], [['left', 20n * coin]]);
    await story.append();
    await story.label('right', { proper_name: 'Right', entity_type: 'exchange' });
    const again = await auto(story, { starts, minShare: 0, ...state });
    expect(again.body).toBe(traced.body);

    const drawn = traced.transfers.map(({ transfer }) => transfer.utxoKey);
    for (const method of ['haircut', 'fifo', 'lifo', 'poison'] as const) {
      const taint = await story.api.as(story.ada, endpoints.taintFlow, {
        body: { source: { address: addressOf('thief') }, drawn, method, ...state },
      });
      expect(taint.connections.map(({ id }) => id)).toContain(traced.transfers[0]?.transfer.id);
      const sum = taint.stops.reduce((all, { amount }) => all + BigInt(amount), 0n);
      if (method !== 'poison') expect(String(sum)).toBe(taint.followed);
      expect(taint.cut).toBe(false);
    }
    const part = await story.api.as(story.ada, endpoints.taintFlow, {
      body: {
        source: { address: addressOf('thief') },
        drawn: drawn.slice(0, 1),
        method: 'haircut',
        ...state,
      },
    });
    expect(part.connections).toEqual([
      { id: traced.transfers[0]?.transfer.id, amount: '1200000000', share: 400_000 },
    ]);
    expect(part.stops.map(({ reason }) => reason)).toContain('not_drawn');

    const owners = await story.api.as(story.ada, endpoints.findSameOwners, {
      body: { addresses: ['hop', 'other', 'left', 'right'].map(addressOf) },
    });
    expect(owners.pairs.map(({ a, b, evidence }) => [a, b, evidence.map(({ kind }) => kind)])).toEqual([
      [addressOf('hop'), addressOf('other'), ['cluster', 'co_spend']],
    ]);

    for (const body of [
      { starts: [] },
      { starts: [thief[0], thief[0]] },
      { starts: thief, hops: 13 },
      { starts: thief, nodes: 2001 },
      { starts: [...thief, { address: '0x0000000000000000000000000000000000000001' }] },
      { starts: [{ address: 'nonsense' }] },
    ]) {
      await story.api.refused(400, story.ada, endpoints.autoTrace, {
        body: body as { starts: typeof thief },
      });
    }
    const anonymous = await story.api.ask('/flow-trace/auto', { method: 'POST', payload: { starts: thief } });
    expect(anonymous.statusCode).toBe(401);

    // Who goes away ends the reading.
    const { tracing } = story.api.context;
    const heard = Promise.withResolvers<AbortSignal>();
    vi.spyOn(tracing, 'auto').mockImplementation(async (call) => {
      heard.resolve(call.signal);
      return (async function* () {
        yield '{}\n';
        await new Promise((resolve) => call.signal.addEventListener('abort', resolve));
      })();
    });
    const base = await story.api.app.listen({ host: '127.0.0.1', port: 0 });
    const gone = new AbortController();
    const answer = await fetch(`${base}/api/v1/flow-trace/auto`, {
      method: 'POST',
      headers: { authorization: `Bearer ${story.ada.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ starts: thief }),
      signal: gone.signal,
    });
    expect(await answer.body?.getReader().read()).toMatchObject({ done: false });
    const signal = await heard.promise;
    expect(signal.aborted).toBe(false);
    gone.abort();
    await vi.waitFor(() => expect(signal.aborted).toBe(true));
  });

  test('finds paths of up to 12 transfers, the shortest or the largest, not through services, and in the order of time', async () => {
    const purse = createPurse();
    const { pay } = purse;
    pay(['mine'], [['h0', 30n * coin]]);
    for (let i = 0; i < 13; i++) pay([`h${i}`], [[`h${i + 1}`, 29n * coin - BigInt(i) * 1000n]]);
    // Two ways from a to z: a short one of little, a long one of much. And one over the exchange.
    pay(
      ['mine'],
      [
        ['a', 10n * coin],
        ['s', 10n * coin],
      ],
    );
    pay(
      ['a'],
      [
        ['b', coin],
        ['c', 8n * coin],
      ],
    );
    pay(['b'], [['z', coin / 2n]]);
    pay(['c'], [['d', 7n * coin]]);
    pay(['d'], [['z', 6n * coin]]);
    pay(['s'], [['bourse', 9n * coin]]);
    pay(['bourse'], [['t', 8n * coin]]);
    const story = await openStory(await databases.empty(), purse);
    await story.label('bourse', { proper_name: 'Bourse', entity_type: 'exchange' });
    const who = named([
      'a',
      'b',
      'c',
      'd',
      'z',
      's',
      'bourse',
      't',
      ...Array.from({ length: 14 }, (_, i) => `h${i}`),
    ]);
    const between = (from: string, to: string, more: object = {}) =>
      path(story, { from: addressOf(from), to: addressOf(to), ...more });
    const ways = ({ found }: Awaited<ReturnType<typeof between>>) =>
      found.map(({ path: { transfers } }) =>
        [who(transfers[0]?.from ?? ''), ...transfers.map(({ to }) => who(to))].join(' '),
      );

    const twelve = await between('h0', 'h12');
    expect(twelve.found[0]?.path.transfers).toHaveLength(12);
    expect(twelve.end.results).toEqual([{ direction: 'forward', outcome: 'found', proven: true }]);
    const thirteen = await between('h0', 'h13');
    expect(thirteen.found).toEqual([]);
    expect(thirteen.end.results).toEqual([{ direction: 'forward', outcome: 'none', proven: true }]);
    expect((await between('h0', 'h12', { reads: 4 })).end.results[0]).toMatchObject({ proven: false });

    expect(ways(await between('a', 'z'))).toEqual(['a b z']);
    const large = await between('a', 'z', { mode: 'largest' });
    expect(ways(large)).toEqual(['a c d z']);
    expect(large.found[0]?.path.width).toBe('600000000');
    // Money does not go back in time.
    expect((await between('z', 'a')).end.results[0]?.outcome).toBe('none');
    expect(ways(await between('z', 'a', { directions: 'both' }))).toEqual(['a b z']);

    const stopped = await between('s', 't');
    expect(stopped.end).toMatchObject({ results: [{ outcome: 'none' }], notWalked: { services: 1 } });
    expect(stopped.end.bounds.join(' ')).toMatch(/incoming and outgoing funds are unrelated/);
    expect(ways(await between('s', 't', { through: true }))).toEqual(['s bourse t']);
    for (const body of [
      { from: addressOf('a'), to: addressOf('a') },
      { from: addressOf('a'), to: addressOf('b'), maxHops: 13 },
      { from: addressOf('a'), to: 'x' },
    ]) {
      await story.api.refused(400, story.ada, endpoints.findFlowPath, { body });
    }
  });
});
