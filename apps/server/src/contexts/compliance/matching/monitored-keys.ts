import type { Blockchain } from '@hopscope/contract';
import { createCopyReader } from '../../../db/copy-binary.ts';
import type { SqlSession } from '../../../db/session.ts';
import { createKeyFilter, type BloomFilter } from './bloom-filter.ts';

/** Filter of the monitored addresses of a chain. */
export interface MonitoredKeys {
  /**
   * Returns the filter as of the caller's transaction and prevents additions until it ends: an address monitored before a
   * block is committed is screened with it. Undefined if none is monitored.
   */
  claim(session: SqlSession): Promise<BloomFilter | undefined>;
}

/** Changes of monitored addresses are numbered; only new ones are read. */
export function createMonitoredKeys(chain: Blockchain): MonitoredKeys {
  let known: { filter: BloomFilter; last: bigint } | undefined;

  async function readKeys(session: SqlSession, after: bigint): Promise<Uint8Array[]> {
    const reader = createCopyReader(
      await session.copyOut(
        `select key from monitored_address where chain = '${chain}' and change_number > ${after} and deleted_at is null and is_active`,
      ),
    );
    const keys: Uint8Array[] = [];
    while (reader.next()) keys.push(reader.bytes());
    return keys;
  }

  return {
    async claim(session) {
      const { rows } = await session.query<{ last: bigint }>(
        'select last from monitored_change_counter for share',
      );
      const last = rows[0]?.last ?? 0n;
      // A database that was put back to an earlier state has smaller numbers.
      if (!known || known.last > last) known = { filter: createKeyFilter(0), last: 0n };
      if (known.last < last) {
        const fresh = await readKeys(session, known.last);
        let { filter } = known;
        if (filter.size + fresh.length > filter.room) {
          const all = known.last === 0n ? fresh : await readKeys(session, 0n);
          filter = createKeyFilter(all.length * 2);
          for (const key of all) filter.add(key);
        } else for (const key of fresh) filter.add(key);
        known = { filter, last };
      }
      return known.filter.size === 0 ? undefined : known.filter;
    },
  };
}
