import type { SqlSession } from '../../../db/session.ts';
import { int8Array } from '../../shared/byte-keys.ts';
import { heightOf } from '../../shared/positions.ts';
import { factKinds, type FactRow } from '../accounts/facts.ts';
import { violate } from './audit-violation.ts';

/** Checks that facts are stored as the logs state them. */
export async function checkFacts(session: SqlSession, stated: readonly FactRow[]): Promise<void> {
  if (stated.length === 0) return;
  const { rows } = await session.query<{ n: bigint }>(
    `select count(*) as n from unnest($1::bytea[], ${int8Array(stated.map(({ position }) => position))}, $2::int4[], $3::int4[], $4::bytea[]) as s(key, pos, log, kind, contract)
     join eth_fact f using (key, pos, log, kind, contract)`,
    [
      stated.map(({ key }) => key),
      stated.map(({ logIndex }) => logIndex),
      stated.map(({ kind }) => factKinds.indexOf(kind)),
      stated.map(({ contract }) => contract),
    ],
  );
  if (rows[0]?.n === BigInt(stated.length)) return;
  const [first] = stated;
  const height = heightOf(first?.position ?? 0);
  violate('fact', `What a contract stated in block ${height} is not stored as its event says`, {
    height,
  });
}
