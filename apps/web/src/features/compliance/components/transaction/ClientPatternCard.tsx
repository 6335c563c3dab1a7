import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { CoinAmount } from '../../../../shared/amount/CoinAmount.tsx';
import { DescriptionList, type Fact } from '../../../../ui/display/DescriptionList.tsx';
import { LoadFailure } from '../../../../ui/feedback/LoadFailure.tsx';
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { mostCompared, useTransactionsOfClient } from '../../api/triage.ts';
import { clientPattern } from '../../model/client-pattern.ts';
import css from './Panel.module.css';
import type { TransactionDetail } from './TransactionDetails.tsx';

/** What the client of a transaction usually does. */
export function ClientPatternCard({
  transaction,
  organizationId,
}: {
  transaction: TransactionDetail;
  organizationId: string;
}) {
  const { date, count, counted } = useFormats();
  const { data, error, refetch } = useTransactionsOfClient(organizationId, transaction);
  const pattern = data && clientPattern(transaction, data);
  const incoming = transaction.direction === 'in';
  const facts: Fact[] = pattern
    ? [
        [
          incoming ? 'Other deposits' : 'Other payments',
          `${count(pattern.others)}, ${date(pattern.from)} to ${date(pattern.to)}`,
        ],
        [
          'Median amount',
          pattern.median === null ? (
            <Text key="median" tone={3}>
              none in {transaction.asset.symbol}
            </Text>
          ) : (
            <CoinAmount key="median" coin={transaction.asset} amount={String(pattern.median)} />
          ),
        ],
        [
          'This amount',
          pattern.tenths === null
            ? 'Unknown'
            : `${count(Number(pattern.tenths / 10n))}.${String(pattern.tenths % 10n)} times the median`,
        ],
        ['Same counterparty', counted(pattern.sameCounterparty, 'time')],
        [
          'Decided',
          `${count(pattern.decided.approved)} approved, ${count(pattern.decided.closed)} closed, ${count(pattern.decided.reported)} reported`,
        ],
      ]
    : [];
  return (
    <section className={css.section}>
      <h3>
        <span>Usual for this client</span>
        <Text tone={3} size={12}>
          of the last {mostCompared} transactions
        </Text>
      </h3>
      {pattern ? (
        <DescriptionList facts={facts} />
      ) : error ? (
        <LoadFailure title="Transactions of the client could not be loaded" error={error} onRetry={refetch} />
      ) : data ? (
        <Text tone={3}>
          {incoming ? 'The first deposit of this client' : 'The first payment of this client'}
        </Text>
      ) : (
        <Skeleton width={260} height={120} />
      )}
    </section>
  );
}
