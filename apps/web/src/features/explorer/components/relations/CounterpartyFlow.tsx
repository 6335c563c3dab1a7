import { type Blockchain, chains, shorten } from '@hopscope/domain';
import { Link } from '@tanstack/react-router';
import { useNames } from '../../../../lib/directory/use-names.ts';
import { type FlowParty, flowSide } from '../../../../shared/activity/flow-layout.ts';
import { FlowPicture, type LinkTo } from '../../../../shared/activity/FlowPicture.tsx';
import { nobody, restParties } from '../../../../shared/activity/rest-parties.ts';
import { CoinAmount } from '../../../../shared/amount/CoinAmount.tsx';
import { ownerOf } from '../../../../shared/entity/owner-name.ts';
import { ChartCard } from '../../../../ui/chart/ChartCard.tsx';
import { RowTable } from '../../../../ui/display/RowTable.tsx';
import { useCounterparties } from '../../api/relations.ts';

type Answer = NonNullable<ReturnType<typeof useCounterparties>['data']>;
type Side = ReturnType<typeof flowSide>;

const link: LinkTo = ({ address }, label) =>
  address === null ? (
    label
  ) : (
    <Link to="/home/block-explorer/address/$address" params={{ address }}>
      {label}
    </Link>
  );

/** Returns a side of the flow: the largest counterparties, all others, and what has no counterpart. */
function sideOf(
  { counterparties, sums }: Answer,
  direction: 'in' | 'out',
  nameOf: (address: string) => string,
): Side {
  const shown = counterparties.map(({ address, amt, transactions }) => {
    const party: FlowParty = { id: address, name: nameOf(address), address, level: 'unknown' };
    return { ...party, amount: BigInt(amt ?? 0), transactions };
  });
  const rest = shown.reduce((left, { amount }) => left - amount, BigInt(sums.counterparties));
  const parties = [...shown, nobody('rest', 'Other counterparties', rest), ...restParties(sums, direction)];
  return flowSide(parties.filter(({ amount }) => amount > 0n));
}

/** From whom an address received and to whom it sent, in both directions; the bands of a side add up to its sum. */
export function CounterpartyFlow({ chain, address }: { chain: Blockchain; address: string }) {
  const asked = { page: 1, sort: 'amount', asset: undefined } as const;
  const receiving = useCounterparties(address, { ...asked, direction: 'in' }, true);
  const sending = useCounterparties(address, { ...asked, direction: 'out' }, true);
  const [received, sent] = [receiving.data, sending.data];
  const { byAddress } = useNames(
    [...(received?.counterparties ?? []), ...(sent?.counterparties ?? [])].map((row) => row.address),
  );
  // While those of another address are being replaced, nothing is shown.
  if (!received || !sent || receiving.isPlaceholderData || sending.isPlaceholderData) return null;
  const nameOf = (of: string): string => ownerOf(byAddress.get(of)).name ?? shorten(of, 9, 6);
  const flow = { in: sideOf(received, 'in', nameOf), out: sideOf(sent, 'out', nameOf) };
  if (flow.in.total === 0n && flow.out.total === 0n) return null;
  const { coin } = chains[chain];
  const rows = (['in', 'out'] as const).flatMap((direction) =>
    flow[direction].entities.map((party) => ({ ...party, direction })),
  );
  return (
    <ChartCard
      title="Flow by counterparty"
      file={`counterparties-${address}`}
      table={
        <RowTable
          label="Flow by counterparty as table"
          columns={[
            {
              title: 'Direction',
              render: (_, { direction }) => (direction === 'in' ? 'Paid by' : 'Paid to'),
            },
            { title: 'Counterparty', render: (_, party) => link(party, party.name) },
            {
              title: 'Amount',
              align: 'right',
              render: (_, { amount }) => <CoinAmount coin={coin} amount={amount} />,
            },
          ]}
          rows={rows}
          rowKey={({ direction, id }) => `${direction} ${id}`}
        />
      }
    >
      <FlowPicture flow={flow} coin={coin} title="this address" link={link} />
    </ChartCard>
  );
}
