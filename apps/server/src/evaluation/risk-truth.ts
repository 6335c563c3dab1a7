import { decodeBlock, encodeAddress, networks, toHex, type Transaction } from '@hopscope/chain';
import {
  demoAttributionOf,
  type DemoAttribution,
  type DemoOptions,
  entities,
  type EntityType,
  type FlowKind,
  simulateBitcoin,
} from '@hopscope/demo';
import { type BlockAtHeight, storeOutputs } from '../ledger/bitcoin/blocks/batch.ts';
import { nativeHashing } from '../ledger/native-hashing.ts';
import { byteKey } from '../ledger/shared/byte-keys.ts';

/** Types of actors whose money a score has to detect. */
const illicitTypes: readonly EntityType[] = [
  'mixer',
  'darknet_market',
  'ransomware',
  'sanctioned',
  'investment_scam',
  'hacker',
];
/** Types that the default profile treats as risky but not criminal. No-KYC exchanges are added by `isRisky`. */
const riskyTypes: readonly EntityType[] = ['gambling', 'coinjoin_coordinator', 'bridge', 'spammer'];

const typeOf = new Map<string, EntityType>(Object.values(entities).map(({ id, type }) => [id, type]));
const noNames: string = entities.nonames.id;
/** Tests whether a score has to detect the money of an entity. */
export const isIllicit = (entity: string): boolean => illicitTypes.includes(typeOf.get(entity) ?? 'person');
/** Tests whether the default profile treats an entity as risky, but not as criminal. */
export const isRisky = (entity: string): boolean =>
  entity === noNames || riskyTypes.includes(typeOf.get(entity) ?? 'person');
/** Tests whether an entity is a named actor, illicit ones included. */
export const isService = (entity: string): boolean => typeOf.has(entity);
export const typeOfEntity = (entity: string): EntityType =>
  typeOf.get(entity) ?? (entity.includes('customer') ? 'customer' : 'person');

/** Ground truth of an address with one asset. Amounts in its smallest units. */
export interface AddressTruth {
  readonly key: Uint8Array;
  /** In display format. */
  readonly address: string;
  /** A token by its contract; undefined: the coin of the chain. */
  readonly asset: string | undefined;
  readonly entity: string;
  /** Type of its owner. */
  readonly type: EntityType;
  received: bigint;
  /** Part of `received` that comes from illicit actors, or risky services, without passing through a service or a CoinJoin. */
  indirectIllicit: bigint;
  indirectRisky: bigint;
  /** Part of `received` that goes to illicit actors, or risky services, without passing through a service or a CoinJoin. */
  illicitForward: bigint;
  riskyForward: bigint;
  /** Part of `received` that belongs to illicit flows of the simulation, including through CoinJoins. */
  flowing: bigint;
  /** Hops to the illicit actor with the largest share of `indirectIllicit`; undefined without such money. */
  hops: number | undefined;
  /** `indirectIllicit` by the type of the actor it comes from. */
  readonly sources: Map<EntityType, bigint>;
  /** True if it starts a peel chain of at least five steps. */
  peels: boolean;
  /** Number of payments just below a threshold from a structuring story. */
  structured: number;
}

/** Returns the truth of an address that has received nothing yet. */
export function newTruth(of: Pick<AddressTruth, 'key' | 'address' | 'asset' | 'entity'>): AddressTruth {
  return {
    ...of,
    type: typeOfEntity(of.entity),
    received: 0n,
    indirectIllicit: 0n,
    indirectRisky: 0n,
    illicitForward: 0n,
    riskyForward: 0n,
    flowing: 0n,
    hops: undefined,
    sources: new Map(),
    peels: false,
    structured: 0,
  };
}

/** The ground truth of one chain of a demo network for evaluating scores. */
export interface RiskTruth {
  readonly transactions: number;
  readonly addresses: ReadonlyMap<string, AddressTruth>;
  /** Attributions of the imperfect directory, and of a complete one. */
  readonly attributions: readonly DemoAttribution[];
  readonly perfect: readonly DemoAttribution[];
  /** Txids in display order of transactions that behavior rules have to find. */
  readonly peels: ReadonlySet<string>;
  readonly structured: ReadonlySet<string>;
  readonly poisonings: ReadonlySet<string>;
}

/** The Bitcoin side of a demo network with its ground truth; addresses by `byteKey`. */
export interface BitcoinRiskTruth extends RiskTruth {
  readonly blocks: readonly BlockAtHeight[];
}

/** An output with its ground truth. */
interface Output {
  readonly value: bigint;
  readonly name: string | undefined;
  readonly entity: string;
  illicitHops: number | undefined;
  /** Type of the actor that most of it comes from. */
  illicitFrom: EntityType | undefined;
  indirectIllicit: bigint;
  indirectRisky: bigint;
  illicitForward: bigint;
  riskyForward: bigint;
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

/** Counts the steps of the peel chain that starts with a transaction, up to 20. */
function peelSteps(start: Entry, spentBy: ReadonlyMap<Output, Entry>, peels: ReadonlySet<string>): number {
  let steps = 0;
  for (let entry: Entry | undefined = start; entry && peels.has(entry.txid) && steps < 20; steps++) {
    const stored: Output | undefined = entry.outputs.toSorted((a, b) => (a.value < b.value ? 1 : -1))[0];
    entry = stored && spentBy.get(stored);
  }
  return steps;
}

/** Computes where the outputs of a transaction go. Call in descending order of transactions. */
function traceForward({ outputs }: Entry, spentBy: ReadonlyMap<Output, Entry>): void {
  for (const output of outputs) {
    const next = spentBy.get(output);
    if (isIllicit(output.entity)) output.illicitForward = output.value;
    else if (isRisky(output.entity)) output.riskyForward = output.value;
    else if (!isService(output.entity) && next && !next.coinJoin) {
      const total = sum(next.outputs.map(({ value }) => value));
      if (total === 0n) continue;
      output.illicitForward = (output.value * sum(next.outputs.map((one) => one.illicitForward))) / total;
      output.riskyForward = (output.value * sum(next.outputs.map((one) => one.riskyForward))) / total;
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

/** Computes where the outputs of a transaction come from. Call in ascending order of transactions. */
function traceBackward({ inputs, outputs, coinJoin }: Entry): void {
  const total = sum(inputs.map(({ value }) => value));
  if (total === 0n || coinJoin) return;
  const [illicit, risky] = [sum(inputs.map(illicitOf)), sum(inputs.map(riskyOf))];
  const tainted = inputs.filter((input) => illicitOf(input) > 0n);
  const [largest] = tainted.toSorted((a, b) => (illicitOf(a) < illicitOf(b) ? 1 : -1));
  const names = new Set(inputs.map(({ name }) => name));
  for (const output of outputs) {
    output.indirectRisky = (output.value * risky) / total;
    output.indirectIllicit = (output.value * illicit) / total;
    if (!largest) continue;
    const own = names.size === 1 && names.has(output.name);
    output.illicitHops = (isIllicit(largest.entity) ? 0 : (largest.illicitHops ?? 0)) + (own ? 0 : 1);
    output.illicitFrom = isIllicit(largest.entity) ? typeOf.get(largest.entity) : largest.illicitFrom;
  }
}

/** Simulates the Bitcoin side of a demo and computes the ground truth of every address. */
export function collectRiskTruth(options: DemoOptions): BitcoinRiskTruth {
  const addresses = new Map<string, AddressTruth>();
  const shares = new Map<string, bigint>();
  const coinJoins = new Set<string>();
  const flows = new Map<number, FlowKind>();
  const attributions: DemoAttribution[] = [];
  const perfect: DemoAttribution[] = [];
  const peels = new Set<string>();
  const structured = new Set<string>();
  const poisonings = new Set<string>();
  const simulation = simulateBitcoin({ ...options, hashing: nativeHashing }, (event) => {
    if (event.type === 'address') {
      const { key, entity } = event;
      const address = encodeAddress(key, networks.demo);
      addresses.set(byteKey(key), newTruth({ key: Uint8Array.from(key), address, asset: undefined, entity }));
      if (typeOf.has(entity)) {
        perfect.push({ blockchain: 'bitcoin', key: Uint8Array.from(key), entity, delay: 0, confidence: 95 });
      }
    }
    if (event.type === 'flow') flows.set(event.flow.id, event.flow.kind);
    if (event.type === 'shares') {
      // Gambling counts as a risky service, not as crime.
      const illicit = event.shares.filter(([id]) => flows.get(id) !== 'gambling').map(([, sats]) => sats);
      if (illicit.length > 0) shares.set(`${shown(event.txid)}:${event.vout}`, sum(illicit));
    }
    if (event.type === 'transaction' && event.kind.startsWith('coinjoin')) coinJoins.add(shown(event.txid));
    if (event.type === 'transaction' && event.kind === 'peel') peels.add(shown(event.txid));
    if (event.type === 'transaction' && event.kind === 'poisoning') poisonings.add(shown(event.txid));
    if (event.type === 'story' && 'txid' in event.place && event.fact.role === 'structured_deposit')
      structured.add(shown(event.place.txid));
    const attribution = demoAttributionOf(event, options.seed);
    if (attribution) attributions.push({ ...attribution, key: Uint8Array.from(attribution.key) });
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
        illicitForward: 0n,
        riskyForward: 0n,
      };
      made.set(`${txid}:${vout}`, output);
      return output;
    });
    const entry: Entry = { txid, coinJoin: coinJoins.has(txid), inputs, outputs };
    traceBackward(entry);
    for (const input of inputs) spentBy.set(input, entry);
    entries.push(entry);
  }
  for (let at = 0; at <= options.length; at += options.blockInterval) {
    const { bytes, height } = simulation.next(options.start + at);
    const block = decodeBlock(bytes, { hashing: nativeHashing });
    blocks.push({ height, block });
    block.transactions.forEach((tx, i) => read(tx, i === 0));
  }
  for (const entry of entries.toReversed()) traceForward(entry, spentBy);
  /** The output with the most illicit money by address. */
  const largest = new Map<AddressTruth, Output>();
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
      truth.illicitForward += output.illicitForward;
      truth.riskyForward += output.riskyForward;
      if (structured.has(entry.txid)) truth.structured += 1;
      truth.flowing += shares.get(`${entry.txid}:${vout}`) ?? 0n;
      truth.indirectIllicit += output.indirectIllicit;
      const { illicitFrom } = output;
      if (illicitFrom)
        truth.sources.set(illicitFrom, (truth.sources.get(illicitFrom) ?? 0n) + output.indirectIllicit);
      if (output.indirectIllicit > (largest.get(truth)?.indirectIllicit ?? 0n)) {
        largest.set(truth, output);
        truth.hops = output.illicitHops;
      }
    });
  }
  return {
    blocks,
    transactions: entries.length,
    addresses,
    attributions,
    perfect,
    peels,
    structured,
    poisonings,
  };
}
