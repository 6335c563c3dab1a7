import { inTransaction, type SqlDatabase } from '../../../db/session.ts';
import { type CoinbaseMark, readCoinbaseMarks } from './pools.store.ts';
import { readVersion } from '../releases/releases.store.ts';

/** Shorter marks stand in scripts by chance. */
const shortestMark = 4;

/** Mining pools by what they write into coinbases. */
export function createPools({ db }: { db: SqlDatabase }) {
  let known: { version: number; marks: CoinbaseMark[] } | undefined;

  /** Read again only after the directory has changed. */
  async function marks(): Promise<CoinbaseMark[]> {
    known = await inTransaction(db, 'read only', async (session) => {
      const version = await readVersion(session);
      return known?.version === version ? known : { version, marks: await readCoinbaseMarks(session) };
    });
    return known.marks;
  }

  return {
    /** The pool whose mark stands in a coinbase script, of several marks the longest; undefined: nobody known. */
    async ofCoinbase(script: Uint8Array): Promise<CoinbaseMark | undefined> {
      const bytes = Buffer.from(script);
      const found = (await marks()).filter(
        ({ mark }) => mark.length >= shortestMark && bytes.includes(Buffer.from(mark, 'utf8')),
      );
      return found.toSorted((a, b) => b.mark.length - a.mark.length)[0];
    },
  };
}
