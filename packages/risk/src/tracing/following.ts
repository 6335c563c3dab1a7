import { byText, descending } from '@hopscope/domain';
import { cut, joined, linksAt, type Part, type Portion, wholeOf } from '../exposure/divide.ts';
import type { Mixture, Owner, Parcel, Step } from '../exposure/types.ts';
import type {
  AssetName,
  Conversion,
  FollowEvents,
  FollowQuestion,
  FollowReader,
  FollowResult,
  FollowStopReason,
} from './follow-types.ts';

/** A parcel that money has come to. */
interface Item {
  readonly key: string;
  readonly parcel: Parcel;
  readonly asset: AssetName;
  readonly start: number;
  readonly hops: number;
  portion: Portion;
}

/** Part of an item that leads on; `parcel` is the transfer, `next` where it goes on from. */
interface Lead {
  readonly item: Item;
  readonly parcel: Parcel;
  readonly next: Parcel;
  readonly from: Owner;
  readonly to: Owner;
  readonly portion: Portion;
  readonly peel: boolean;
}

const million = 1_000_000n;

/** What one question carries along. */
export function createFollowing(question: FollowQuestion, reader: FollowReader, events: FollowEvents) {
  const { direction, method, limits } = question;
  const forward = direction === 'forward';
  let waiting = new Map<string, Item>();
  const nodes = new Set<string>(question.starts.map(({ owner }) => owner.address));
  const visited = new Set<string>();
  const rootIds = question.starts.map((start) => new Set(start.roots.map(({ id }) => id)));
  const minima = new Map<string, bigint>();
  /** Units of parcels that came out of conversions and have been given to somebody. */
  const given = new Map<string, bigint>();
  /** Units of parcels that money of a start has come to, with haircut. */
  const reached = new Map<string, bigint>();
  let bound: FollowResult['reason'] = 'done';

  function stop(
    item: Item,
    reason: FollowStopReason,
    amount: bigint,
    at?: Owner,
    transaction?: string,
  ): void {
    if (amount === 0n) return;
    if ((reason === 'hops' || reason === 'nodes' || reason === 'reads') && bound === 'done') bound = reason;
    events.stop({
      owner: at,
      reason,
      amount,
      asset: item.asset,
      hops: item.hops,
      transaction: transaction ?? item.parcel.transaction,
      start: item.start,
    });
  }

  /** Adds to what waits for the next round. */
  function enter(item: Omit<Item, 'key'>): void {
    const key = `${item.start} ${item.hops} ${item.parcel.id}`;
    if (method === 'poison') {
      const place = `${item.start} ${item.parcel.id}`;
      if (visited.has(place)) return;
      visited.add(place);
    }
    const portion = method === 'haircut' ? nextUnits(item) : item.portion;
    const before = waiting.get(key);
    if (before) before.portion = joined(before.portion, portion);
    else waiting.set(key, { ...item, key, portion });
  }

  /** With haircut: units of the parcel that no money of this start has come to before. */
  function nextUnits({ start: number, parcel, portion: { amount } }: Omit<Item, 'key'>): Portion {
    const key = `${number} ${parcel.id}`;
    const start = reached.get(key) ?? 0n;
    const end = start + amount;
    reached.set(key, end);
    return { amount, ranges: [{ start, end }] };
  }

  function minimumOf({ start, asset }: Item): bigint {
    return minima.get(`${start} ${asset}`) ?? 0n;
  }

  /** Of another asset: a share of it is as small as the same share of what was given for it. */
  function setMinimum(item: Item, asset: AssetName, amount: bigint): void {
    const key = `${item.start} ${asset}`;
    if (!minima.has(key)) minima.set(key, (amount * minimumOf(item)) / (item.portion.amount || 1n));
  }

  function convert(
    { item, to, from, parcel, portion }: Lead,
    hops: number,
    { kind, gave, got }: Conversion,
  ): void {
    const { asset } = item;
    stop({ ...item, hops }, 'swap', portion.amount, to, parcel.transaction);
    for (const { parcel: back, asset: other } of got) {
      const amount = (back.amount * portion.amount) / gave;
      if (amount === 0n) continue;
      const start = given.get(back.id) ?? 0n;
      const end = start + amount > back.amount ? back.amount : start + amount;
      given.set(back.id, end);
      setMinimum(item, other, amount);
      events.hop({
        kind,
        by: from,
        through: to,
        gave: { asset, amount: portion.amount, transaction: parcel.transaction },
        got: { asset: other, amount: end - start, transaction: back.transaction },
      });
      if (end === start) continue;
      const taken = { amount: end - start, ranges: [{ start, end }] };
      const whole = method === 'poison' ? wholeOf(back.amount) : taken;
      enter({ parcel: back, asset: other, start: item.start, hops, portion: whole });
    }
  }

  /** Why a part that leads on is left where it is; else how many hops it is away. */
  function refusal(lead: Lead, whole: bigint): FollowStopReason | number {
    const { item, parcel, from, to, peel } = lead;
    const refused = question.refuses?.(parcel);
    if (refused) return refused;
    if (whole < minimumOf(item)) return 'minimum';
    const hops = from.id === to.id || peel ? item.hops : item.hops + 1;
    if (hops > limits.hops) return 'hops';
    const other = forward ? to : from;
    if (!nodes.has(other.address) && nodes.size >= limits.nodes) return 'nodes';
    return hops;
  }

  function follow(lead: Lead, whole: bigint): void {
    const { item, parcel, from, to, portion, peel } = lead;
    const [here, there] = forward ? [from, to] : [to, from];
    const hops = refusal(lead, whole);
    if (typeof hops === 'string') return stop(item, hops, portion.amount, here, parcel.transaction);
    nodes.add(there.address);
    events.step({
      parcel,
      from,
      to,
      amount: portion.amount,
      asset: item.asset,
      start: item.start,
      hops,
      peel,
    });
    const conversion = forward ? reader.conversion?.(parcel) : undefined;
    if (conversion) return convert(lead, hops, conversion);
    const { asset, start } = item;
    const reason = rootIds[start]?.has(lead.next.id) ? 'returned' : question.stopAt(there);
    if (reason) return stop({ ...item, hops }, reason, portion.amount, there, parcel.transaction);
    const onward = method === 'poison' ? wholeOf(lead.next.amount) : portion;
    enter({ parcel: lead.next, asset, start, hops, portion: onward });
  }

  /** Money that leaves its address (backward: that came to it), the largest transfers first; beyond so many it is left. */
  function followLargest(leads: readonly Lead[]): void {
    const way = ({ parcel, from, to }: Lead): string => `${parcel.id} ${(forward ? to : from).address}`;
    const groups = [...Map.groupBy(leads, way)]
      .map(([id, group]) => ({
        id,
        group,
        amount: group.reduce((sum, { portion }) => sum + portion.amount, 0n),
      }))
      .toSorted((a, b) => descending(a.amount, b.amount) || byText(a.id, b.id));
    groups.forEach(({ group, amount }, place) => {
      for (const lead of group) {
        const { item, parcel, portion, from, to } = lead;
        if (place < limits.top) follow(lead, amount);
        else stop(item, 'top', portion.amount, forward ? from : to, parcel.transaction);
      }
    });
  }

  /** Where a part of an item leads: to an end, on within its address, or away (the answer). */
  function leadOf(
    item: Item,
    mixture: Mixture,
    { entry, portion }: Part,
    peeled: string | undefined,
  ): Lead | undefined {
    const { parcel } = item;
    // On Ethereum backward it is its sender's past that has been read.
    const backFrom = forward ? undefined : parcel.from;
    const here = backFrom ?? parcel.owner;
    const end = (reason: FollowStopReason, at?: Owner): undefined => {
      const evidence = typeof entry === 'object' && 'end' in entry ? entry.transaction : undefined;
      return stop(
        item,
        reason,
        portion.amount,
        at,
        mixture.transaction ?? evidence ?? parcel.transaction,
      ) as undefined;
    };
    if (entry === 'held') return end('unspent', here);
    if (entry === 'unknown') return end('not_in_ledger', here);
    if ('end' in entry) {
      const known = entry.end === 'unknown' ? 'not_in_ledger' : entry.end;
      return end(known, known === 'fee' || known === 'burnt' ? undefined : here);
    }
    const next = entry.parcel;
    const [from, to, transfer] = forward ? [here, next.owner, next] : [next.owner, here, parcel];
    if (!from || !to) return end('no_address');
    // Backward on Ethereum the transfer has been told when its sender was asked for.
    if (from.address === to.address || backFrom) {
      if (rootIds[item.start]?.has(next.id)) return end('returned', to);
      const { asset, start, hops } = item;
      enter({
        parcel: next,
        asset,
        start,
        hops,
        portion: method === 'poison' ? wholeOf(next.amount) : portion,
      });
      return undefined;
    }
    return { item, parcel: transfer, next, from, to, portion, peel: forward && peeled === next.id };
  }

  function mix(mixture: Mixture, items: readonly Item[]): Lead[] {
    const links = linksAt(mixture, method, direction, new Set(items.map(({ parcel }) => parcel.id)));
    const peeled = forward ? question.peelOf?.(mixture) : undefined;
    return items.flatMap((item) =>
      cut(mixture, links.get(item.parcel.id) ?? [], item.portion, method, direction).flatMap(
        (part) => leadOf(item, mixture, part, peeled) ?? [],
      ),
    );
  }

  /** Backward on Ethereum: the transfer that brought a parcel, before its sender's past is read. False: it is not read. */
  function sent(item: Item): Item | undefined {
    const { parcel, portion } = item;
    if (forward || !parcel.from || !parcel.owner || parcel.from.address === parcel.owner.address) return item;
    const { from, owner: to } = parcel;
    const lead = { item, parcel, next: parcel, from, to, portion, peel: false };
    const hops = refusal(lead, portion.amount);
    if (typeof hops === 'string') {
      stop(item, hops, portion.amount, to);
      return undefined;
    }
    nodes.add(from.address);
    events.step({
      parcel,
      from,
      to,
      amount: portion.amount,
      asset: item.asset,
      start: item.start,
      hops,
      peel: false,
    });
    const moved = { ...item, hops };
    const reason = question.stopAt(from);
    if (!reason) return moved;
    stop(moved, reason, portion.amount, from);
    return undefined;
  }

  function answer(
    items: readonly Item[],
    step: Step,
    mixtures: Map<string, { mixture: Mixture; items: Item[] }>,
  ): void {
    for (const item of items) {
      const { owner, from } = item.parcel;
      const here = !forward && from ? from : owner;
      const { amount } = item.portion;
      if (step.is === 'end') {
        const { end } = step;
        stop(item, end === 'held' ? 'unspent' : end, amount, end === 'burnt' ? undefined : here);
      } else if (step.is !== 'mixture') stop(item, step.is, amount, here);
      else if (step.mixture.coinJoin)
        stop(item, 'coinjoin', amount, here, step.mixture.transaction ?? undefined);
      else {
        const known = mixtures.get(step.mixture.id) ?? { mixture: step.mixture, items: [] };
        mixtures.set(step.mixture.id, known);
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
        for (const parcel of roots) {
          enter({ parcel, asset: question.asset, start, hops: 0, portion: wholeOf(parcel.amount) });
        }
      });
    },
    /** Items of the next round by parcel, the largest first. */
    next(): { parcel: Parcel; items: Item[] }[] {
      const items = [...waiting.values()];
      waiting = new Map();
      const groups = Map.groupBy(
        items.flatMap((item) => sent(item) ?? []),
        ({ parcel }) => parcel.id,
      );
      return [...groups.values()]
        .flatMap((group) => {
          const [first] = group;
          const amount = group.reduce((sum, { portion }) => sum + portion.amount, 0n);
          return first ? [{ parcel: first.parcel, items: group, amount }] : [];
        })
        .toSorted((a, b) => descending(a.amount, b.amount) || byText(a.parcel.id, b.parcel.id));
    },
    goOn(answers: readonly { items: readonly Item[]; step: Step }[]): void {
      const mixtures = new Map<string, { mixture: Mixture; items: Item[] }>();
      for (const { items, step } of answers) answer(items, step, mixtures);
      const leads = [...mixtures.values()].flatMap(({ mixture, items }) => mix(mixture, items));
      const place = ({ item, from, to }: Lead): string => `${item.start} ${(forward ? from : to).address}`;
      for (const group of Map.groupBy(leads, place).values()) followLargest(together(group));
    },
    leave(items: readonly Item[], reason: 'reads' | 'rounds'): void {
      if (bound === 'done') bound = reason;
      for (const item of items) {
        const { owner, from } = item.parcel;
        stop(item, 'reads', item.portion.amount, !forward && from ? from : owner);
      }
    },
    state: () => ({ nodes: nodes.size, waiting: waiting.size, bound }),
  };
}

/** What leads the same way with the same hops goes together. */
function together(leads: readonly Lead[]): Lead[] {
  const sums = new Map<string, Lead>();
  for (const lead of leads) {
    const key = `${lead.item.hops} ${lead.item.asset} ${lead.parcel.id} ${lead.next.id} ${lead.from.address}`;
    const before = sums.get(key);
    sums.set(key, before ? { ...before, portion: joined(before.portion, lead.portion) } : lead);
  }
  return [...sums.values()];
}
