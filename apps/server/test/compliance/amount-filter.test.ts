import { expect, test } from 'vitest';
import {
  countTransactions,
  readTransactions,
  type TransactionFilter,
} from '../../src/contexts/compliance/transactions/compliance-transactions.store.ts';
import { createKysely } from '../../src/db/dialect.ts';
import { withSession } from '../../src/db/session.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { createRandom } from '../support/survival/random.ts';

const organization = '00000000-0000-4000-8000-0000000000aa';
/** US dollars in millionths by day; days without a price have the one before. */
const prices = {
  BTC: [
    [1, 40_000_000_000n],
    [5, 90_000_000_000n],
    [9, 65_000_000_000n],
  ],
  ETH: [[3, 2_000_000_000n]],
} as const;
const decimals = { BTC: 8, ETH: 18 };

interface Row {
  chain: 'bitcoin' | 'ethereum';
  isToken: boolean;
  amount: bigint;
  cents: bigint | null;
  day: number;
  status: string;
}

/** The price of a day in millionths of a dollar; undefined before the first one. */
const priceOn = (symbol: 'BTC' | 'ETH', day: number): bigint | undefined =>
  prices[symbol].findLast(([from]) => from <= day)?.[1];

/** Returns the sign of a row's amount less `amount` of the chain's coin; undefined if that is not known. */
function compareWith(row: Row, chain: Row['chain'], amount: bigint): number | undefined {
  const sign = (difference: bigint): number => (difference > 0n ? 1 : difference < 0n ? -1 : 0);
  if (row.chain === chain && !row.isToken) return sign(row.amount - amount);
  const symbol = chain === 'bitcoin' ? 'BTC' : 'ETH';
  const price = priceOn(symbol, row.day);
  if (row.cents === null || price === undefined) return undefined;
  return sign(row.cents * 1_000_000n * 10n ** BigInt(decimals[symbol] - 2) - amount * price);
}

describeWithDatabase('Transactions filtered by amount', (databases) => {
  test('are those whose amount, or worth on the day, is in the range', async () => {
    const db = await databases.empty();
    const random = createRandom(7);
    const rows = Array.from({ length: 1500 }, (): Row => {
      const chain = random.pick(['bitcoin', 'ethereum'] as const);
      return {
        chain,
        isToken: chain === 'ethereum' && random.chance(0.5),
        amount: BigInt(random.below(40)) * (chain === 'bitcoin' ? 10_000_000n : 10n ** 18n),
        cents: random.chance(0.15) ? null : BigInt(random.below(40)) * 400_000n,
        day: 1 + random.below(12),
        status: random.pick(['UNASSIGNED', 'APPROVED', 'CLOSED_WITH_NOTE']),
      };
    });
    await withSession(db, async (session) => {
      for (const [symbol, days] of Object.entries(prices)) {
        for (const [day, micros] of days) {
          await session.query('insert into price_day (symbol, day, micros, source) values ($1, $2, $3, $4)', [
            symbol,
            `2026-01-${String(day).padStart(2, '0')}`,
            micros,
            'test',
          ]);
        }
      }
      for (const [i, row] of rows.entries()) {
        await session.query(
          `insert into compliance_transaction (id, organization_id, address_id, chain, txid, address, direction, contract, amount,
             usd_cents, presence, happened_at, seen_at, screening, status)
           values (gen_random_uuid(), $1, $1, $2, decode(lpad(to_hex($3::int4), 64, '0'), 'hex'), 'a', 'in', $4, $5, $6, 'confirmed',
             timestamptz '2026-01-01 12:00Z' + ($7::int4 - 1) * interval '1 day', now(), 'scored', $8)`,
          [
            organization,
            row.chain,
            i,
            row.isToken ? new Uint8Array(20) : null,
            row.amount.toString(),
            row.cents?.toString() ?? null,
            row.day,
            row.status,
          ],
        );
      }
    });
    const kysely = createKysely(db);
    for (const chain of ['bitcoin', 'ethereum'] as const) {
      const unit = chain === 'bitcoin' ? 10_000_000n : 10n ** 18n;
      for (const [from, to] of [
        [5n, 20n],
        [10n, undefined],
        [undefined, 12n],
        [7n, 7n],
      ] as const) {
        const [min, max] = [
          from === undefined ? undefined : from * unit,
          to === undefined ? undefined : to * unit,
        ];
        for (const blockchain of chain === 'bitcoin' ? [undefined, chain] : [chain]) {
          const filter: TransactionFilter = {
            organizationId: organization,
            statuses: ['APPROVED', 'UNASSIGNED'],
            blockchain,
            minAmount: min?.toString(),
            maxAmount: max?.toString(),
          };
          const expected = rows.flatMap((row, i) => {
            const low = min === undefined ? 1 : compareWith(row, chain, min);
            const high = max === undefined ? -1 : compareWith(row, chain, max);
            const fits = low !== undefined && low >= 0 && high !== undefined && high <= 0;
            const listed = row.status !== 'CLOSED_WITH_NOTE' && (!blockchain || row.chain === blockchain);
            return fits && listed ? [i] : [];
          });
          expect(expected.length).toBeGreaterThan(0);
          const page = { page: 1, limit: 2000, sortBy: 'timestamp', sortOrder: 'desc' } as const;
          const found = await readTransactions(kysely, filter, page);
          const numbers = found.map(({ txid }) => Buffer.from(txid).readUInt32BE(28));
          expect(numbers.toSorted((a, b) => a - b)).toEqual(expected);
          expect(await countTransactions(kysely, filter, { belowThreshold: false })).toBe(expected.length);
        }
      }
    }
  });
});
