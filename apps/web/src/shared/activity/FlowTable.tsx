import type { Coin } from '@hopscope/domain';
import { levelNames } from '../../lib/risk/risk-level.ts';
import { type RowColumns, RowTable } from '../../ui/display/RowTable.tsx';
import { CoinAmount } from '../amount/CoinAmount.tsx';
import type { Flow, FlowEntity } from './flow-layout.ts';
import type { LinkTo } from './FlowPicture.tsx';

type Line = FlowEntity & { way: 'Received from' | 'Sent to' };

/** The figures of a flow as a table; `scored`: with the risk and the number of transactions of each party. */
export function FlowTable({
  label,
  party,
  flow,
  coin,
  link,
  scored = false,
}: {
  /** Accessible name. */
  label: string;
  /** Title of the column of parties. */
  party: string;
  flow: Flow;
  coin: Coin;
  link: LinkTo;
  scored?: boolean;
}) {
  const rows: Line[] = [
    ...flow.in.entities.map((entity) => ({ ...entity, way: 'Received from' as const })),
    ...flow.out.entities.map((entity) => ({ ...entity, way: 'Sent to' as const })),
  ];
  const details: RowColumns<Line> = [
    { title: 'Risk', render: (_, { level }) => levelNames[level] },
    { title: 'Transactions', align: 'right', render: (_, { transactions }) => transactions },
  ];
  const columns: RowColumns<Line> = [
    { title: 'Direction', render: (_, { way }) => way },
    { title: party, render: (_, entity) => link(entity, entity.name) },
    ...(scored ? details : []),
    {
      title: 'Amount',
      align: 'right',
      render: (_, { amount }) => <CoinAmount coin={coin} amount={amount} />,
    },
  ];
  return <RowTable label={label} columns={columns} rows={rows} rowKey={({ way, id }) => `${way} ${id}`} />;
}
