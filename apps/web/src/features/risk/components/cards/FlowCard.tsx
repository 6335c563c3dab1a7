import type { RiskScore } from '@hopscope/contract';
import { chainOf, chains, type Coin, type RiskLevel, shorten } from '@hopscope/domain';
import type { NamedAddress } from '../../../../lib/directory/address-names.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { useRiskScore } from '../../../../lib/risk/use-risk-score.ts';
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import { ChartCard } from '../../../../ui/chart/ChartCard.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { Inset } from '../../../../ui/layout/Inset.tsx';
import { LoadFailure } from '../../../../ui/feedback/LoadFailure.tsx';
import { TableFoot } from '../../../../ui/display/RowTable.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useNames } from '../../../../lib/directory/use-names.ts';
import { useHistoryRows } from '../../api/use-history-rows.ts';
import { ownerOf } from '../../../../shared/entity/owner-name.ts';
import { entitySeverities, levelOfSeverity } from '../../model/exposures.ts';
import { type AddressFlow, flowOf } from '../../model/flow.ts';
import type { FlowEntity, FlowParty } from '../../../../shared/activity/flow-layout.ts';
import { FlowPicture, type LinkTo } from '../../../../shared/activity/FlowPicture.tsx';
import { FlowTable } from '../../../../shared/activity/FlowTable.tsx';
import { FlowKeys } from '../../../../shared/activity/FlowKeys.tsx';
import { useRiskOfOthers } from '../../api/risk.ts';
import { othersOf } from '../../model/history.ts';
import { riskTexts } from '../../model/texts.ts';
import { CoinAmount } from '../../../../shared/amount/CoinAmount.tsx';
import { SearchLink } from '../SearchLink.tsx';

/** Groups addresses by entity, colored by its severity; other addresses are separate. */
function partyOf(names: ReadonlyMap<string, NamedAddress>, score: RiskScore | undefined) {
  const severities = score && entitySeverities(score);
  const levelOf = (id: string): RiskLevel =>
    score && severities ? levelOfSeverity(severities.get(id) ?? 0, score.basis.profile.levels) : 'unknown';
  return (address: string): FlowParty => {
    const named = names.get(address);
    const { hidden, entity, name: owner } = ownerOf(named);
    if (hidden) return { id: 'hidden', name: owner ?? '', address: null, level: 'unknown' };
    if (!entity) return { id: address, name: shorten(address, 9, 6), address, level: 'unknown' };
    const { entity_id: id, proper_name: name } = entity;
    return { id: `entity ${id}`, name, address, level: levelOf(id) };
  };
}

/** Transactions and totals that the diagram covers. */
export function FlowBasis({ flow, coin }: { flow: AddressFlow; coin: Coin }) {
  const { count } = useFormats();
  return (
    <>
      largest {count(flow.transactions)} of the last {count(flow.of)} transactions: in{' '}
      <CoinAmount coin={coin} amount={flow.in.total} />, out{' '}
      <CoinAmount coin={coin} amount={flow.out.total} />
    </>
  );
}

const link: LinkTo = ({ address }, label) =>
  address === null ? label : <SearchLink address={address}>{label}</SearchLink>;

/** Colors parties without an attribution of their own by the score of their address. */
function useScored(address: string, flow: AddressFlow): AddressFlow {
  const open = [...flow.in.entities, ...flow.out.entities].flatMap((party) =>
    party.address !== null && party.level === 'unknown' ? [party.address] : [],
  );
  const { data: risks } = useRiskOfOthers(address, [...new Set(open)]);
  const scored = (entity: FlowEntity): FlowEntity => {
    const risk = entity.address === null ? undefined : risks?.get(entity.address);
    return entity.level === 'unknown' && risk ? { ...entity, level: risk.level } : entity;
  };
  return {
    ...flow,
    in: { ...flow.in, entities: flow.in.entities.map(scored) },
    out: { ...flow.out, entities: flow.out.entities.map(scored) },
  };
}

function Loaded({ address, rows }: { address: string; rows: ReturnType<typeof useHistoryRows>['rows'] }) {
  const { count, counted } = useFormats();
  const { data: score } = useRiskScore(address);
  const { byAddress } = useNames((rows ?? []).flatMap(othersOf));
  const chain = chainOf(address);
  const coin = chains[chain].coin;
  const flow = useScored(address, flowOf(rows ?? [], partyOf(byAddress, score)));
  if (flow.transactions === 0) {
    return (
      <Card title="Address Flow Analysis">
        <EmptyState title="No transactions">{riskTexts.noFlow}</EmptyState>
      </Card>
    );
  }
  return (
    <ChartCard
      title="Address Flow Analysis"
      file={`flow-${address}`}
      count={<FlowBasis flow={flow} coin={coin} />}
      table={
        <FlowTable
          label="Address flow as table"
          party="Entity or address"
          flow={flow}
          coin={coin}
          link={link}
          scored
        />
      }
      foot={
        <TableFoot>
          <span>
            {flow.of > flow.transactions
              ? `Largest ${count(flow.transactions)} of ${counted(flow.of, 'recent transaction')}`
              : `All ${counted(flow.transactions, 'recent transaction')}`}
            ; amounts of transactions with several senders are split in proportion, including fees
            {chains[chain].hasTokens && '; ether only'}
          </span>
        </TableFoot>
      }
      extra={<FlowKeys />}
    >
      <FlowPicture flow={flow} coin={coin} title="this address" link={link} />
    </ChartCard>
  );
}

/** Incoming and outgoing flow of the address by entity. */
export function FlowCard({ address }: { address: string }) {
  const { rows, error, refetch } = useHistoryRows(address);
  if (rows) return <Loaded address={address} rows={rows} />;
  return (
    <Card title="Address Flow Analysis">
      {error ? (
        <LoadFailure title="Failed to fetch transactions" error={error} onRetry={refetch} />
      ) : (
        <Inset>
          <Text tone={3}>
            <Skeleton width="100%" height={240} />
          </Text>
        </Inset>
      )}
    </Card>
  );
}
