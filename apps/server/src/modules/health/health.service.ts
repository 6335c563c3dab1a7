import type { CallOutput, getHealth, SourceStatus } from '@hopscope/contract';
import type { Config } from '../../config.ts';
import { type SqlDatabase, withSession } from '../../db/session.ts';
import type { BitcoinBlockchain } from '../blockchain/bitcoin.service.ts';

/** Whether the process and its database answer, and what the ledger holds. */
export function createHealth(options: {
  db: SqlDatabase;
  config: Config;
  bitcoin: BitcoinBlockchain;
  version: string;
  now: () => number;
  /** What the source of Bitcoin blocks does; null where there is none. */
  sourceStatus: () => SourceStatus | null;
}) {
  const { db, config, bitcoin, version, now } = options;
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
          source: config.bitcoin.source,
          status: options.sourceStatus(),
          network: decided ? network : null,
          height: ranges.at(-1)?.to ?? null,
          coverage,
        },
        ethereum: { source: config.ethereum.source, height: null },
      };
    },
  };
}
