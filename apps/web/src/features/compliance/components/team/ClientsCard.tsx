import { defaultLevelBounds, riskLevelOf, utcDay } from '@hopscope/domain';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { riskMark } from '../../../../shared/risk/risk-colors.ts';
import chart from '../../../../ui/chart/Chart.module.css';
import { BarRows } from '../../../../ui/chart/BarRows.tsx';
import { ChartCard, ChartRoom } from '../../../../ui/chart/ChartCard.tsx';
import { RowTable, TableFoot } from '../../../../ui/display/RowTable.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { LoadFailure } from '../../../../ui/feedback/LoadFailure.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useClientCategories } from '../../api/team.ts';

type Found = NonNullable<ReturnType<typeof useClientCategories>['data']>;
type Client = Found['clients'][number];
type Category = Client['categories'][number];

const title = 'Categories by client';
/** Clients of the chart; the table has more. */
const mostBars = 10;
/** Colors of categories that are no risk, in turn. */
const plain = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-5)', 'var(--chart-6)'];

/** Returns the color of each category: of its risk, or else one of the charts. */
function fillsOf(clients: readonly Client[]): (category: Category) => string {
  const harmless = [
    ...new Set(
      clients.flatMap(({ categories }) =>
        categories.flatMap(({ category, severity }) => (severity === 0 ? [category] : [])),
      ),
    ),
  ];
  return ({ category, severity }) => {
    if (severity === null) return 'var(--risk-unknown-mark)';
    if (severity > 0) return riskMark(riskLevelOf(severity, defaultLevelBounds));
    return plain[harmless.indexOf(category) % plain.length] ?? '';
  };
}

/** Categories of the chart with their colors, most severe first. */
function Keys({ clients, fillOf }: { clients: readonly Client[]; fillOf: (category: Category) => string }) {
  const known = new Map(
    clients.flatMap(({ categories }) => categories.map((each) => [each.category, each] as const)),
  );
  return (
    <Row gap={12} wrap>
      {[...known.values()]
        .toSorted((a, b) => (b.severity ?? -1) - (a.severity ?? -1))
        .map((each) => (
          <span key={each.category ?? ''} className={chart.key}>
            <i style={{ background: fillOf(each) }} aria-hidden="true" />
            <Text tone={2} size={12}>
              {each.categoryName}
            </Text>
          </span>
        ))}
    </Row>
  );
}

function Rows({ found }: { found: Found }) {
  const { count } = useFormats();
  const rows = found.clients.flatMap((client) =>
    client.categories.map((category, i) => ({ client, category, isFirst: i === 0 })),
  );
  return (
    <RowTable
      label={title}
      columns={[
        {
          title: 'Client',
          render: (_, { client: { clientId }, isFirst }) =>
            isFirst &&
            (clientId === null ? (
              <Text tone={3}>No client</Text>
            ) : (
              <Link to="/home/compliance-screener" search={{ client: clientId }}>
                {clientId}
              </Link>
            )),
        },
        { title: 'Category', render: (_, { category }) => category.categoryName },
        { title: 'Transactions', align: 'right', render: (_, { category }) => count(category.transactions) },
        {
          title: 'Of',
          align: 'right',
          render: (_, { client, isFirst }) => isFirst && count(client.transactions),
        },
      ]}
      rows={rows}
      rowKey={({ client, category }) => `${client.clientId ?? ''} ${category.category ?? ''}`}
    />
  );
}

/** Listed transactions by client and most severe category of their counterparties. */
export function ClientsCard({
  organizationId,
  from,
  to,
}: {
  organizationId: string;
  from: string;
  to: string;
}) {
  const { count, counted } = useFormats();
  const today = utcDay(Date.now());
  const { data, error, refetch } = useClientCategories(organizationId, { from, to: to < today ? to : today });
  const shown = data?.clients.slice(0, mostBars) ?? [];
  const fillOf = fillsOf(shown);
  const hasSome = shown.length > 0;
  return (
    <ChartCard
      title={title}
      file="categories-by-client"
      extra={hasSome && <Keys clients={shown} fillOf={fillOf} />}
      {...(data && hasSome && { table: <Rows found={data} /> })}
      foot={
        data &&
        hasSome && (
          <TableFoot>
            {shown.length === data.clientsInAll
              ? counted(data.clientsInAll, 'client')
              : `${shown.length} of ${counted(data.clientsInAll, 'client')}, most transactions first`}
            {!data.complete && `; the newest ${count(data.read)} transactions`}
          </TableFoot>
        )
      }
    >
      {data ? (
        hasSome ? (
          <BarRows
            label={title}
            rows={shown.map(({ clientId, transactions, categories }) => ({
              key: clientId ?? '',
              name: clientId ?? 'No client',
              value: transactions,
              text: count(transactions),
              parts: categories.map((category) => ({
                key: category.category ?? '',
                value: category.transactions,
                fill: fillOf(category),
                title: `${category.categoryName}: ${counted(category.transactions, 'transaction')}`,
              })),
            }))}
          />
        ) : (
          <EmptyState title="No transactions in these weeks" />
        )
      ) : error ? (
        <LoadFailure title="The figures could not be loaded" error={error} onRetry={refetch} />
      ) : (
        <ChartRoom height={180} />
      )}
    </ChartCard>
  );
}
