import { byText, descending } from '@hopscope/domain';
import { cut, joined, linksAt, type Part, type LotSlice, wholeLot } from '../exposure/divide.ts';
import type { AssetName, CommingledPool, Lot, LotConversion, Owner, Step } from '../exposure/types.ts';
import type {
  FollowedHop,
  FollowEvents,
  FollowQuestion,
  FollowReader,
  FollowResult,
  FollowStopReason,
} from './follow-types.ts';
import { type Expansion, type FrontierItem, together } from './frontier.ts';

const million = 1_000_000n;

/** What one question carries along. */
export function createFollowing(question: FollowQuestion, reader: FollowReader, events: FollowEvents) {
  const { direction, method, limits } = question;
  const forward = direction === 'forward';
  let waiting = new Map<string, FrontierItem>();
  const nodes = new Set<string>(question.starts.map(({ owner }) => owner.address));
  const visited = new Set<string>();
  const rootIds = question.starts.map((start) => new Set(start.roots.map(({ id }) => id)));
  const minima = new Map<string, bigint>();
  /** Units of converted lots that are already assigned. */
  const given = new Map<string, bigint>();
  /** Haircut: units of lots reached from a start. */
  const reached = new Map<string, bigint>();
  let bound: FollowResult['reason'] = 'done';

  function stop(
    item: FrontierItem,
    reason: FollowStopReason,
    amount: bigint,
    at?: Owner,
    transaction?: string,
    crossing?: number,
  ): void {
    if (amount === 0n) return;
    if ((reason === 'hops' || reason === 'nodes' || reason === 'reads') && bound === 'done') bound = reason;
    events.stop({
      owner: at,
      reason,
      amount,
      asset: item.asset,
      hops: item.hops,
      transaction: transaction ?? item.lot.transaction,
      start: item.start,
      ...(crossing !== undefined && { crossing }),
    });
  }

  /** Adds to what waits for the next round. */
  function enqueue(item: Omit<FrontierItem, 'key'>): void {
    const key = `${item.start} ${item.hops} ${item.lot.id} ${String(item.reported ?? false)}`;
    if (method === 'poison') {
      const place = `${item.start} ${item.lot.id}`;
      if (visited.has(place)) return;
      visited.add(place);
    }
    const slice = method === 'haircut' ? nextUnits(item) : item.slice;
    const before = waiting.get(key);
    if (before) before.slice = joined(before.slice, slice);
    else waiting.set(key, { ...item, key, slice });
  }

  /** Haircut: units of the lot not yet reached from this start. */
  function nextUnits({ start: number, lot, slice: { amount } }: Omit<FrontierItem, 'key'>): LotSlice {
    const key = `${number} ${lot.id}`;
    const start = reached.get(key) ?? 0n;
    const end = start + amount;
    reached.set(key, end);
    return { amount, ranges: [{ start, end }] };
  }

  function minimumOf({ start, asset }: FrontierItem): bigint {
    return minima.get(`${start} ${asset}`) ?? 0n;
  }

  /** In another asset: a share is as small as the same share of the amount given for it. */
  function setMinimum(item: FrontierItem, asset: AssetName, amount: bigint): void {
    const key = `${item.start} ${asset}`;
    if (!minima.has(key)) minima.set(key, (amount * minimumOf(item)) / (item.slice.amount || 1n));
  }

  /** Adds addresses; returns false if there is no room for all of them. */
  function makeRoom(...owners: readonly Owner[]): boolean {
    const fresh = owners.filter(({ address }) => !nodes.has(address));
    if (nodes.size + fresh.length > limits.nodes) return false;
    for (const { address } of fresh) nodes.add(address);
    return true;
  }

  /** Reports one transfer of a conversion, unless there is no room for its addresses. */
  function report(lot: Lot, amount: bigint, asset: AssetName, { start, hops }: FrontierItem): void {
    const { from, owner: to } = lot;
    if (!from || !to || from.address === to.address || !makeRoom(from, to)) return;
    events.step({ lot, from, to, amount, asset, start, hops, peel: false });
  }

  /** Reports a crossing, from the bridge's address to who received; where tokens were destroyed for it, from who gave them. */
  function reportCrossing(here: Lot, there: Lot, hop: Omit<FollowedHop, 'by' | 'to' | 'through'>): void {
    const [deposit, { owner: to }] = forward ? [here, there] : [there, here];
    const by = deposit.owner ?? deposit.from;
    if (!by || !to) return;
    makeRoom(by, to);
    events.hop({ ...hop, by, to, through: deposit.owner });
  }

  /**
   * Continues with what a part of a lot became (backward: was before), also on another chain. What came back of the same asset
   * just continues; the rest stops as `swap` or `bridge`, and continues in other assets.
   */
  function convert(
    item: FrontierItem,
    { lot, slice }: Pick<Expansion, 'lot' | 'slice'>,
    found: LotConversion,
  ): void {
    const { basis } = found;
    const crossing = found.others[0]?.crossing;
    const { asset, start, hops } = item;
    const [place, account] = forward ? [lot.owner, lot.from] : [lot.from, lot.owner];
    const parts = found.others.flatMap((other) => {
      const begin = given.get(other.lot.id) ?? 0n;
      const end = begin + (other.amount * slice.amount) / found.total;
      const taken = { start: begin, end: end > other.lot.amount ? other.lot.amount : end };
      given.set(other.lot.id, taken.end);
      return taken.end > begin ? [{ ...other, amount: taken.end - begin, ranges: [taken] }] : [];
    });
    const unchanged = parts.reduce((sum, part) => (part.asset === asset ? sum + part.amount : sum), 0n);
    const became = crossing === undefined ? 'swap' : 'bridge';
    stop(item, became, slice.amount - unchanged, place, lot.transaction, crossing);
    for (const { lot: other, asset: next, amount, ranges, crossing: number } of parts) {
      const onward = { ...item, asset: next, lot: other };
      const at = forward ? other.owner : other.from;
      const mine = { asset, amount: slice.amount - unchanged };
      const theirs = { asset: next, amount };
      const [gave, got] = forward ? [mine, theirs] : [theirs, mine];
      const hop = { basis, transaction: lot.transaction, gave, got };
      if (next !== asset) {
        setMinimum(item, next, amount);
        const [by, to] = forward ? [account, at] : [at, account];
        if (number !== undefined) reportCrossing(lot, other, { ...hop, crossing: number });
        else if (by && to) events.hop({ ...hop, by, to, through: place });
      }
      report(other, amount, next, item);
      const reason = rootIds[start]?.has(other.id)
        ? 'returned'
        : at && at.address !== account?.address
          ? question.stopAt(at)
          : undefined;
      if (reason) stop(onward, reason, amount, at);
      else {
        const forwarded = method === 'poison' ? wholeLot(other.amount) : { amount, ranges };
        enqueue({ lot: other, asset: next, start, hops, slice: forwarded, reported: true });
      }
    }
  }

  /** Returns why a part stops, otherwise its hops. */
  function refusal(expansion: Expansion, amount: bigint): FollowStopReason | number {
    const { item, lot, from, to, peel } = expansion;
    const refused = question.refuses?.(lot);
    if (refused) return refused;
    if (amount < minimumOf(item)) return 'minimum';
    const hops = !to || from.id === to.id || peel ? item.hops : item.hops + 1;
    if (hops > limits.hops) return 'hops';
    const other = forward ? to : from;
    if (other && !nodes.has(other.address) && nodes.size >= limits.nodes) return 'nodes';
    return hops;
  }

  function follow(expansion: Expansion, amount: bigint): void {
    const { item, lot, from, to, slice, peel } = expansion;
    const [here, there] = forward ? [from, to] : [to, from];
    const hops = refusal(expansion, amount);
    if (typeof hops === 'string') return stop(item, hops, slice.amount, here, lot.transaction);
    const { asset, start } = item;
    if (to && there) {
      nodes.add(there.address);
      events.step({ lot, from, to, amount: slice.amount, asset, start, hops, peel });
    }
    const moved = { ...item, hops };
    const crossing = forward ? reader.crossing?.(lot) : undefined;
    if (crossing !== undefined) {
      return stop(moved, 'bridge', slice.amount, there, lot.transaction, crossing);
    }
    const conversion = forward ? reader.conversion?.(lot, 'forward') : undefined;
    if (conversion) return convert(moved, expansion, conversion);
    if (!there) return stop(moved, 'burnt', slice.amount, undefined, lot.transaction);
    const reason = rootIds[start]?.has(expansion.next.id) ? 'returned' : question.stopAt(there);
    if (reason) return stop(moved, reason, slice.amount, there, lot.transaction);
    const onward = method === 'poison' ? wholeLot(expansion.next.amount) : slice;
    enqueue({ lot: expansion.next, asset, start, hops, slice: onward });
  }

  /** Funds that leave an address (backward: that it received), largest transfers first; those beyond the limit stop. */
  function followLargest(leads: readonly Expansion[]): void {
    const way = ({ lot, from, to }: Expansion): string => `${lot.id} ${(forward ? to : from)?.address ?? ''}`;
    const groups = [...Map.groupBy(leads, way)]
      .map(([id, group]) => ({
        id,
        group,
        amount: group.reduce((sum, { slice }) => sum + slice.amount, 0n),
      }))
      .toSorted((a, b) => descending(a.amount, b.amount) || byText(a.id, b.id));
    groups.forEach(({ group, amount }, place) => {
      for (const expansion of group) {
        const { item, lot, slice, from, to } = expansion;
        if (place < limits.top) follow(expansion, amount);
        else stop(item, 'top', slice.amount, forward ? from : to, lot.transaction);
      }
    });
  }

  /** Where a part of an item leads: to an end, on within its address, or away (the answer). */
  function expansionOf(
    item: FrontierItem,
    pool: CommingledPool,
    { entry, slice }: Part,
    peeled: string | undefined,
  ): Expansion | undefined {
    const { lot } = item;
    // On Ethereum backward it is its sender's past that has been read.
    const backFrom = forward ? undefined : lot.from;
    const here = backFrom ?? lot.owner;
    const end = (reason: FollowStopReason, at?: Owner): undefined => {
      const evidence = typeof entry === 'object' && 'end' in entry ? entry.transaction : undefined;
      return stop(
        item,
        reason,
        slice.amount,
        at,
        pool.transaction ?? evidence ?? lot.transaction,
      ) as undefined;
    };
    if (entry === 'unspent') return end('unspent', here);
    if (entry === 'unknown') return end('not_in_ledger', here);
    if ('end' in entry) {
      const known = entry.end === 'unknown' ? 'not_in_ledger' : entry.end;
      return end(known, known === 'fee' || known === 'burnt' ? undefined : here);
    }
    const next = entry.lot;
    const [from, to, transfer] = forward ? [here, next.owner, next] : [next.owner, here, lot];
    // On Ethereum forward, a transfer to nobody destroys a token.
    const destroyed = forward && next.from !== undefined && !to;
    if (!from || (!to && !destroyed)) return end('no_address');
    // Backward on Ethereum, the transfer was emitted when its sender was read.
    if (to && (from.address === to.address || backFrom)) {
      if (rootIds[item.start]?.has(next.id)) return end('returned', to);
      const { asset, start, hops } = item;
      enqueue({
        lot: next,
        asset,
        start,
        hops,
        slice: method === 'poison' ? wholeLot(next.amount) : slice,
      });
      return undefined;
    }
    return { item, lot: transfer, next, from, to, slice, peel: forward && peeled === next.id };
  }

  function propagate(pool: CommingledPool, items: readonly FrontierItem[]): Expansion[] {
    const links = linksAt(pool, method, direction, new Set(items.map(({ lot }) => lot.id)));
    const peeled = forward ? question.peelOf?.(pool) : undefined;
    return items.flatMap((item) =>
      cut(pool, links.get(item.lot.id) ?? [], item.slice, method, direction).flatMap(
        (part) => expansionOf(item, pool, part, peeled) ?? [],
      ),
    );
  }

  /**
   * Backward on Ethereum: reports the transfer that brought a lot before its sender's past is read. Returns undefined if that
   * past is not read.
   */
  function sent(item: FrontierItem): FrontierItem | undefined {
    const { lot, slice, reported, asset, start } = item;
    const { from, owner: to } = lot;
    if (forward || reported || !to || from?.address === to.address) return item;
    const conversion = reader.conversion?.(lot, 'backward');
    if (!from) return converted(item, conversion) ? undefined : item;
    const hops = refusal({ item, lot, next: lot, from, to, slice, peel: false }, slice.amount);
    if (typeof hops === 'string') {
      stop(item, hops, slice.amount, to);
      return undefined;
    }
    nodes.add(from.address);
    events.step({ lot, from, to, amount: slice.amount, asset, start, hops, peel: false });
    const moved = { ...item, hops };
    if (conversion) {
      convert(moved, item, conversion);
      return undefined;
    }
    const reason = question.stopAt(from);
    if (!reason) return moved;
    stop(moved, reason, slice.amount, from);
    return undefined;
  }

  /** Backward: continues with what a lot without a known sender was before; returns false if it is part of no conversion. */
  function converted(item: FrontierItem, conversion: LotConversion | undefined): boolean {
    if (!conversion) return false;
    const refused = question.refuses?.(item.lot);
    if (refused) stop(item, refused, item.slice.amount, item.lot.owner);
    else convert(item, item, conversion);
    return true;
  }

  function answer(
    items: readonly FrontierItem[],
    step: Step,
    pools: Map<string, { pool: CommingledPool; items: FrontierItem[] }>,
  ): void {
    for (const item of items) {
      const { owner, from } = item.lot;
      const here = !forward && from ? from : owner;
      const { amount } = item.slice;
      // On Bitcoin, who paid a lot, and for what, is known once its transaction has been read.
      const isRead = !forward && !from && !item.reported;
      if (isRead && converted(item, reader.conversion?.(item.lot, 'backward'))) continue;
      if (step.is === 'end') {
        const { end } = step;
        stop(item, end, amount, end === 'burnt' ? undefined : here);
      } else if (step.is !== 'pool') stop(item, step.is, amount, here);
      else if (step.pool.coinJoin) stop(item, 'coinjoin', amount, here, step.pool.transaction ?? undefined);
      else {
        const known = pools.get(step.pool.id) ?? { pool: step.pool, items: [] };
        pools.set(step.pool.id, known);
        known.items.push(item);
      }
    }
  }

  return {
    begin(): void {
      question.starts.forEach(({ roots }, start) => {
        const total = roots.reduce((sum, { amount }) => sum + amount, 0n);
        const share = (total * BigInt(limits.minimumShare)) / million;
        minima.set(`${start} ${question.asset}`, share > limits.minimum ? share : limits.minimum);
        for (const lot of roots) {
          enqueue({ lot, asset: question.asset, start, hops: 0, slice: wholeLot(lot.amount) });
        }
      });
    },
    /** Items of the next round by lot, the largest first. */
    next(): { lot: Lot; items: FrontierItem[] }[] {
      let items: FrontierItem[] = [];
      // If all of a round were converted, what they were before is next.
      while (items.length === 0 && waiting.size > 0) {
        const all = [...waiting.values()];
        waiting = new Map();
        items = all.flatMap((item) => sent(item) ?? []);
      }
      const groups = Map.groupBy(items, ({ lot }) => lot.id);
      return [...groups.values()]
        .flatMap((group) => {
          const [first] = group;
          const amount = group.reduce((sum, { slice }) => sum + slice.amount, 0n);
          return first ? [{ lot: first.lot, items: group, amount }] : [];
        })
        .toSorted((a, b) => descending(a.amount, b.amount) || byText(a.lot.id, b.lot.id));
    },
    advance(answers: readonly { items: readonly FrontierItem[]; step: Step }[]): void {
      const pools = new Map<string, { pool: CommingledPool; items: FrontierItem[] }>();
      for (const { items, step } of answers) answer(items, step, pools);
      const leads = [...pools.values()].flatMap(({ pool, items }) => propagate(pool, items));
      const place = ({ item, from, to }: Expansion): string =>
        `${item.start} ${(forward ? from : to)?.address ?? ''}`;
      for (const group of Map.groupBy(leads, place).values()) followLargest(together(group));
    },
    leave(items: readonly FrontierItem[], reason: 'reads' | 'rounds'): void {
      if (bound === 'done') bound = reason;
      for (const item of items) {
        const { owner, from } = item.lot;
        stop(item, 'reads', item.slice.amount, !forward && from ? from : owner);
      }
    },
    state: () => ({ nodes: nodes.size, waiting: waiting.size, bound }),
  };
}
