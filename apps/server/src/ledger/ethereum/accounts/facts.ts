import { accountFactKinds, type AccountFactKind, accountFactOf } from '@hopscope/chain';
import { createCopyWriter } from '../../../db/copy-binary.ts';
import type { SqlSession } from '../../../db/session.ts';
import { byteKey, int8Array } from '../../shared/byte-keys.ts';
import type { StoredEthereumTx } from '../model.ts';

/** What a contract stated about an account, with the place of its event. */
export interface FactRow {
  readonly key: Uint8Array;
  readonly position: number;
  readonly logIndex: number;
  readonly kind: AccountFactKind;
  /** The token of an issuer, or the factory of a pool. */
  readonly contract: Uint8Array;
}

/** Returns the facts that the logs of transactions state, in their order. */
export function factsIn(txs: readonly StoredEthereumTx[], chainId: bigint): FactRow[] {
  return txs.flatMap(({ position, receipt }) =>
    receipt.logs.flatMap((log): FactRow[] => {
      const fact = accountFactOf(log, chainId);
      if (!fact) return [];
      const { account: key, kind, contract, logIndex } = fact;
      return [{ key, position, logIndex, kind, contract }];
    }),
  );
}

/** Stores facts of new blocks. */
export async function writeFacts(session: SqlSession, facts: readonly FactRow[]): Promise<void> {
  if (facts.length === 0) return;
  const out = createCopyWriter();
  for (const { key, position, logIndex, kind, contract } of facts) {
    out.row(5);
    out.bytes(key);
    out.int8Number(position);
    out.int4(logIndex);
    out.int2(accountFactKinds.indexOf(kind));
    out.bytes(contract);
  }
  await session.copyIn('eth_account_fact', ['key', 'pos', 'log', 'kind', 'contract'], out.finish());
}

/** Deletes facts of a disconnected block. */
export async function deleteFacts(session: SqlSession, facts: readonly FactRow[]): Promise<void> {
  if (facts.length === 0) return;
  await session.query(
    `delete from eth_account_fact where key = any($1::bytea[]) and pos = any(${int8Array(facts.map(({ position }) => position))})`,
    [facts.map(({ key }) => key)],
  );
}

const [frozenKind, seizedKind] = [accountFactKinds.indexOf('frozen'), accountFactKinds.indexOf('seized')];

/**
 * Returns which accounts the issuer of a token has frozen, or whose tokens it destroyed, by `byteKey`; fake tokens don't count.
 * Null without blocks: nothing is known.
 */
export async function readFrozen(
  session: SqlSession,
  keys: readonly Uint8Array[],
): Promise<ReadonlySet<string> | null> {
  const { rows: ranges } = await session.query('select lo from eth_range limit 1');
  if (ranges.length === 0) return null;
  const { rows } = await session.query<{ key: Uint8Array }>(
    `select f.key from eth_account_fact f left join eth_asset a on a.contract = f.contract
     where f.key = any($1::bytea[]) and f.kind <= ${seizedKind} and a.fake is not true
     group by f.key, f.contract
     having bool_or(f.kind = ${seizedKind})
       or (array_agg(f.kind order by f.pos desc, f.log desc) filter (where f.kind < ${seizedKind}))[1] = ${frozenKind}`,
    [keys],
  );
  return new Set(rows.map(({ key }) => byteKey(key)));
}

/** Maximum number of facts that are read per account; the newest ones. */
const mostFacts = 200;

/** Reads the facts of accounts, newest first, by `byteKey`; none for those without. */
export async function readFacts(
  session: SqlSession,
  keys: readonly Uint8Array[],
): Promise<ReadonlyMap<string, readonly FactRow[]>> {
  const { rows } = await session.query<{
    key: Uint8Array;
    pos: bigint;
    log: number;
    kind: number;
    contract: Uint8Array;
  }>(
    `select f.key, f.pos, f.log, f.kind, f.contract from unnest($1::bytea[]) as k(key), lateral (
       select * from eth_account_fact e where e.key = k.key order by e.pos desc, e.log desc limit ${mostFacts}
     ) f`,
    [keys],
  );
  const facts = new Map<string, FactRow[]>();
  for (const { key, pos, log, kind: number, contract } of rows) {
    const kind = accountFactKinds[number];
    if (!kind) throw new RangeError(`Fact ${number} of an account is of no known kind`);
    const row = { key, position: Number(pos), logIndex: log, kind, contract };
    const name = byteKey(key);
    facts.set(name, [...(facts.get(name) ?? []), row]);
  }
  return facts;
}
