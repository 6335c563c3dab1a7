import {
  accountFactKinds,
  type AccountFactKind,
  accountFactOf,
  type ContractFactKind,
  contractFactKinds,
  contractFactOf,
  crossingsOf,
  depositContractsOf,
  type EthereumLog,
  type EthereumTransaction,
  fromHex,
  gasPriceOfNote,
  type MixerNote,
  mixerNoteOf,
  namingRouters,
} from '@hopscope/chain';
import { createCopyWriter } from '../../../db/copy-binary.ts';
import type { SqlSession } from '../../../db/session.ts';
import { byteKey, int8Array } from '../../shared/byte-keys.ts';
import type { StoredEthereumTx } from '../model.ts';

/**
 * Kinds of facts, stored by their place here: those about accounts; `crossing`: a bridge names a transaction elsewhere, or the key
 * by which it knows an output of one, or a redemption; deposits into pools of a mixer, and withdrawals; what contracts state about themselves;
 * deposits into a mixer and withdrawals from it with an unusual gas price (`gasPriceOfNote`).
 */
export const factKinds = [
  ...accountFactKinds,
  'crossing',
  'mixer_deposit',
  'mixer_withdrawal',
  ...contractFactKinds,
  'mixer_deposit_price',
  'mixer_withdrawal_price',
] as const;
export type FactKind = (typeof factKinds)[number];

/** What a contract stated, with the place of its event. */
export interface FactRow<Kind extends FactKind = FactKind> {
  /**
   * The account: of a deposit into a mixer, the sender of the transaction; of a withdrawal, the recipient. Of a crossing, the 32
   * bytes of the named transaction as it is written, or of the key of a deposit (`depositKeyOf`) or a redemption
   * (`redemptionKeyOf`). Of a gas price, `unusualGasPrice`,
   * which has neither length.
   */
  readonly key: Uint8Array;
  readonly position: number;
  readonly logIndex: number;
  readonly kind: Kind;
  /**
   * The token of an issuer, the factory of a pool, the bridge, or the pool of a mixer; of what a contract states about itself, the
   * owner, the implementation, or whom it passes deposits on to.
   */
  readonly contract: Uint8Array;
}
export type AccountFactRow = FactRow<AccountFactKind>;
export type ContractFactRow = FactRow<ContractFactKind>;

function crossingFacts(logs: readonly EthereumLog[], position: number, chainId: bigint): FactRow[] {
  return crossingsOf(logs, chainId).flatMap(({ transaction, deposit, redemption, logIndex, contract }) => {
    const asked = redemption === null || redemption === 'paid' ? null : redemption.key;
    return [transaction, deposit, asked].flatMap((name) =>
      name === null ? [] : [{ key: fromHex(name), position, logIndex, kind: 'crossing' as const, contract }],
    );
  });
}

function noteFacts(note: MixerNote, tx: EthereumTransaction, position: number): FactRow[] {
  const { leg, pool: contract, recipient, logIndex } = note;
  const at = { position, logIndex, contract };
  const price = gasPriceOfNote(note, tx);
  return [
    { ...at, key: recipient ?? tx.from, kind: `mixer_${leg}` },
    ...(price ? [{ ...at, key: price, kind: `mixer_${leg}_price` as const }] : []),
  ];
}

/** Returns the facts that the logs of transactions state, in their order: crossings of a transaction last. */
export function factsIn(txs: readonly StoredEthereumTx[], chainId: bigint): FactRow[] {
  return txs.flatMap(({ position, tx, receipt: { logs }, internal }) => [
    ...logs.flatMap((log): FactRow[] => {
      const fact = accountFactOf(log, chainId);
      if (fact) {
        const { account: key, kind, contract, logIndex } = fact;
        return [{ key, position, logIndex, kind, contract }];
      }
      const own = contractFactOf(log);
      if (own) {
        const { account: key, kind, other: contract, logIndex } = own;
        return [{ key, position, logIndex, kind, contract }];
      }
      const note = mixerNoteOf(log, chainId);
      if (!note) return [];
      return noteFacts(note, tx, position);
    }),
    ...depositContractsOf(logs, internal).map(({ account: key, other: contract, logIndex }) => ({
      key,
      position,
      logIndex,
      kind: 'deposit' as const,
      contract,
    })),
    ...crossingFacts(logs, position, chainId),
  ]);
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
    out.int2(factKinds.indexOf(kind));
    out.bytes(contract);
  }
  await session.copyIn('eth_fact', ['key', 'pos', 'log', 'kind', 'contract'], out.finish());
}

/** Deletes facts of a disconnected block. */
export async function deleteFacts(session: SqlSession, facts: readonly FactRow[]): Promise<void> {
  if (facts.length === 0) return;
  await session.query(
    `delete from eth_fact where key = any($1::bytea[]) and pos = any(${int8Array(facts.map(({ position }) => position))})`,
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
    `select f.key from eth_fact f left join eth_asset a on a.contract = f.contract
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
): Promise<ReadonlyMap<string, readonly AccountFactRow[]>> {
  const { rows } = await session.query<{
    key: Uint8Array;
    pos: bigint;
    log: number;
    kind: number;
    contract: Uint8Array;
  }>(
    `select f.key, f.pos, f.log, f.kind, f.contract from unnest($1::bytea[]) as k(key), lateral (
       select * from eth_fact e where e.key = k.key and e.kind < ${accountFactKinds.length}
       order by e.pos desc, e.log desc limit ${mostFacts}
     ) f`,
    [keys],
  );
  const facts = new Map<string, AccountFactRow[]>();
  for (const { key, pos, log, kind: number, contract } of rows) {
    const kind = accountFactKinds[number];
    if (!kind) throw new RangeError(`Fact ${number} of an account is of no known kind`);
    const row = { key, position: Number(pos), logIndex: log, kind, contract };
    const name = byteKey(key);
    facts.set(name, [...(facts.get(name) ?? []), row]);
  }
  return facts;
}

const firstContractKind = factKinds.indexOf(contractFactKinds[0]);
const lastContractKind = firstContractKind + contractFactKinds.length - 1;

const depositKind = factKinds.indexOf('deposit');

/**
 * Reads the newest fact of each kind that a contract states about itself. One that passed deposits on to several accounts states
 * nothing about deposits.
 */
export async function readContractFacts(session: SqlSession, key: Uint8Array): Promise<ContractFactRow[]> {
  const { rows } = await session.query<{ pos: bigint; log: number; kind: number; contract: Uint8Array }>(
    `select pos, log, kind, contract from (
       select distinct on (kind) key, pos, log, kind, contract from eth_fact
       where key = $1 and kind between ${firstContractKind} and ${lastContractKind} order by kind, pos desc, log desc
     ) f
     where kind <> ${depositKind} or not exists (
       select from eth_fact o where o.key = f.key and o.kind = ${depositKind} and o.contract <> f.contract
     )`,
    [key],
  );
  return rows.map(({ pos, log, kind: number, contract }) => {
    const kind = contractFactKinds[number - firstContractKind];
    if (!kind) throw new RangeError(`Fact ${number} of a contract is of no known kind`);
    return { key, position: Number(pos), logIndex: log, kind, contract };
  });
}

/**
 * Returns to whom deposit contracts pass on what they are paid, by `byteKey` of the contracts; none for those that passed it on to
 * several accounts. Null without blocks: nothing is known.
 */
export async function readDeposits(
  session: SqlSession,
  keys: readonly Uint8Array[],
): Promise<ReadonlyMap<string, Uint8Array> | null> {
  const { rows: ranges } = await session.query('select lo from eth_range limit 1');
  if (ranges.length === 0) return null;
  const { rows } = await session.query<{ key: Uint8Array; contract: Uint8Array }>(
    `select f.key, f.contract from unnest($1::bytea[]) as k(key), lateral (
       select * from eth_fact e where e.key = k.key and e.kind = ${depositKind} order by e.pos desc, e.log desc limit 1
     ) f
     where not exists (
       select from eth_fact o where o.key = f.key and o.kind = ${depositKind} and o.contract <> f.contract
     )`,
    [keys],
  );
  return new Map(rows.map(({ key, contract }) => [byteKey(key), contract]));
}

/** Maximum number of facts that are read because they name the same transaction: anyone can send memos that do. */
const mostNaming = 200;

/**
 * Reads which transactions name transactions on another chain (32 bytes each, as they are written), or keys of deposits there, by
 * `byteKey` of these; the oldest ones. Memos count apart, so that they can't hide what other contracts state.
 */
export async function readNaming(
  session: SqlSession,
  transactions: readonly Uint8Array[],
): Promise<ReadonlyMap<string, readonly { readonly position: number; readonly logIndex: number }[]>> {
  const naming = new Map<string, { position: number; logIndex: number }[]>();
  if (transactions.length === 0) return naming;
  const { rows } = await session.query<{ key: Uint8Array; pos: bigint; log: number }>(
    `select f.key, f.pos, f.log from (
       select key from unnest($1::bytea[]) as w(key) where exists (select from eth_fact e where e.key = w.key)
     ) k, lateral (
       (select * from eth_fact e where e.key = k.key and e.contract <> all ($2::bytea[])
        order by e.pos, e.log limit ${mostNaming})
       union all
       (select * from eth_fact e where e.key = k.key and e.contract = any ($2::bytea[])
        order by e.pos, e.log limit ${mostNaming})
     ) f`,
    [transactions, namingRouters],
  );
  for (const { key, pos, log } of rows) {
    const name = byteKey(key);
    naming.set(name, [...(naming.get(name) ?? []), { position: Number(pos), logIndex: log }]);
  }
  return naming;
}

/**
 * Reads the newest facts with given keys that a contract stated before another event of its own; returns the positions of their
 * transactions. Keys without such a fact are left out.
 */
export async function readNamingBefore(
  session: SqlSession,
  asked: readonly Pick<FactRow, 'key' | 'position' | 'logIndex' | 'contract'>[],
): Promise<number[]> {
  if (asked.length === 0) return [];
  const { rows } = await session.query<{ pos: bigint }>(
    `select f.pos from unnest($1::bytea[], ${int8Array(asked.map(({ position }) => position))}, $2::int4[], $3::bytea[])
       as k(key, pos, log, contract), lateral (
         select * from eth_fact e where e.key = k.key and e.contract = k.contract and (e.pos, e.log) < (k.pos, k.log)
         order by e.pos desc, e.log desc limit 1
       ) f`,
    [
      asked.map(({ key }) => key),
      asked.map(({ logIndex }) => logIndex),
      asked.map(({ contract }) => contract),
    ],
  );
  return rows.map(({ pos }) => Number(pos));
}
