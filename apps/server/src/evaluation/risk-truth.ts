import { decodeBlock, toHex, type Transaction } from '@hopscope/chain';
import {
  claimOf,
  type DirectoryClaim,
  type DemoOptions,
  entities,
  type EntityType,
  type FlowKind,
  simulateBitcoin,
} from '@hopscope/demo';
import { type BlockAtHeight, storeOutputs } from '../ledger/bitcoin/blocks/batch.ts';
import { nativeHashing } from '../ledger/native-hashing.ts';
import { byteKey } from '../ledger/shared/byte-keys.ts';

/** Kinds of actors whose money is what a score is to find. */
const illicitTypes: readonly EntityType[] = [
  'mixer',
  'darknet_market',
  'ransomware',
  'sanctioned',
  'investment_scam',
  'hacker',
];
/** Kinds that a profile holds risky, though nobody calls them crime; and exchanges that ask for no names. */
const riskyTypes: readonly EntityType[] = ['gambling', 'coinjoin_coordinator', 'bridge', 'spammer'];

const typeOf = new Map<string, EntityType>(Object.values(entities).map(({ id, type }) => [id, type]));
const noNames: string = entities.nonames.id;
/** Whether an actor's money is what a score is to find. */
export const isIllicit = (entity: string): boolean => illicitTypes.includes(typeOf.get(entity) ?? 'person');
const isRisky = (entity: string): boolean =>
  entity === noNames || riskyTypes.includes(typeOf.get(entity) ?? 'person');
const isService = (entity: string): boolean => typeOf.has(entity);

/** What is true of an address. Amounts in satoshis. */
export interface AddressTruth {
  readonly key: Uint8Array;
  readonly entity: string;
  /** Kind of its owner. */
  readonly type: EntityType;
  received: bigint;
  /** Of what it received: from illicit actors with no service and no CoinJoin between, and from risky services. */
  indirectIllicit: bigint;
  indirectRisky: bigint;
  /** Of what it received: what goes on to illicit actors, and to risky services, with no service and no CoinJoin between. */
  illicitAhead: bigint;
  riskyAhead: bigint;
  /** Of what it received: from illicit flows as the simulation hands them on, through CoinJoins as well. */
  flowing: bigint;
  /** Changes of address between it and the illicit actor that most of such money is from; undefined: it got none. */
  hops: number | undefined;
  /** Kind of actor that most of its illicit money is from. */
  readonly behind: Map<EntityType, bigint>;
  /** It spends a coin with which at least five steps of a peel chain begin. */
  peels: boolean;
  /** Payments just below a threshold that a story of structuring brought here. */
  structured: number;
}

/** A demo with everything that a judge of scores needs. */
export interface RiskTruth {
  readonly blocks: readonly BlockAtHeight[];
  readonly transactions: number;
  /** By `byteKey`. */
  readonly addresses: ReadonlyMap<string, AddressTruth>;
  /** What the imperfect directory says, and what a perfect one would. */
  readonly claims: readonly DirectoryClaim[];
  readonly perfect: readonly DirectoryClaim[];
  /** Txids as they are shown, of what the rules of behavior look for. */
  readonly peels: ReadonlySet<string>;
  readonly structured: ReadonlySet<string>;
  readonly poisonings: ReadonlySet<string>;
}

/** An output with what is true of it. */
interface Output {
  readonly value: bigint;
  readonly name: string | undefined;
  readonly entity: string;
  illicitHops: number | undefined;
  /** Kind of actor that most of it is from. */
  illicitFrom: EntityType | undefined;
  indirectIllicit: bigint;
  indirectRisky: bigint;
  illicitAhead: bigint;
  riskyAhead: bigint;
}

interface Entry {
  readonly txid: string;
  readonly coinJoin: boolean;
  readonly inputs: readonly Output[];
  readonly outputs: readonly Output[];
}

const shown = (txid: Uint8Array): string => toHex(Uint8Array.from(txid).reverse());
const sum = (amounts: Iterable<bigint>): bigint => {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
};

/** Steps of a chain of transactions of the kind `peel` that begins with one. */
function peelSteps(start: Entry, spentBy: ReadonlyMap<Output, Entry>, peels: ReadonlySet<string>): number {
  let steps = 0;
  for (let entry: Entry | undefined = start; entry && peels.has(entry.txid) && steps < 20; steps++) {
    const stored: Output | undefined = entry.outputs.toSorted((a, b) => (a.value < b.value ? 1 : -1))[0];
    entry = stored && spentBy.get(stored);
  }
  return steps;
}

/** What is ahead of the outputs of one transaction, once it is known of all later ones. */
function lookAhead({ outputs }: Entry, spentBy: ReadonlyMap<Output, Entry>): void {
  for (const output of outputs) {
    const next = spentBy.get(output);
    if (isIllicit(output.entity)) output.illicitAhead = output.value;
    else if (isRisky(output.entity)) output.riskyAhead = output.value;
    else if (!isService(output.entity) && next && !next.coinJoin) {
      const total = sum(next.outputs.map(({ value }) => value));
      if (total === 0n) continue;
      output.illicitAhead = (output.value * sum(next.outputs.map((one) => one.illicitAhead))) / total;
      output.riskyAhead = (output.value * sum(next.outputs.map((one) => one.riskyAhead))) / total;
    }
  }
}

function illicitOf({ entity, value, indirectIllicit }: Output): bigint {
  if (isIllicit(entity)) return value;
  return isService(entity) ? 0n : indirectIllicit;
}

function riskyOf({ entity, value, indirectRisky }: Output): bigint {
  if (isRisky(entity)) return value;
  return isService(entity) ? 0n : indirectRisky;
}

/** What is behind the outputs of one transaction, once it is known of all earlier ones. */
function lookBehind({ inputs, outputs, coinJoin }: Entry): void {
  const total = sum(inputs.map(({ value }) => value));
  if (total === 0n || coinJoin) return;
  const [illicit, risky] = [sum(inputs.map(illicitOf)), sum(inputs.map(riskyOf))];
  const tainted = inputs.filter((input) => illicitOf(input) > 0n);
  const [most] = tainted.toSorted((a, b) => (illicitOf(a) < illicitOf(b) ? 1 : -1));
  const names = new Set(inputs.map(({ name }) => name));
  for (const output of outputs) {
    output.indirectRisky = (output.value * risky) / total;
    output.indirectIllicit = (output.value * illicit) / total;
    if (!most) continue;
    const own = names.size === 1 && names.has(output.name);
    output.illicitHops = (isIllicit(most.entity) ? 0 : (most.illicitHops ?? 0)) + (own ? 0 : 1);
    output.illicitFrom = isIllicit(most.entity) ? typeOf.get(most.entity) : most.illicitFrom;
  }
}

/** Makes the Bitcoin side of a demo and works out what is true of every address. */
export function collectRiskTruth(options: DemoOptions): RiskTruth {
  const addresses = new Map<string, AddressTruth>();
  const shares = new Map<string, bigint>();
  const coinJoins = new Set<string>();
  const flows = new Map<number, FlowKind>();
  const claims: DirectoryClaim[] = [];
  const perfect: DirectoryClaim[] = [];
  const peels = new Set<string>();
  const structured = new Set<string>();
  const poisonings = new Set<string>();
  const simulation = simulateBitcoin({ ...options, hashing: nativeHashing }, (event) => {
    if (event.type === 'address') {
      const { key, entity } = event;
      addresses.set(byteKey(key), {
        key: Uint8Array.from(key),
        entity,
        type: typeOf.get(entity) ?? (entity.includes('customer') ? 'customer' : 'person'),
        received: 0n,
        indirectIllicit: 0n,
        indirectRisky: 0n,
        illicitAhead: 0n,
        riskyAhead: 0n,
        flowing: 0n,
        hops: undefined,
        behind: new Map(),
        peels: false,
        structured: 0,
      });
      if (typeOf.has(entity)) {
        perfect.push({ blockchain: 'bitcoin', key: Uint8Array.from(key), entity, delay: 0, confidence: 95 });
      }
    }
    if (event.type === 'flow') flows.set(event.flow.id, event.flow.kind);
    if (event.type === 'shares') {
      // Gambling is a risk and no crime: it counts among the risky services.
      const illicit = event.shares.filter(([id]) => flows.get(id) !== 'gambling').map(([, sats]) => sats);
      if (illicit.length > 0) shares.set(`${shown(event.txid)}:${event.vout}`, sum(illicit));
    }
    if (event.type === 'transaction' && event.kind.startsWith('coinjoin')) coinJoins.add(shown(event.txid));
    if (event.type === 'transaction' && event.kind === 'peel') peels.add(shown(event.txid));
    if (event.type === 'transaction' && event.kind === 'poisoning') poisonings.add(shown(event.txid));
    if (event.type === 'story' && 'txid' in event.place && event.fact.role === 'structured_deposit')
      structured.add(shown(event.place.txid));
    const claim = claimOf(event, options.seed);
    if (claim) claims.push({ ...claim, key: Uint8Array.from(claim.key) });
  });

  const blocks: BlockAtHeight[] = [];
  const entries: Entry[] = [];
  const made = new Map<string, Output>();
  const spentBy = new Map<Output, Entry>();
  function read(tx: Transaction, coinbase: boolean): void {
    const txid = shown(tx.txid);
    const inputs = coinbase
      ? []
      : tx.inputs.flatMap(({ prevTxid, prevVout }) => made.get(`${shown(prevTxid)}:${prevVout}`) ?? []);
    const outputs = storeOutputs(tx, nativeHashing).map(({ key, value }, vout): Output => {
      const name = key && byteKey(key);
      const entity = (name === undefined ? undefined : addresses.get(name)?.entity) ?? 'nobody';
      const output: Output = {
        value,
        name,
        entity,
        illicitHops: undefined,
        illicitFrom: undefined,
        indirectIllicit: 0n,
        indirectRisky: 0n,
        illicitAhead: 0n,
        riskyAhead: 0n,
      };
      made.set(`${txid}:${vout}`, output);
      return output;
    });
    const entry: Entry = { txid, coinJoin: coinJoins.has(txid), inputs, outputs };
    lookBehind(entry);
    for (const input of inputs) spentBy.set(input, entry);
    entries.push(entry);
  }
  for (let at = 0; at <= options.length; at += options.blockInterval) {
    const { bytes, height } = simulation.next(options.start + at);
    const block = decodeBlock(bytes, { hashing: nativeHashing });
    blocks.push({ height, block });
    block.transactions.forEach((tx, i) => read(tx, i === 0));
  }
  for (const entry of entries.toReversed()) lookAhead(entry, spentBy);
  /** The output with the most illicit money of each address. */
  const most = new Map<AddressTruth, Output>();
  for (const entry of entries) {
    if (peels.has(entry.txid) && peelSteps(entry, spentBy, peels) >= 5) {
      for (const { name } of entry.inputs) {
        const truth = addresses.get(name ?? '');
        if (truth) truth.peels = true;
      }
    }
    const payers = new Set(entry.inputs.map(({ name }) => name));
    entry.outputs.forEach((output, vout) => {
      const truth = addresses.get(output.name ?? '');
      if (!truth || (payers.size === 1 && payers.has(output.name))) return;
      truth.received += output.value;
      truth.indirectRisky += output.indirectRisky;
      truth.illicitAhead += output.illicitAhead;
      truth.riskyAhead += output.riskyAhead;
      if (structured.has(entry.txid)) truth.structured += 1;
      truth.flowing += shares.get(`${entry.txid}:${vout}`) ?? 0n;
      truth.indirectIllicit += output.indirectIllicit;
      const { illicitFrom } = output;
      if (illicitFrom)
        truth.behind.set(illicitFrom, (truth.behind.get(illicitFrom) ?? 0n) + output.indirectIllicit);
      if (output.indirectIllicit > (most.get(truth)?.indirectIllicit ?? 0n)) {
        most.set(truth, output);
        truth.hops = output.illicitHops;
      }
    });
  }
  return { blocks, transactions: entries.length, addresses, claims, perfect, peels, structured, poisonings };
}
