import { decodeHeader, equalBytes, toDisplayHash } from '@hopscope/chain';
import { createCopyReader } from '../../../db/copy-binary.ts';
import type { SqlSession } from '../../../db/session.ts';
import { nativeHashing } from '../../native-hashing.ts';
import type { AccountSums } from './audit-accounts.ts';
import type { ChainSums } from './audit-sums.ts';
import { placeOf, violate } from './audit-violation.ts';
import { prefixKey } from '../../shared/byte-keys.ts';
import { readTxsAt } from '../lookups.ts';
import { heightOf, indexOfPoint, positionOfPoint } from '../positions.ts';
import type { LedgerTotals } from '../reader.ts';

function compare(what: string, stored: bigint | undefined, counted: bigint | number): void {
  if ((stored ?? 0n) === BigInt(counted)) return;
  violate('totals', `The ledger's total of ${what} is ${stored ?? 0n}, but its blocks have ${counted}`);
}

/** Compares the ledger's totals with the sums of its transactions and accounts. Throws ViolationError. */
export function checkTotals(totals: LedgerTotals | undefined, chain: ChainSums, accounts: AccountSums): void {
  compare('transactions', totals?.transactions, chain.transactions);
  compare('addresses', totals?.addresses, accounts.addresses);
  compare('unspent outputs', totals?.utxos, chain.utxos);
  compare('balance of addresses', totals?.addressBalance, chain.addressBalance);
  compare('balance of other outputs', totals?.otherBalance, chain.otherBalance);
  compare('destroyed', totals?.destroyed, chain.destroyed);
  compare('rewards', totals?.rewards, chain.rewards);
  compare('fees', totals?.fees, chain.fees);
  compare('unknown inputs', totals?.unknownInputs, chain.unknownInputs);
  if (accounts.balance !== chain.addressBalance) {
    violate(
      'totals',
      `Addresses hold ${accounts.balance} satoshis by their activity and ${chain.addressBalance} by the transactions`,
    );
  }
}

/**
 * Checks that, in a history from block 0, existing and destroyed coins equal the amounts that coinbases issued, within the
 * schedule.
 */
export function checkIssue(sums: ChainSums, height: number): void {
  const issued = sums.rewards - sums.fees;
  const accounted = sums.addressBalance + sums.otherBalance + sums.destroyed;
  if (issued !== accounted) {
    violate(
      'issue',
      `Up to block ${height} ${issued} satoshis were issued, but balances and destroyed coins are ${accounted}`,
      { height },
    );
  }
  if (issued > sums.schedule) {
    violate(
      'issue',
      `Up to block ${height} ${issued} satoshis were issued; the schedule allows ${sums.schedule}`,
      { height },
    );
  }
}

const rowsPerPage = 5000;

async function countRows(session: SqlSession, table: string): Promise<number> {
  const { rows } = await session.query<{ n: bigint }>(`select count(*) as n from ${table}`);
  return Number(rows[0]?.n ?? 0n);
}

/** Reads a table of two numbers, ordered by its first and second column, page by page. */
async function* pairRows(
  session: SqlSession,
  table: string,
  columns: [string, string],
): AsyncGenerator<[bigint, bigint][]> {
  const [first, second] = columns;
  let after: [bigint, bigint] | undefined;
  for (;;) {
    const where: string = after
      ? `where (${first}, ${second}) > ('${after[0]}'::int8, '${after[1]}'::int8)`
      : '';
    const reader = createCopyReader(
      await session.copyOut(
        `select ${first}, ${second} from ${table} ${where} order by ${first}, ${second} limit ${rowsPerPage}`,
      ),
    );
    const page: [bigint, bigint][] = [];
    while (reader.next()) page.push([reader.int8(), reader.int8()]);
    if (page.length === 0) return;
    yield page;
    after = page.at(-1);
  }
}

/** Checks that there are as many lookup rows as transactions. As every transaction has one, none is superfluous. */
export async function checkLookupCount(session: SqlSession, expected: number): Promise<void> {
  if ((await countRows(session, 'btc_tx_lookup')) === expected) return;
  for await (const page of pairRows(session, 'btc_tx_lookup', ['key', 'pos'])) {
    const txs = new Map(
      (
        await readTxsAt(
          session,
          page.map(([, position]) => Number(position)),
        )
      ).map((tx) => [tx.position, tx]),
    );
    for (const [key, position] of page) {
      const tx = txs.get(Number(position));
      if (!tx)
        violate('lookup', `A lookup row points to no transaction (block ${heightOf(Number(position))})`, {
          height: heightOf(Number(position)),
        });
      if (prefixKey(tx.txid) !== key)
        violate('lookup', 'A lookup row with another hash points to the transaction', placeOf(tx));
    }
  }
  violate('lookup', 'There are more lookup rows than transactions');
}

/** Like `checkLookupCount`, for inputs whose output is unknown. */
export async function checkUnresolvedCount(session: SqlSession, expected: number): Promise<void> {
  if ((await countRows(session, 'btc_unresolved')) === expected) return;
  for await (const page of pairRows(session, 'btc_unresolved', ['key', 'inpoint'])) {
    const positions = new Set(page.map(([, inpoint]) => positionOfPoint(inpoint)));
    const txs = new Map((await readTxsAt(session, [...positions])).map((tx) => [tx.position, tx]));
    for (const [key, inpoint] of page) {
      const tx = txs.get(positionOfPoint(inpoint));
      const prevout = tx?.record.inputs[indexOfPoint(inpoint)]?.prevout;
      if (prevout?.kind === 'unknown' && prefixKey(prevout.txid) === key) continue;
      const place = tx ? placeOf(tx) : { height: heightOf(positionOfPoint(inpoint)) };
      violate(
        'unresolved',
        `Input ${indexOfPoint(inpoint)} is in the list of unresolved inputs, but its output is known`,
        place,
      );
    }
  }
  violate('unresolved', 'There are more unresolved inputs than unknown inputs');
}

/** Checks that stored fork blocks match their hashes and aren't part of the chain. Returns their number. */
export async function checkForkBlocks(session: SqlSession): Promise<number> {
  const { rows } = await session.query<{
    hash: Uint8Array;
    prev_hash: Uint8Array;
    head: Uint8Array;
    height: number | null;
  }>(
    `select f.hash, f.prev_hash, substring(f.raw from 1 for 80) as head, b.height
     from btc_fork_block f left join btc_block b on b.hash = f.hash order by f.hash limit 100000`,
  );
  for (const row of rows) {
    const name = toDisplayHash(row.hash);
    if (row.height !== null)
      violate('fork', `Block ${name} is stored as a fork block but is in the chain`, { height: row.height });
    if (row.head.length !== 80) violate('fork', `Fork block ${name} is truncated`);
    const { header, hash } = decodeHeader(row.head, nativeHashing);
    if (!equalBytes(hash, row.hash)) violate('fork', `Fork block ${name} does not match its hash`);
    if (!equalBytes(header.prevHash, row.prev_hash))
      violate('fork', `Fork block ${name} does not follow its recorded parent`);
  }
  return rows.length;
}
