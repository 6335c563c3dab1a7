import { categoriesOf, type CategoryId, type CountryFacts, type EntityFacts } from '@hopscope/risk';
import type { SqlSession } from '../../../db/session.ts';
import { countriesAt, type EntityRow, entitiesAt, type State } from '../../directory/records/entities-at.ts';

/** Fields of an entity that risk uses. */
export interface RiskEntity {
  readonly id: string;
  readonly name: string;
  readonly type: string | null;
  /** Gravest first. */
  readonly categories: readonly CategoryId[];
  readonly countries: readonly CountryFacts[];
  /** Codes of all its countries, including those without a listing. */
  readonly countryCodes: readonly string[];
  /** True if the directory lists it as closed; null: unknown. */
  readonly dead: boolean | null;
  /** Not to be named to everybody. */
  readonly csam: boolean;
}

function flag(values: readonly string[] | undefined): boolean | null {
  const value = values?.[0];
  return value === undefined ? null : value === 'true';
}

function factsOf({ record }: EntityRow, countries: readonly CountryFacts[]): EntityFacts {
  return {
    type: record.entity_type?.[0] ?? null,
    tags: record.entity_tag ?? [],
    ofac: flag(record.ofac),
    noKyc: flag(record.no_kyc_req),
    countries,
  };
}

/** Maximum number of cached entities per state of the directory. */
const mostStored = 20_000;

/** Reads entities with the fields that risk uses. Cached until the state of the directory changes. */
export function createEntityFacts() {
  let of = '';
  let stored = new Map<string, RiskEntity>();

  async function load(session: SqlSession, ids: readonly string[], state: State): Promise<RiskEntity[]> {
    const rows = [...(await entitiesAt(session, ids, state)).values()];
    const codes = [...new Set(rows.flatMap(({ record }) => record.associate_country ?? []))];
    const countries = await countriesAt(session, codes, state);
    const countryFacts = (code: string): CountryFacts => {
      const record = countries.get(code)?.record;
      return {
        country: code,
        fatf: record?.fatf_status?.[0] ?? null,
        eu: record?.eu_status?.[0] ?? null,
        ofac: flag(record?.ofac),
        since: null,
      };
    };
    return rows.map((row) => {
      const own = (row.record.associate_country ?? []).map(countryFacts);
      return {
        id: row.entityId,
        name: row.record.proper_name?.[0] ?? row.entityId,
        type: row.record.entity_type?.[0] ?? null,
        categories: categoriesOf(factsOf(row, own)),
        countries: own,
        countryCodes: row.record.associate_country ?? [],
        dead: flag(row.record.dead),
        csam: row.csam,
      };
    });
  }

  return {
    /** By id; those that the state does not have are left out. */
    async read(
      session: SqlSession,
      ids: readonly string[],
      state: State,
    ): Promise<ReadonlyMap<string, RiskEntity>> {
      const name = `${state.version} ${state.date} ${state.past}`;
      if (name !== of || stored.size > mostStored) {
        of = name;
        stored = new Map();
      }
      const entities = stored;
      const missing = [...new Set(ids)].filter((id) => !entities.has(id));
      if (missing.length > 0) {
        for (const entity of await load(session, missing, state)) entities.set(entity.id, entity);
      }
      return new Map(
        ids.flatMap((id) => {
          const entity = entities.get(id);
          return entity ? [[id, entity] as const] : [];
        }),
      );
    },
  };
}

export type EntityFactsReader = ReturnType<typeof createEntityFacts>;
