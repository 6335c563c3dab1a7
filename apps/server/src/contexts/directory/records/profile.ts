import type { CallOutput, CountryStatus, EntityName, getEntity } from '@hopscope/contract';
import type { Blockchain } from '@hopscope/domain';
import type { SqlSession } from '../../../db/session.ts';
import { countAddresses, readUnique } from '../attributions/attributions.store.ts';
import { countPendingOf } from '../changes/changes.store.ts';
import type { ClusterAccess } from './cluster-access.ts';
import { presentEntity, presentField, presentHidden, presentName } from './directory.presenter.ts';
import { entitiesAt, findEntity, type State } from './entities-at.ts';
import { type EntityRow, readChildren, readCountries } from './entities.store.ts';
import { countInherited } from './inherited.ts';
import { resolve } from '../releases/resolve.ts';
import { readSources } from './sources.store.ts';
import { readPastChildren, readStatements } from './statements.store.ts';
import type { Viewer } from './viewer.ts';

type Profile = CallOutput<typeof getEntity>['data'];

const namesShown = 100;
const childrenShown = 200;
const parentsShown = 10;

/** Profiles of entities, without the name of who changed them last. */
export function createProfiles({
  clusters,
  fourEyes,
}: {
  clusters: ClusterAccess | undefined;
  fourEyes: boolean;
}) {
  async function parentsOf(
    session: SqlSession,
    row: EntityRow,
    state: State,
    canSeeRestricted: boolean,
  ): Promise<EntityName[]> {
    const parents: EntityName[] = [];
    const seen = new Set([row.entityId]);
    let id = row.record.parent_id?.[0];
    while (id !== undefined && !seen.has(id) && parents.length < parentsShown) {
      seen.add(id);
      const parent = await findEntity(session, id, state);
      if (!parent) break;
      parents.push(presentName(parent, canSeeRestricted));
      id = parent.csam && !canSeeRestricted ? undefined : parent.record.parent_id?.[0];
    }
    return parents;
  }

  async function childrenOf(session: SqlSession, id: string, state: State, canSeeRestricted: boolean) {
    const ids = state.past
      ? await readPastChildren(session, id, state.version)
      : (await readChildren(session, id, childrenShown)).ids;
    const rows = [...(await entitiesAt(session, ids, state)).values()].filter(
      ({ record }) => !state.past || record.parent_id?.[0] === id,
    );
    const total = state.past ? rows.length : (await readChildren(session, id, 1)).total;
    const names = rows.filter(({ csam }) => canSeeRestricted || !csam).slice(0, childrenShown);
    return { children: names.map((row) => presentName(row, canSeeRestricted)), childCount: total };
  }

  async function countriesOf(session: SqlSession, row: EntityRow): Promise<CountryStatus[]> {
    const codes = row.record.associate_country ?? [];
    const countries = await readCountries(session, codes);
    return codes.flatMap((code) => {
      const country = countries.get(code);
      if (!country) return [];
      const { record, entityId } = country;
      return [
        {
          country: code,
          entity_id: entityId,
          name: record.proper_name?.[0] ?? code,
          fatf: record.fatf_status?.[0] ?? null,
          eu: record.eu_status?.[0] ?? null,
          ofac: record.ofac?.[0] === undefined ? null : record.ofac[0] === 'true',
        },
      ];
    });
  }

  async function addressesOf(
    session: SqlSession,
    entityId: string,
    state: State,
  ): Promise<Profile['addresses']> {
    const counts = await countAddresses(session, { entityId, moment: state, past: state.past });
    const of = (chain: Blockchain, kind: 'direct' | 'derived'): number =>
      counts.find((each) => each.chain === chain && each.kind === kind)?.count ?? 0;
    const inherited =
      state.past || !clusters ? null : await countInherited(session, clusters, { entityId, state });
    return [
      {
        blockchain: 'bitcoin',
        direct: of('bitcoin', 'direct'),
        derived: of('bitcoin', 'derived'),
        inherited,
      },
      {
        blockchain: 'ethereum',
        direct: of('ethereum', 'direct'),
        derived: of('ethereum', 'derived'),
        inherited: null,
      },
    ];
  }

  function hiddenProfile(row: EntityRow, viewer: Viewer): Profile {
    return {
      entity: presentHidden(row),
      mergedFrom: null,
      fields: [],
      relations: {
        parents: [],
        children: [],
        childCount: 0,
        custodians: [],
        beneficialOwners: [],
        custodianCount: 0,
        beneficialOwnerCount: 0,
      },
      addresses: [],
      countries: [],
      pending: 0,
      may: { edit: false, suggest: false },
      fourEyes: viewer.editor && fourEyes,
    };
  }

  async function profileOf(
    session: SqlSession,
    row: EntityRow,
    state: State,
    viewer: Viewer,
  ): Promise<Profile> {
    const { entityId } = row;
    const statements = await readStatements(session, [entityId], state.past ? state.version : undefined);
    const sources = new Map((await readSources(session)).map((source) => [source.id, source]));
    const about = { entityId, moment: state, past: state.past, limit: namesShown };
    const custodians = await readUnique(session, 'custodian', about);
    const owners = await readUnique(session, 'bo', about);
    const resolved = resolve(statements.get(entityId)?.statements ?? [], state.date);
    return {
      entity: presentEntity(row, null),
      mergedFrom: null,
      fields: [...resolved].map(([field, result]) => presentField(field, result, sources)),
      relations: {
        parents: await parentsOf(session, row, state, viewer.canSeeRestricted),
        ...(await childrenOf(session, entityId, state, viewer.canSeeRestricted)),
        custodians: custodians.values,
        beneficialOwners: owners.values,
        custodianCount: custodians.total,
        beneficialOwnerCount: owners.total,
      },
      addresses: await addressesOf(session, entityId, state),
      countries: state.past ? [] : await countriesOf(session, row),
      pending: await countPendingOf(session, entityId),
      may: { edit: viewer.editor && !state.past, suggest: !state.past },
      fourEyes,
    };
  }

  return { profileOf, hiddenProfile };
}
