import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { ComplianceTransactionTable } from '../../../db/schema.ts';

export type TransactionRow = Selectable<ComplianceTransactionTable>;

export interface TransactionPage {
  page: number;
  limit: number;
  sortBy: 'timestamp' | 'amount' | 'riskScores';
  sortOrder: 'asc' | 'desc';
  /** Begin behind this row instead of with a page. */
  after?: TransactionRow | undefined;
}

interface Sorting {
  /** Order of the page. */
  readonly order: RawBuilder<unknown>;
  /** Order of an index; if it differs from the page, in consecutive parts. */
  readonly found?: RawBuilder<unknown>;
  readonly parts?: readonly RawBuilder<unknown>[];
  /** What comes behind a row, in consecutive parts that an index finds. */
  readonly behind: (last: TransactionRow) => readonly RawBuilder<unknown>[];
}

const [less, more] = [sql`<`, sql`>`];

/** Dates of the driver have only milliseconds, so the time of a row stays in the database. */
const isBeyond = (direction: RawBuilder<unknown>, { id }: TransactionRow): RawBuilder<unknown> =>
  sql` and (c.happened_at, c.id) ${direction} ((select p.happened_at from compliance_transaction p where p.id = ${id}), ${id})`;

function behindWorth(direction: RawBuilder<unknown>): Sorting['behind'] {
  const unknown = sql` and c.usd_cents is null`;
  return ({ usd_cents: worth, id }) =>
    worth === null
      ? [sql`${unknown} and c.id ${direction} ${id}`]
      : [sql` and (c.usd_cents, c.id) ${direction} (${worth}, ${id})`, unknown];
}

/** `among`: the direction of times among equal scores. */
function behindScore(direction: RawBuilder<unknown>, among: RawBuilder<unknown>): Sorting['behind'] {
  const unknown = sql` and c.risk_score is null`;
  return (last) => {
    const { risk_score: score } = last;
    if (score === null) return [sql`${unknown}${isBeyond(among, last)}`];
    return [
      sql` and c.risk_score = ${score}${isBeyond(among, last)}`,
      sql` and c.risk_score ${direction} ${score}`,
      unknown,
    ];
  };
}

const behindAmount =
  (direction: RawBuilder<unknown>): Sorting['behind'] =>
  ({ amount, id }) => [sql` and (c.amount, c.id) ${direction} (${amount}, ${id})`];

/** Order by value at the time. Unknown scores and values come last in both directions: unknown isn't the lowest. Among equal scores, the one that has waited longest comes first. */
const sortings: Readonly<Record<TransactionPage['sortBy'], Record<TransactionPage['sortOrder'], Sorting>>> = {
  timestamp: {
    asc: { order: sql`happened_at, id`, behind: (last) => [isBeyond(more, last)] },
    desc: { order: sql`happened_at desc, id desc`, behind: (last) => [isBeyond(less, last)] },
  },
  amount: {
    asc: {
      order: sql`usd_cents nulls last, id`,
      found: sql`usd_cents nulls first, id`,
      parts: [sql` and c.usd_cents is not null`, sql` and c.usd_cents is null`],
      behind: behindWorth(more),
    },
    desc: { order: sql`usd_cents desc nulls last, id desc`, behind: behindWorth(less) },
  },
  riskScores: {
    asc: {
      order: sql`risk_score nulls last, happened_at desc, id desc`,
      found: sql`risk_score nulls first, happened_at desc, id desc`,
      parts: [sql` and c.risk_score is not null`, sql` and c.risk_score is null`],
      behind: behindScore(more, less),
    },
    desc: { order: sql`risk_score desc nulls last, happened_at, id`, behind: behindScore(less, more) },
  },
};

/** Amounts of a chain without tokens are all of one asset. */
const ofOneAsset: Record<TransactionPage['sortOrder'], Sorting> = {
  asc: { order: sql`amount, id`, behind: behindAmount(more) },
  desc: { order: sql`amount desc, id desc`, behind: behindAmount(less) },
};

/** Returns how a list is sorted; `isOneAsset`: all amounts are of one asset, so they compare without prices. */
export function sortingOf(
  sortBy: TransactionPage['sortBy'],
  sortOrder: TransactionPage['sortOrder'],
  isOneAsset: boolean,
): Sorting {
  return (sortBy === 'amount' && isOneAsset ? ofOneAsset : sortings[sortBy])[sortOrder];
}
