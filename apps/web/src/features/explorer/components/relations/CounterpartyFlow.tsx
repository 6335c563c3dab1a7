import { type Blockchain, chains, shorten } from '@hopscope/domain';
import { Link } from '@tanstack/react-router';
import { useNames } from '../../../../lib/directory/use-names.ts';
import { type FlowParty, flowSide } from '../../../../shared/activity/flow-layout.ts';
import { Card } from '../../../../ui/layout/Card.tsx';
import { FlowPicture, FlowRoom, type LinkTo } from '../../../../shared/activity/FlowPicture.tsx';
import { nobody, restParties } from '../../../../shared/activity/rest-parties.ts';
import { ownerOf } from '../../../../shared/entity/owner-name.ts';
import { ChartCard } from '../../../../ui/chart/ChartCard.tsx';
import { FlowTable } from '../../../../shared/activity/FlowTable.tsx';
import { useCounterparties } from '../../api/relations.ts';

const title = 'Flow by counterparty';

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
  if (receiving.error || sending.error) return null;
  // Those of another address are being replaced.
  if (!received || !sent || receiving.isPlaceholderData || sending.isPlaceholderData) {
    return (
      <Card title={title}>
        <FlowRoom />
      </Card>
    );
  }
  const nameOf = (of: string): string => ownerOf(byAddress.get(of)).name ?? shorten(of, 9, 6);
  const flow = { in: sideOf(received, 'in', nameOf), out: sideOf(sent, 'out', nameOf) };
  if (flow.in.total === 0n && flow.out.total === 0n) return null;
  const { coin } = chains[chain];
  return (
    <ChartCard
      title={title}
      file={`counterparties-${address}`}
      table={
        <FlowTable
          label="Flow by counterparty as table"
          party="Counterparty"
          flow={flow}
          coin={coin}
          link={link}
        />
      }
    >
      <FlowPicture flow={flow} coin={coin} title="this address" link={link} />
    </ChartCard>
  );
}
