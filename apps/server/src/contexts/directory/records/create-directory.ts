import { createHash } from 'node:crypto';
import type { CallOutput, listEntities } from '@hopscope/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { type SqlDatabase, withSession } from '../../../db/session.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import type { Audit } from '../../identity/audit/audit.service.ts';
import type { OrganizationDirectory } from '../../identity/organizations/directory.service.ts';
import type { Memberships } from '../../identity/organizations/membership.service.ts';
import type { By, People } from '../../identity/people/people.service.ts';
import { createAttributions } from '../attributions/attribution.service.ts';
import { createBalances, type Holdings } from '../attributions/balance.service.ts';
import { type ByViewer, createDirectoryChanges } from '../changes/changes.service.ts';
import type { ClusterAccess } from './cluster-access.ts';
import { createCsamRule, type Viewing } from '../attributions/csam.ts';
import { createDirectory } from './directory.service.ts';
import type { Viewer } from './viewer.ts';
import { createDirectoryEditors } from '../changes/editors.service.ts';
import { createPools } from '../attributions/pools.service.ts';
import { createReleases } from '../releases/releases.service.ts';
import { readContentHash } from './sources.store.ts';
import { createDirectorySync } from '../releases/sync.service.ts';
import { renewDue } from '../releases/write-release.ts';

type EntityPage = Omit<CallOutput<typeof listEntities>, 'success'>;

/** Creates the modules of the directory on one database. */
export function createDirectoryModule(options: {
  db: SqlDatabase;
  kysely: Kysely<Schema>;
  audit: Audit;
  people: People;
  memberships: Memberships;
  organizations: OrganizationDirectory;
  /** Undefined: no clusters. */
  clusters: ClusterAccess | undefined;
  bitcoin: () => Promise<Holdings & { network: NetworkName }>;
  ethereum: () => Promise<Holdings>;
  fourEyes: boolean;
  /** Version of the application; another one may have a different format of answers. */
  version: string;
  now: () => number;
}) {
  const network = async (): Promise<NetworkName> => (await options.bitcoin()).network;
  const within = { ...options, network };
  const canSeeRestricted = createCsamRule(options);
  const entities = createDirectory(within);
  const editors = createDirectoryEditors(options);

  async function viewerOf(call: Viewing): Promise<Viewer> {
    const userId = call.actor.user._id;
    return { userId, canSeeRestricted: await canSeeRestricted(call), editor: await editors.isEditor(userId) };
  }

  return {
    entities,
    editors,
    attributions: createAttributions(within),
    balances: createBalances(options),
    pools: createPools(options),
    releases: createReleases(options),
    changes: createDirectoryChanges(within),
    ...createDirectorySync(within),
    /** Returns the hash of a source's last content; undefined: never imported, or without one. */
    contentHashOf: (source: string) => withSession(options.db, (session) => readContentHash(session, source)),
    /** Updates entities whose valid statements have changed with the date; call it periodically. */
    renewDue: () => renewDue(options),
    canSeeRestricted,
    viewerOf,

    /** Returns the actor with their permissions. */
    async byViewer(call: Viewing & By): Promise<ByViewer> {
      return { actor: call.actor, origin: call.origin, viewer: await viewerOf(call) };
    },

    /** Returns the whole list, and a version that changes with it. */
    async versionedList(
      call: Viewing,
      asOf: string | undefined,
    ): Promise<{ tag: string; answer: () => Promise<EntityPage> }> {
      const seesRestricted = await canSeeRestricted(call);
      const { version, date } = await entities.stateOfList(asOf);
      const parts = [options.version, version, date, asOf ?? '', seesRestricted].join(' ');
      const tag = createHash('sha256').update(parts).digest('base64url').slice(0, 22);
      return { tag, answer: () => entities.list(asOf, seesRestricted) };
    },
  };
}

export type DirectoryModule = ReturnType<typeof createDirectoryModule>;
