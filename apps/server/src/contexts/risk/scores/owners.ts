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
import { dependencyOnAddress, dependencyOnCountry, dependencyOnEntity } from './dependency-keys.ts';

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

/** What one state knows of the owner of an address. */
export interface Owned {
  readonly owner: Owner;
  /** Dependency keys of the address, its cluster, its entities, and their countries. */
  readonly dependencies: readonly bigint[];
  /** Entities that it is or may be attributed to. */
  readonly entities: readonly RiskEntity[];
}

/** Reads owners by `byteKey`. */
export type OwnersReader = (keys: readonly Uint8Array[]) => Promise<ReadonlyMap<string, Owned>>;

/** Reads owners of address keys at one state, each once. */
export interface Owners {
  /** By `byteKey`; every key gets one. */
  read(keys: Iterable<Uint8Array>): Promise<ReadonlyMap<string, Owner>>;
  /** Reads owners of the state without noting that anything depends on them, by `byteKey`. */
  readonly readAll: OwnersReader;
  /** Notes what depends on owners that were read with `readAll`. */
  note(read: Pick<Owned, 'dependencies' | 'entities'>): void;
  /** Entities of labels so far, by id. */
  readonly entities: ReadonlyMap<string, RiskEntity>;
  /** Dependency keys of the addresses, clusters, entities, and countries that were read. */
  readonly dependencies: ReadonlySet<bigint>;
}

/** `noting`: the owners of a score on the other chain, which note what depends on these, too. */
export function createOwners(
  state: RiskState,
  access: {
    clusters: ClusterAccess | undefined;
    facts: EntityFactsReader;
    historicalLabels: HistoricalLabels | undefined;
  },
  noting?: Owners,
): Owners {
  const { session, chain, network, directory, height, blockHash: hash } = state;
  const { clusters, facts, historicalLabels } = access;
  const entitiesThen =
    historicalLabels && hash !== null
      ? () => historicalLabels.read(session, { version: directory.version, height, hash })
      : undefined;
  const owners = new Map<string, Owner>();
  const entities = new Map<string, RiskEntity>();
  const dependencies = new Set<bigint>();

  function labelOf(
    key: Uint8Array,
    { chosen, cluster, inherited }: Known,
    found: ReadonlyMap<string, RiskEntity>,
  ): Label | undefined {
    const [only] = inherited;
    const entity = found.get(chosen?.best.entityId ?? (inherited.length === 1 ? (only?.entity ?? '') : ''));
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

  const readAll: OwnersReader = async (keys) => {
    const around = { state: directory, clusters, clustersAt: state.clustersAt, entitiesThen };
    const known = await readKnown(
      session,
      keys.map((key) => ({ chain, key })),
      around,
    );
    const knownOf = keys.map((key) => known.of(chain, key));
    const found = await facts.read(session, [...new Set(knownOf.flatMap(({ named }) => named))], directory);
    return new Map(
      knownOf.map((each, i) => {
        const key = keys[i];
        if (!key) throw new RangeError('An address without a key');
        const { cluster, named } = each;
        const address = addressText(chain, key, network);
        const ofEntities = named.flatMap((id) => found.get(id) ?? []);
        const owned: Owned = {
          owner: {
            id: cluster ? addressText(chain, cluster.root, network) : address,
            address,
            label: labelOf(key, each, found),
          },
          dependencies: [
            dependencyOnAddress(chain, key),
            ...(cluster ? [dependencyOnAddress(chain, cluster.root)] : []),
            ...named.map(dependencyOnEntity),
            ...ofEntities.flatMap(({ countryCodes }) => countryCodes.map(dependencyOnCountry)),
          ],
          entities: ofEntities,
        };
        return [byteKey(key), owned];
      }),
    );
  };

  function note(read: Pick<Owned, 'dependencies' | 'entities'>): void {
    for (const key of read.dependencies) dependencies.add(key);
    for (const entity of read.entities) entities.set(entity.id, entity);
    noting?.note(read);
  }

  return {
    readAll,
    note,
    entities,
    dependencies,
    async read(keys) {
      const missing: Uint8Array[] = [];
      for (const key of keys) if (!owners.has(byteKey(key))) missing.push(key);
      if (missing.length === 0) return owners;
      for (const [name, owned] of await state.reads.owners(chain, missing, readAll)) {
        owners.set(name, owned.owner);
        note(owned);
      }
      return owners;
    },
  };
}
