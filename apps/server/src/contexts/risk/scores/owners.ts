import { type Blockchain, utcDay } from '@hopscope/domain';
import type { Label, Owner } from '@hopscope/risk';
import type { SqlSession } from '../../../db/session.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import { byteKey } from '../../../ledger/shared/byte-keys.ts';
import { addressText } from '../../directory/records/address-text.ts';
import type { ClusterAccess } from '../../directory/records/cluster-access.ts';
import type { State } from '../../directory/records/entities-at.ts';
import { type Known, readKnown } from '../../directory/records/known.ts';
import type { HistoricalLabels } from '../../directory/attributions/historical-labels.ts';
import type { EntityFactsReader, RiskEntity } from './entity-facts.ts';
import type { SharedReads } from './shared-reads.ts';
import { nameOfCountry, nameOfEntity, nameOfKey } from './dependency-names.ts';

/** Confidence of what an address inherits of its cluster (docs/concepts/directory.md). */
const inheritedConfidence = 70;

/** One state of everything that a score rests on. */
export interface RiskState {
  readonly session: SqlSession;
  readonly chain: Blockchain;
  readonly network: NetworkName;
  readonly directory: State;
  /** Height of the state. */
  readonly height: number;
  /** Undefined: `height` is the newest block, and the directory that of now. */
  readonly clustersAt: number | undefined;
  /** Hash of the block at `height`; null if there is none. */
  readonly blockHash: string | null;
  /** What others read at this state. */
  readonly reads: SharedReads;
}

/** Reads owners of address keys at one state, each once. */
export interface Owners {
  /** By `byteKey`; every key gets one. */
  read(keys: Iterable<Uint8Array>): Promise<ReadonlyMap<string, Owner>>;
  /** Entities of labels so far, by id. */
  readonly entities: ReadonlyMap<string, RiskEntity>;
  /** Dependency names of the addresses, clusters, entities, and countries that were read. */
  readonly dependencies: ReadonlySet<string>;
}

export function createOwners(
  state: RiskState,
  access: {
    clusters: ClusterAccess | undefined;
    facts: EntityFactsReader;
    historicalLabels: HistoricalLabels | undefined;
  },
): Owners {
  const { session, chain, network, directory, height, blockHash: hash } = state;
  const { clusters, facts, historicalLabels } = access;
  const entitiesThen =
    historicalLabels && hash !== null
      ? () => historicalLabels.read(session, { version: directory.version, height, hash })
      : undefined;
  const owners = new Map<string, Owner>();
  const entities = new Map<string, RiskEntity>();
  const dependencies = new Set<string>();

  function labelOf(key: Uint8Array, { chosen, cluster, inherited }: Known): Label | undefined {
    const [only] = inherited;
    const entity = entities.get(
      chosen?.best.entityId ?? (inherited.length === 1 ? (only?.entity ?? '') : ''),
    );
    if (!entity) return undefined;
    const { id, name, categories } = entity;
    if (chosen) {
      const { best } = chosen;
      return {
        entity: id,
        name,
        categories,
        address: addressText(chain, key, network),
        kind: best.kind === 'direct' ? 'direct' : 'derived',
        confidence: best.confidence,
        source: best.sourceId,
        since: best.validFrom ?? utcDay(best.retrievedAt.getTime()),
      };
    }
    return {
      entity: id,
      name,
      categories,
      address: addressText(chain, cluster?.root ?? key, network),
      kind: 'inherited',
      confidence: inheritedConfidence,
      source: 'cluster',
      since: null,
    };
  }

  /** By `byteKey`. */
  async function readKnownOf(keys: readonly Uint8Array[]): Promise<Map<string, Known>> {
    const { known } = state.reads;
    const all = new Map<string, Known>();
    const missing: Uint8Array[] = [];
    for (const key of keys) {
      const found = known.get(`${chain} ${byteKey(key)}`);
      if (found) all.set(byteKey(key), found);
      else missing.push(key);
    }
    if (missing.length === 0) return all;
    const read = await readKnown(
      session,
      missing.map((key) => ({ chain, key })),
      { state: directory, clusters, clustersAt: state.clustersAt, entitiesThen },
    );
    for (const key of missing) {
      const each = read.of(chain, key);
      all.set(byteKey(key), each);
      known.set(`${chain} ${byteKey(key)}`, each);
    }
    return all;
  }

  async function load(keys: readonly Uint8Array[]): Promise<void> {
    const known = await readKnownOf(keys);
    const named = new Set([...known.values()].flatMap((each) => each.named));
    const found = await facts.read(session, [...named], directory);
    for (const id of named) dependencies.add(nameOfEntity(id));
    for (const [id, entity] of found) {
      entities.set(id, entity);
      for (const code of entity.countryCodes) dependencies.add(nameOfCountry(code));
    }
    for (const key of keys) {
      const each = known.get(byteKey(key));
      if (!each) throw new RangeError('An address without known facts');
      const address = addressText(chain, key, network);
      dependencies.add(nameOfKey(chain, key));
      if (each.cluster) dependencies.add(nameOfKey(chain, each.cluster.root));
      const id = each.cluster ? addressText(chain, each.cluster.root, network) : address;
      owners.set(byteKey(key), { id, address, label: labelOf(key, each) });
    }
  }

  return {
    entities,
    dependencies,
    async read(keys) {
      const missing = new Map<string, Uint8Array>();
      for (const key of keys) if (!owners.has(byteKey(key))) missing.set(byteKey(key), key);
      if (missing.size > 0) await load([...missing.values()]);
      return owners;
    },
  };
}
