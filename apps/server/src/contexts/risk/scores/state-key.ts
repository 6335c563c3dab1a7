import { createHash } from 'node:crypto';
import type { Blockchain } from '@hopscope/contract';
import { otherChain, utcDay } from '@hopscope/domain';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { blockTables } from '../../../ledger/shared/height-at-time.ts';

interface StateRow {
  readonly tip: string | null;
  readonly ranges: string | null;
  readonly other: string | null;
  readonly clusters: string | null;
  readonly directory: string | null;
}

const rangeTables: Readonly<Record<Blockchain, string>> = { bitcoin: 'btc_range', ethereum: 'eth_range' };

/**
 * Selects the newest block of a chain, its ranges, and the newest block of the other chain that is no newer, or else the newest
 * one; of the other chain's ranges only where they begin, because they end with that block.
 */
function questionOf(chain: Blockchain): RawBuilder<StateRow> {
  const [own, other] = [blockTables[chain], blockTables[otherChain(chain)]];
  const newest = sql.raw(`from ${own.table} order by height desc limit 1`);
  // Reads back from the newest block to the first that fits, which is near.
  const near = sql.raw(`from ${other.table} where height > (select max(height) from ${other.table}) - 300`);
  return sql`select (select encode(hash, 'hex') ${newest}) as tip,
    (select string_agg(lo || '-' || hi, ' ' order by lo) from ${sql.raw(rangeTables[chain])}) as ranges,
    concat_ws(' ', coalesce(
      (select encode(hash, 'hex') ${near} and ${sql.raw(other.time)} <= (select ${sql.raw(own.time)} ${newest})
        order by height desc limit 1),
      (select encode(hash, 'hex') from ${sql.raw(other.table)} order by height desc limit 1)),
      (select string_agg(lo::text, ' ' order by lo) from ${sql.raw(rangeTables[otherChain(chain)])})) as other,
    (select rule || ' ' || done from btc_cluster_state) as clusters,
    (select version from directory_state)::text as directory`;
}

const questions: Readonly<Record<Blockchain, RawBuilder<StateRow>>> = {
  bitcoin: questionOf('bitcoin'),
  ethereum: questionOf('ethereum'),
};

/**
 * A name that changes with every block of a chain, every release of the directory and every day, and with those blocks of the other
 * chain that belong to them (`otherHeightAt`): what scores rest on.
 */
export function createStateKeys({ smallReads, now }: { smallReads: Kysely<Schema>; now: () => number }) {
  return async (chain: Blockchain): Promise<string> => {
    const { rows } = await questions[chain].execute(smallReads);
    return createHash('sha256')
      .update(JSON.stringify([chain, rows[0], utcDay(now())]))
      .digest('base64url');
  };
}
