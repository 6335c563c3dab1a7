import { type Blockchain, chains, startOfUtcDay } from '@hopscope/domain';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { type BalanceCurve, BalanceCard } from '../../../shared/activity/BalanceCard.tsx';
import { FlowTable } from '../../../shared/activity/FlowTable.tsx';
import { FlowKeys } from '../../../shared/activity/FlowKeys.tsx';
import { FlowPicture, FlowRoom, type LinkTo } from '../../../shared/activity/FlowPicture.tsx';
import { type AmountView, InOutCard } from '../../../shared/activity/InOutCard.tsx';
import { UnknownAmount } from '../../../shared/amount/Amount.tsx';
import { CoinAmount } from '../../../shared/amount/CoinAmount.tsx';
import { ChartCard } from '../../../ui/chart/ChartCard.tsx';
import { TableFoot } from '../../../ui/display/RowTable.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { LoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { Segmented } from '../../../ui/form/Segmented.tsx';
import { Row } from '../../../ui/layout/Row.tsx';
import { type Partners, useEntityActivity, useEntityLevels, useEntityPartners } from '../api/activity.ts';
import { activeChains, type Profile } from '../api/profile.ts';
import { flowOfPartners } from '../model/partner-flow.ts';

const why = 'There is no ledger for this chain, or the entity has too many addresses or transactions.';

const link: LinkTo = ({ address }, label) =>
  address === null ? (
    label
  ) : (
    <Link to="/home/blockham" search={{ entity: address }}>
      {label}
    </Link>
  );

function Basis({ partners }: { partners: Partners }) {
  const { counted, date } = useFormats();
  const { read, from, to, blockchain, addresses } = partners;
  const what = counted(read.transactions, chains[blockchain].model === 'utxo' ? 'transaction' : 'movement');
  return (
    <TableFoot>
      <span>
        {read.complete ? `All ${what}` : `Newest ${what}`} of{' '}
        {counted(addresses, 'direct address', 'direct addresses')}
        {from !== null && to !== null && `, ${date(from)} to ${date(to)}`}; transfers to itself are left out
        {chains[blockchain].hasTokens && '; ether only'}
      </span>
    </TableFoot>
  );
}

function PartnersCard({
  profile,
  blockchain,
  extra,
}: {
  profile: Profile;
  blockchain: Blockchain;
  extra: ReactNode;
}) {
  const { entity_id: id, proper_name: name } = profile.entity;
  const { data, error, refetch } = useEntityPartners(id, blockchain);
  const { data: levels } = useEntityLevels(
    data?.partners?.flatMap(({ entity }) => (entity && !entity.hidden ? [entity.entity_id] : [])) ?? [],
  );
  const flow = data && flowOfPartners(data, levels);
  const any = flow && (flow.in.total > 0n || flow.out.total > 0n);
  return (
    <ChartCard
      title="Moves most with"
      file={`partners-${id}`}
      extra={
        <Row gap={12} wrap>
          {any && <FlowKeys />}
          {extra}
        </Row>
      }
      {...(any && {
        table: (
          <FlowTable
            label="Flow by entity as table"
            party="Entity"
            flow={flow}
            coin={chains[blockchain].coin}
            link={link}
          />
        ),
      })}
      foot={data && any && <Basis partners={data} />}
    >
      {any ? (
        <FlowPicture flow={flow} coin={chains[blockchain].coin} title={name} link={link} />
      ) : data ? (
        <EmptyState title={flow ? 'No transfers with others' : 'Unknown'}>
          {flow ? undefined : why}
        </EmptyState>
      ) : error ? (
        <LoadFailure title="Failed to load the activity" error={error} onRetry={refetch} />
      ) : (
        <FlowRoom />
      )}
    </ChartCard>
  );
}

/** What the directly attributed addresses of an entity did: partners, balance, received and sent amounts. */
export function ActivityCards({ profile }: { profile: Profile }) {
  const offered = activeChains(profile);
  const [chosen, setChosen] = useState<Blockchain>();
  const blockchain = chosen ?? offered[0];
  if (blockchain === undefined) return null;
  return <Cards profile={profile} blockchain={blockchain} offered={offered} onChain={setChosen} />;
}

function Cards({
  profile,
  blockchain,
  offered,
  onChain,
}: {
  profile: Profile;
  blockchain: Blockchain;
  offered: readonly Blockchain[];
  onChain: (chain: Blockchain) => void;
}) {
  const { entity_id: id } = profile.entity;
  const { coin } = chains[blockchain];
  const { data, error, refetch } = useEntityActivity(id, blockchain);
  const curve = useMemo(
    (): BalanceCurve | undefined =>
      data && {
        byTransaction: false,
        points: (data.points ?? []).map(({ date, balance }) => ({
          at: startOfUtcDay(date) / 1000 + 86_399,
          amount: balance === null ? null : BigInt(balance),
        })),
      },
    [data],
  );
  const days = useMemo(
    () =>
      data?.points?.flatMap(({ date, received, spent }) =>
        received === null || spent === null ? [] : [{ date, received, spent }],
      ),
    [data],
  );
  const amount: AmountView = (units) =>
    units === null ? <UnknownAmount why={why} /> : <CoinAmount coin={coin} amount={units} />;
  const failure = error && (
    <LoadFailure title="Failed to load the activity" error={error} onRetry={refetch} />
  );
  const unknown = data && (data.points === null || (data.points.length > 0 && days?.length === 0)) && (
    <EmptyState title="Unknown">{why}</EmptyState>
  );
  const view = { amount, decimals: coin.decimals };
  return (
    <>
      <PartnersCard
        profile={profile}
        blockchain={blockchain}
        extra={
          offered.length > 1 && (
            <Segmented
              label="Blockchain of the activity"
              value={blockchain}
              options={offered.map((value) => ({ value, label: chains[value].name }))}
              onChange={onChain}
            />
          )
        }
      />
      <BalanceCard
        curve={data?.points === null ? undefined : curve}
        failure={data?.points === null ? <EmptyState title="Unknown">{why}</EmptyState> : failure}
        file={`balance-${id}`}
        {...view}
      />
      <InOutCard
        days={unknown ? undefined : days}
        failure={unknown || failure}
        file={`in-out-${id}`}
        {...view}
      />
    </>
  );
}
