import type { CallOutput, Coverage, getHealth } from '@hopscope/contract';
import { type SqlDatabase, withSession } from '../../db/session.ts';
import type { Sources } from '../../sources/sources.ts';
import type { BitcoinBlockchain } from '../blockchain/bitcoin.service.ts';

/** What a ledger holds, as far as health tells. */
interface Holdings {
  height: number | null;
  network: string | null;
  coverage: Coverage;
}

/** Whether the process and its database answer, and what the ledgers hold. */
export function createHealth(options: {
  db: SqlDatabase;
  bitcoin: BitcoinBlockchain;
  ethereum: { holdings(): Promise<Holdings> };
  sources: Sources;
  version: string;
  now: () => number;
}) {
  const { db, bitcoin, ethereum, sources, version, now } = options;
  const startedAt = now();
  return {
    /** Throws what the database throws if it does not answer. */
    async check(): Promise<Omit<CallOutput<typeof getHealth>, 'success'>> {
      await withSession(db, (session) => session.query('select 1'));
      const { ranges, network, decided, coverage } = await bitcoin.holdings();
      return {
        status: 'ok',
        version,
        uptimeSeconds: Math.floor((now() - startedAt) / 1000),
        database: { engine: db.engine, ok: true },
        bitcoin: {
          source: sources.bitcoin.source,
          status: sources.bitcoin.status(),
          network: decided ? network : null,
          height: ranges.at(-1)?.to ?? null,
          coverage,
        },
        ethereum: {
          source: sources.ethereum.source,
          status: sources.ethereum.status(),
          ...(await ethereum.holdings()),
          node: sources.ethereum.node(),
        },
      };
    },
  };
}
