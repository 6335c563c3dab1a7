import { inTransaction, type SqlDatabase } from '../../../db/session.ts';
import { type CoinbaseMark, readCoinbaseMarks } from './pools.store.ts';
import { readVersion } from '../releases/releases.store.ts';

/** Shorter marks appear in scripts by chance. */
const shortestMark = 4;

/** Identifies mining pools by their marks in coinbases. */
export function createPools({ db }: { db: SqlDatabase }) {
  let known: { version: number; marks: CoinbaseMark[] } | undefined;

  /** Returns the marks of all pools, cached until the directory changes. */
  async function marks(): Promise<CoinbaseMark[]> {
    known = await inTransaction(db, 'read only', async (session) => {
      const version = await readVersion(session);
      return known?.version === version ? known : { version, marks: await readCoinbaseMarks(session) };
    });
    return known.marks;
  }

  return {
    /** Returns the pool whose mark is in a coinbase script, the longest of several; undefined: unknown. */
    async ofCoinbase(script: Uint8Array): Promise<CoinbaseMark | undefined> {
      const bytes = Buffer.from(script);
      const found = (await marks()).filter(
        ({ mark }) => mark.length >= shortestMark && bytes.includes(Buffer.from(mark, 'utf8')),
      );
      return found.toSorted((a, b) => b.mark.length - a.mark.length)[0];
    },
  };
}
