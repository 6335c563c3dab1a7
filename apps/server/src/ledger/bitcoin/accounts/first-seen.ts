import type { SqlSession } from '../../../db/session.ts';
import { byteKey } from '../../shared/byte-keys.ts';
import type { FoundTx } from '../lookups.ts';
import { readAccount, readActivity } from '../reader.ts';

/** Most outputs whose addresses are queried; payments have two. */
const mostLookups = 20;

/** Tests whether a transaction is the first one of an address of its outputs; undefined if that was not read. */
export type IsFresh = (key: string) => boolean | undefined;

/** Reads for transactions which addresses of their outputs are new, each address once. */
export function createFreshness(session: SqlSession): (tx: FoundTx) => Promise<IsFresh> {
  const firsts = new Map<string, number | undefined>();
  return async ({ position, record }) => {
    if (record.outputs.length > mostLookups) return () => undefined;
    for (const { key } of record.outputs) {
      if (!key || firsts.has(byteKey(key))) continue;
      const account = await readAccount(session, key);
      const [first] = account ? await readActivity(session, account, 0, 0) : [];
      firsts.set(byteKey(key), first?.position);
    }
    return (key) => (firsts.has(key) ? firsts.get(key) === position : undefined);
  };
}
