import { fromHex, toHex } from '../../bytes.ts';
import type { EthereumLog } from '../model.ts';
import type { Movement } from '../tokens/movements.ts';
import { contractsIn, ownersOf } from './actors.ts';

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

/** Returns the accounts that run as one program: contracts, and tokens that were made or destroyed. */
function programOf({ movements }: ConversionFacts, contracts: ReadonlySet<string>): Set<string> {
  const tokens = movements.flatMap(({ from, to, token }) =>
    token && (from === null || to === null) ? [toHex(token)] : [],
  );
  return new Set([...contracts, ...tokens]);
}

function add(nets: Map<string, Net>, account: string, { key, asset }: Flow, amount: bigint): void {
  const net = nets.get(account) ?? new Map();
  nets.set(account, net);
  net.set(key, { asset, amount: (net.get(key)?.amount ?? 0n) + amount });
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

/** Returns whether an asset was received that was not given, and part of what was given was not paid to others. */
function isConverted(gave: readonly ConvertedSide[], received: readonly ConvertedSide[]): boolean {
  const left = new Map(joinedParts(gave).map((part) => [assetKeyOf(part), part.amount]));
  let other = false;
  for (const part of joinedParts(received)) {
    const given = left.get(assetKeyOf(part));
    if (given === undefined) other = true;
    else left.set(assetKeyOf(part), given - part.amount);
  }
  return other && [...left.values()].some((amount) => amount > 0n);
}

interface Group {
  /** Net amounts of accounts that the transaction acts for, with this group. */
  readonly owners: Map<string, Net>;
  /** Net amounts of all others. */
  readonly others: Map<string, Net>;
}

function conversionsOfGroup({ owners, others }: Group, contracts: ReadonlySet<string>): Conversion[] {
  const gave = sidesOf(owners, -1n);
  const paid = new Map(
    [...others].filter(([account, net]) => !contracts.has(account) && partsOf(net, -1n).length === 0),
  );
  const received = [...sidesOf(owners, 1n), ...sidesOf(paid, 1n)];
  const through = [...others.keys()].filter((account) => !paid.has(account)).map(fromHex);
  const own = ({ account }: ConvertedSide) =>
    received.filter((side) => toHex(side.account) === toHex(account));
  const apart = received.length === gave.length && gave.every((side) => isConverted([side], own(side)));
  if (apart) return gave.map((side) => ({ gave: [side], received: own(side), through, basis: 'exact' }));
  if (!isConverted(gave, received)) return [];
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
  if (facts.called) contracts.add(toHex(facts.called));
  // A transaction that acts for its signer only is one program; otherwise, it may do unrelated things for each.
  const groupOf = groupsOf(flows, owners, owners.size === 1 ? programOf(facts, contracts) : new Set());
  const groups = new Map<string, Group>();
  const groupAt = (account: string): Group => {
    const root = groupOf(account);
    const known = groups.get(root) ?? { owners: new Map(), others: new Map() };
    groups.set(root, known);
    return known;
  };
  for (const flow of flows) {
    const [fromOwner, toOwner] = [owners.has(flow.from), owners.has(flow.to)];
    if (fromOwner && toOwner) continue;
    const group = groupAt(fromOwner ? flow.to : flow.from);
    add(fromOwner ? group.owners : group.others, flow.from, flow, -flow.amount);
    add(toOwner ? group.owners : group.others, flow.to, flow, flow.amount);
  }
  const found = [...groups.values()].flatMap((group) => [
    ...conversionsOfGroup(group, contracts),
    ...claimedConversions(group, contracts),
  ]);
  return joinRoutes(found);
}
