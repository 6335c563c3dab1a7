import { fromHex, toHex } from '../../bytes.ts';
import type { EthereumLog } from '../model.ts';
import type { Movement } from '../tokens/movements.ts';
import { contractsIn, isEntryPoint, ownersOf } from './actors.ts';

/** An amount of an asset. */
export type ConvertedPart = Pick<Movement, 'token' | 'standard' | 'tokenId' | 'amount'>;

/** What one account gave or received, net, by asset. */
export interface ConvertedSide {
  readonly account: Uint8Array;
  readonly parts: readonly ConvertedPart[];
}

/**
 * - `exact`: one account that the transaction acts for gave everything.
 * - `shared`: several gave, so each received part comes from all of them in proportion.
 * - `claimed`: the account did not sign; only events of the contracts say that it gave and received.
 */
export type ConversionBasis = 'exact' | 'shared' | 'claimed';

/** Assets that became others within one transaction. */
export interface Conversion {
  readonly gave: readonly ConvertedSide[];
  readonly received: readonly ConvertedSide[];
  /** Accounts that passed assets on in between: pools, routers, issuers. */
  readonly through: readonly Uint8Array[];
  readonly basis: ConversionBasis;
}

/** A transaction that didn't fail, with what it moved. */
export interface ConversionFacts {
  readonly signer: Uint8Array;
  /** The contract that it called; null for a payment or a creation. */
  readonly called: Uint8Array | null;
  readonly movements: readonly Movement[];
  readonly logs: readonly EthereumLog[];
}

type Asset = Omit<ConvertedPart, 'amount'>;
/** Net amounts by asset; what was received is positive. */
type Net = Map<string, { readonly asset: Asset; amount: bigint }>;

interface Flow {
  readonly from: string;
  readonly to: string;
  readonly key: string;
  readonly asset: Asset;
  readonly amount: bigint;
}

const assetKeyOf = ({ token, tokenId }: Asset): string => (token ? `${toHex(token)}:${tokenId ?? ''}` : '');

/** Returns what moved between accounts. The token's contract gives new tokens and takes destroyed ones. */
function flowsOf({ movements }: ConversionFacts): Flow[] {
  return movements.flatMap((movement): Flow[] => {
    const { kind, from, to, token, standard, tokenId, amount, spam } = movement;
    const [giver, taker] = [from ?? token, to ?? token];
    if (kind === 'fee' || spam !== null || amount === 0n || !giver || !taker) return [];
    const asset = { token, standard, tokenId };
    return [{ from: toHex(giver), to: toHex(taker), key: assetKeyOf(asset), asset, amount }];
  });
}

function add(nets: Map<string, Net>, account: string, { key, asset }: Flow, amount: bigint): void {
  const net = nets.get(account) ?? new Map();
  nets.set(account, net);
  net.set(key, { asset, amount: (net.get(key)?.amount ?? 0n) + amount });
}

/** Returns the accounts that run as one program: contracts, and tokens that were made or destroyed. */
function programOf({ movements }: ConversionFacts, contracts: ReadonlySet<string>): Set<string> {
  const tokens = movements.flatMap(({ from, to, token }) =>
    token && (from === null || to === null) ? [toHex(token)] : [],
  );
  return new Set([...contracts, ...tokens]);
}

/** Returns all accounts that moved something with each other for one owner; entry points only collect their fee. */
function allJoined(flows: readonly Flow[], owners: ReadonlySet<string>): Set<string> {
  const givers = new Set(flows.flatMap(({ from }) => (owners.has(from) ? [from] : [])));
  if (givers.size !== 1) return new Set();
  return new Set(
    flows.flatMap(({ from, to }) => [from, to]).filter((each) => !owners.has(each) && !isEntryPoint(each)),
  );
}

/**
 * Joins accounts that moved something between them, except those that the transaction acts for, and `joined` ones; returns the
 * group of each.
 */
function groupsOf(
  flows: readonly Flow[],
  owners: ReadonlySet<string>,
  joined: ReadonlySet<string>,
): (account: string) => string {
  const parents = new Map<string, string>();
  const rootOf = (account: string): string => {
    let root = account;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    if (root !== account) parents.set(account, root);
    return root;
  };
  const join = (a: string, b: string): void => {
    const [from, to] = [rootOf(a), rootOf(b)];
    if (from !== to) parents.set(from, to);
  };
  const [first] = joined;
  for (const { from, to } of flows) {
    if (!owners.has(from) && !owners.has(to)) join(from, to);
    for (const each of [from, to]) if (first !== undefined && joined.has(each)) join(each, first);
  }
  return rootOf;
}

function partsOf(net: Net | undefined, sign: 1n | -1n): ConvertedPart[] {
  return [...(net?.values() ?? [])].flatMap(({ asset, amount }) =>
    amount * sign > 0n ? [{ ...asset, amount: amount * sign }] : [],
  );
}

function sidesOf(nets: ReadonlyMap<string, Net>, sign: 1n | -1n): ConvertedSide[] {
  return [...nets].flatMap(([account, net]) => {
    const parts = partsOf(net, sign);
    return parts.length === 0 ? [] : [{ account: fromHex(account), parts }];
  });
}

/** Adds up parts of one asset. */
function joinedParts(sides: readonly ConvertedSide[]): ConvertedPart[] {
  const sums = new Map<string, ConvertedPart>();
  for (const part of sides.flatMap(({ parts }) => parts)) {
    const key = assetKeyOf(part);
    sums.set(key, { ...part, amount: part.amount + (sums.get(key)?.amount ?? 0n) });
  }
  return [...sums.values()];
}

/**
 * Returns whether an asset was received that was not given, and part of what was given was not paid to others. `isTrade`: whoever
 * took the given asset gave another one for it, so it doesn't matter to whom it was passed on.
 */
function isConverted(
  gave: readonly ConvertedSide[],
  received: readonly ConvertedSide[],
  isTrade = false,
): boolean {
  const left = new Map(joinedParts(gave).map((part) => [assetKeyOf(part), part.amount]));
  let other = false;
  for (const part of joinedParts(received)) {
    const given = left.get(assetKeyOf(part));
    if (given === undefined) other = true;
    else left.set(assetKeyOf(part), given - part.amount);
  }
  return other && (isTrade ? gave.length > 0 : [...left.values()].some((amount) => amount > 0n));
}

interface Group {
  /** Net amounts of accounts that the transaction acts for, with this group. */
  readonly owners: Map<string, Net>;
  /** Net amounts of all others. */
  readonly others: Map<string, Net>;
  /** What moved between both. */
  readonly flows: Flow[];
}

const keysIn = (sides: readonly ConvertedSide[]): Set<string> =>
  new Set(sides.flatMap(({ parts }) => parts.map(assetKeyOf)));

/** Returns whether the called contract, or an account that was paid by an owner, gave an owner an asset that none gave. */
function isTradeOf({ owners, flows }: Group, given: ReadonlySet<string>, called: string | null): boolean {
  const takers = new Set(flows.flatMap(({ from, to }) => (owners.has(from) ? [to] : [])));
  if (called !== null) takers.add(called);
  return flows.some(({ from, to, key }) => owners.has(to) && takers.has(from) && !given.has(key));
}

/**
 * Returns what others received of a group: with owners who received a new asset, only parts of the same assets, because the rest
 * stays within services; otherwise one new asset, which was bought for them.
 */
function paidSides(
  paid: ReadonlyMap<string, Net>,
  { given, got }: { given: ReadonlySet<string>; got: ReadonlySet<string> },
): ConvertedSide[] {
  const sides = sidesOf(paid, 1n);
  const hasNew = [...got].some((key) => !given.has(key));
  const fresh = [...keysIn(sides)].filter((key) => !given.has(key));
  const [only] = fresh;
  const wanted = hasNew ? got : new Set(fresh.length === 1 && only !== undefined ? [only] : []);
  return sides.flatMap(({ account, parts }) => {
    const own = parts.filter((part) => given.has(assetKeyOf(part)) || wanted.has(assetKeyOf(part)));
    return own.length === 0 ? [] : [{ account, parts: own }];
  });
}

function conversionsOfGroup(
  group: Group,
  { contracts, called }: { contracts: ReadonlySet<string>; called: string | null },
): Conversion[] {
  const { owners, others } = group;
  const gave = sidesOf(owners, -1n);
  const paid = new Map(
    [...others].filter(([account, net]) => !contracts.has(account) && partsOf(net, -1n).length === 0),
  );
  const taken = sidesOf(owners, 1n);
  const given = keysIn(gave);
  const received = [...taken, ...paidSides(paid, { given, got: keysIn(taken) })];
  const through = [...others.keys()].filter((account) => !paid.has(account)).map(fromHex);
  const own = ({ account }: ConvertedSide) =>
    received.filter((side) => toHex(side.account) === toHex(account));
  const apart = received.length === gave.length && gave.every((side) => isConverted([side], own(side)));
  if (apart) return gave.map((side) => ({ gave: [side], received: own(side), through, basis: 'exact' }));
  if (!isConverted(gave, received, isTradeOf(group, given, called))) return [];
  return [{ gave, received, through, basis: gave.length === 1 ? 'exact' : 'shared' }];
}

/** Returns conversions of accounts without code that the transaction doesn't act for, such as makers of signed orders. */
function claimedConversions(group: Group, contracts: ReadonlySet<string>): Conversion[] {
  const through = [...group.others.keys()];
  return [...group.others].flatMap(([account, net]): Conversion[] => {
    if (contracts.has(account)) return [];
    const own = new Map([[account, net]]);
    const [gave, received] = [sidesOf(own, -1n), sidesOf(own, 1n)];
    if (!isConverted(gave, received)) return [];
    const rest = through.filter((other) => other !== account).map(fromHex);
    return [{ gave, received, through: rest, basis: 'claimed' }];
  });
}

/**
 * Returns what the called contract converted of its own, if the transaction converted nothing else for whom it acts: a program that
 * trades with what it holds. What others only received for it counts, if that is one account and one asset.
 */
function conversionOfCalled(
  flows: readonly Flow[],
  owners: ReadonlySet<string>,
  called: string | null,
): Conversion[] {
  if (called === null || owners.has(called)) return [];
  const nets = new Map<string, Net>();
  /** What owners paid to it isn't its own. */
  const lent = new Map<string, bigint>();
  for (const flow of flows) {
    const { from, to, key, amount } = flow;
    if (owners.has(from) && to === called) lent.set(key, (lent.get(key) ?? 0n) + amount);
    if (owners.has(from) || owners.has(to)) continue;
    add(nets, from, flow, -amount);
    add(nets, to, flow, amount);
  }
  const others = [...nets].filter(([account]) => account !== called);
  const own = new Map(nets.get(called));
  for (const [key, { asset, amount }] of own) {
    // Its own tokens are only made and destroyed.
    if (asset.token && toHex(asset.token) === called) own.delete(key);
    else if (amount < 0n) own.set(key, { asset, amount: min(amount + (lent.get(key) ?? 0n), 0n) });
  }
  const [gave, taken] = [sidesOf(new Map([[called, own]]), -1n), sidesOf(new Map([[called, own]]), 1n)];
  const given = keysIn(gave);
  const bought = sidesOf(
    new Map(others.filter(([, net]) => partsOf(net, 1n).length === 1 && partsOf(net, -1n).length === 0)),
    1n,
  ).filter(({ parts }) => parts.every((part) => !given.has(assetKeyOf(part))));
  const hasNew = [...keysIn(taken)].some((key) => !given.has(key));
  const received = hasNew ? taken : bought.length === 1 ? [...taken, ...bought] : [];
  if (!isConverted(gave, received)) return [];
  const recipients = new Set(received.map(({ account }) => toHex(account)));
  const through = others.flatMap(([account]) => (recipients.has(account) ? [] : [fromHex(account)]));
  return [{ gave, received, through, basis: 'exact' }];
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Divides what moved into the groups of accounts that an owner dealt with. */
function groupFlows(
  flows: readonly Flow[],
  owners: ReadonlySet<string>,
  joined: ReadonlySet<string>,
): Group[] {
  const groupOf = groupsOf(flows, owners, joined);
  const groups = new Map<string, Group>();
  for (const flow of flows) {
    const [fromOwner, toOwner] = [owners.has(flow.from), owners.has(flow.to)];
    if (fromOwner && toOwner) continue;
    const root = groupOf(fromOwner ? flow.to : flow.from);
    const group: Group = groups.get(root) ?? { owners: new Map(), others: new Map(), flows: [] };
    groups.set(root, group);
    if (fromOwner || toOwner) group.flows.push(flow);
    add(fromOwner ? group.owners : group.others, flow.from, flow, -flow.amount);
    add(toOwner ? group.owners : group.others, flow.to, flow, flow.amount);
  }
  return [...groups.values()];
}

/** Joins the routes of one account that converted the same assets through separate pools. */
function joinRoutes(found: readonly Conversion[]): Conversion[] {
  const joined = new Map<string, Conversion>();
  const routeOf = ({ account, parts }: ConvertedSide): string =>
    `${toHex(account)} ${parts.map(assetKeyOf).sort().join()}`;
  for (const [i, conversion] of found.entries()) {
    const { gave, received, through, basis } = conversion;
    const [giver, taker] = [gave[0], received[0]];
    const single = basis === 'exact' && gave.length === 1 && received.length === 1 && giver && taker;
    const key = single ? `${routeOf(giver)} ${routeOf(taker)}` : String(i);
    const known = joined.get(key);
    const sides = known && { giver: known.gave[0], taker: known.received[0] };
    if (!single || !known || !sides?.giver || !sides.taker) {
      joined.set(key, conversion);
      continue;
    }
    joined.set(key, {
      gave: [{ account: giver.account, parts: joinedParts([sides.giver, giver]) }],
      received: [{ account: taker.account, parts: joinedParts([sides.taker, taker]) }],
      through: [...new Set([...known.through, ...through].map(toHex))].map(fromHex),
      basis,
    });
  }
  return [...joined.values()];
}

/**
 * Returns what a transaction converted, from net amounts instead of a list of protocols: which accounts gave one asset to a
 * group of contracts, and which received another asset from it, through any number of pools and routers. Assets are ether,
 * tokens, and single collectibles. Network fees and what pools keep are left out. A flash loan is no conversion: its net
 * amounts are 0. Without traces, ether moved by contracts is missing.
 */
export function conversionsOf(facts: ConversionFacts): Conversion[] {
  const flows = flowsOf(facts);
  const owners = ownersOf(facts.signer, facts.logs);
  const contracts = contractsIn(facts.logs, facts.movements);
  const called = facts.called && toHex(facts.called);
  if (called !== null) contracts.add(called);
  // A transaction that acts for its signer only is one program; otherwise, it may do unrelated things for each.
  const program = owners.size === 1 ? programOf(facts, contracts) : new Set<string>();
  const groups = groupFlows(flows, owners, program);
  const ofOwners = (all: readonly Group[]): Conversion[] =>
    all.flatMap((group) => conversionsOfGroup(group, { contracts, called }));
  let own = ofOwners(groups);
  if (own.length === 0) own = ofOwners(groupFlows(flows, owners, allJoined(flows, owners)));
  if (own.length === 0) own = conversionOfCalled(flows, owners, called);
  return joinRoutes([...own, ...groups.flatMap((group) => claimedConversions(group, contracts))]);
}
