import { createHash } from 'node:crypto';
import type { Blockchain } from '@hopscope/contract';
import { utcDay } from '@hopscope/domain';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';

interface StateRow {
  readonly tip: string | null;
  readonly ranges: string | null;
  readonly clusters: string | null;
  readonly directory: string | null;
}

const directory = sql`(select version from directory_state)::text as directory`;

const questions: Readonly<Record<Blockchain, RawBuilder<StateRow>>> = {
  bitcoin: sql`select (select encode(hash, 'hex') from btc_block order by height desc limit 1) as tip,
    (select string_agg(lo || '-' || hi, ' ' order by lo) from btc_range) as ranges,
    (select rule || ' ' || done from btc_cluster_state) as clusters, ${directory}`,
  ethereum: sql`select (select encode(hash, 'hex') from eth_block order by height desc limit 1) as tip,
    (select string_agg(lo || '-' || hi, ' ' order by lo) from eth_range) as ranges,
    null as clusters, ${directory}`,
};

/** A name that changes with every block of a chain, every release of the directory and every day: what scores rest on. */
export function createStateKeys({ smallReads, now }: { smallReads: Kysely<Schema>; now: () => number }) {
  return async (chain: Blockchain): Promise<string> => {
    const { rows } = await questions[chain].execute(smallReads);
    return createHash('sha256')
      .update(JSON.stringify([chain, rows[0], utcDay(now())]))
      .digest('base64url');
  };
}
