import { listEntities } from '@hopscope/contract';
import { shorten, chainOf } from '@hopscope/domain';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useAddressName } from '../../../lib/directory/use-address-name.ts';
import { RiskAssetContext } from '../../../lib/risk/risk-asset.ts';
import { useRiskScore } from '../../../lib/risk/use-risk-score.ts';
import { networkOf } from '../../../lib/search/network-of.ts';
import { useServerHealth } from '../../../lib/server-health.ts';
import { useDocumentTitle } from '../../../lib/browser/use-document-title.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { HopLoader } from '../../../ui/feedback/HopLoader.tsx';
import { Page, PageHeader } from '../../../ui/layout/Page.tsx';
import { type Section, SectionNav } from '../../../ui/layout/SectionNav.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { RowTableSkeleton } from '../../../ui/display/RowTable.tsx';
import { TextButton } from '../../../ui/button/TextButton.tsx';
import { useAddress } from '../api/address.ts';
import { type AddressInput, readAddressInput } from '../model/read-address.ts';
import { riskTexts } from '../model/texts.ts';
import { ActivityCard } from './cards/ActivityCard.tsx';
import { AddressSearch } from './AddressSearch.tsx';
import { CounterpartiesCard } from './cards/CounterpartiesCard.tsx';
import css from './Dashboard.module.css';
import { DashboardHeader } from './DashboardHeader.tsx';
import { EntityCard } from './cards/EntityCard.tsx';
import { ExposureCard } from './cards/ExposureCard.tsx';
import { ExposureRingCard } from './cards/ExposureRingCard.tsx';
import { FactorsCard } from './cards/FactorsCard.tsx';
import { FeedCard } from './cards/FeedCard.tsx';
import { FlowCard } from './cards/FlowCard.tsx';
import { HistoryCard } from './cards/HistoryCard.tsx';
import { MethodsCard } from './cards/MethodsCard.tsx';
import { ScoreCard } from './cards/ScoreCard.tsx';
import { ScoreHistoryCard } from './cards/ScoreHistoryCard.tsx';
import { SummaryStats } from './SummaryStats.tsx';
import { WaterfallCard } from './cards/WaterfallCard.tsx';
import { RefreshCw } from 'lucide-react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { useRefresh } from '../api/dashboard-key.ts';
import { useTip } from '../api/tip.ts';

/** Announces new blocks and offers a refresh, so that content doesn't change while the user reads. */
function NewData({ address }: { address: string }) {
  const { count } = useFormats();
  const { data, isFetching } = useRiskScore(address);
  const tip = useTip(chainOf(address));
  const refresh = useRefresh(address);
  const since = data?.basis.height ?? null;
  const newer = since !== null && tip !== undefined && tip !== null && tip > since;
  return (
    <div role="status" className={newer ? css.newData : css.noNewData}>
      {newer && (
        <>
          <RefreshCw size={14} strokeWidth={1.6} aria-hidden="true" />
          <span>New data since block {count(since)}:</span>
          {isFetching ? <span>Refreshing…</span> : <TextButton onClick={refresh}>Refresh</TextButton>}
        </>
      )}
    </div>
  );
}

interface View {
  /** Contract of the scored token; undefined: the native coin of the chain. */
  asset: string | undefined;
  /** Further actions on the address. */
  work?: ReactNode;
  onAsset: (asset: string | undefined) => void;
  year: number | undefined;
  onYear: (year: number) => void;
}

/** Reloads entity data, which may have changed in the directory. */
function useFreshEntities(address: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: [listEntities.id] });
  }, [queries, address]);
}

function Loading() {
  return (
    <>
      <div className={css.slot}>
        <HopLoader text={riskTexts.loading} />
      </div>
      <div className={css.scoreRow}>
        <Card title="Risk score">
          <RowTableSkeleton rows={5} kind="facts" />
        </Card>
        <Card title="Risk factors">
          <RowTableSkeleton rows={5} kind="facts" />
        </Card>
      </div>
      <Card title="Address Flow Analysis">
        <RowTableSkeleton rows={6} />
      </Card>
    </>
  );
}

const sections: readonly Section[] = [
  { id: 'score', name: 'Score' },
  { id: 'composition', name: 'Composition' },
  { id: 'flow', name: 'Flow' },
  { id: 'exposure', name: 'Exposure' },
  { id: 'activity', name: 'Activity' },
  { id: 'counterparties', name: 'Counterparties' },
  { id: 'history', name: 'Transactions' },
];

function Results({ address, year, onYear }: Pick<View, 'year' | 'onYear'> & { address: string }) {
  const { isPending } = useRiskScore(address);
  // The height of the first row depends on the score: what is below it must not move. A retry keeps the cards.
  const [settled, setSettled] = useState(!isPending);
  if (!settled && !isPending) setSettled(true);
  if (!settled) return <Loading />;
  return (
    <>
      <SectionNav sections={sections} end={<NewData address={address} />} />
      <div id="score" tabIndex={-1} className={css.scoreRow}>
        <ScoreCard address={address} />
        <FactorsCard address={address} />
      </div>
      <SummaryStats address={address} />
      <div id="composition" tabIndex={-1} className={css.halves}>
        <Stack gap={16}>
          <WaterfallCard address={address} />
          <MethodsCard address={address} />
        </Stack>
        <ExposureRingCard address={address} />
      </div>
      <div id="flow" tabIndex={-1}>
        <FlowCard address={address} />
      </div>
      <div id="exposure" tabIndex={-1}>
        <ExposureCard address={address} />
      </div>
      <div id="activity" tabIndex={-1} className={css.withRail}>
        <ActivityCard address={address} year={year} onYear={onYear} />
        <EntityCard address={address} />
      </div>
      <div id="counterparties" tabIndex={-1} className={css.halves}>
        <CounterpartiesCard address={address} direction="in" />
        <CounterpartiesCard address={address} direction="out" />
      </div>
      <div id="history" tabIndex={-1} className={css.withRail}>
        <HistoryCard address={address} />
        <FeedCard address={address} />
      </div>
      <ScoreHistoryCard address={address} />
    </>
  );
}

/** All cards of one address; each loads and fails separately. */
function Searched({ address, asset, work, onAsset, ...view }: View & { address: string }) {
  useDocumentTitle(`Risk of ${shorten(address)}`);
  useFreshEntities(address);
  const summary = useAddress(address);
  const name = useAddressName(address);
  // A retry in a card must not bring back the initial loading state.
  const [begun, setBegun] = useState(false);
  if (!begun && !summary.isPending && !name.isPending) setBegun(true);
  return (
    <RiskAssetContext value={asset}>
      <DashboardHeader address={address} asset={asset} work={work} onAsset={onAsset} />
      {begun ? <Results address={address} {...view} /> : <Loading />}
    </RiskAssetContext>
  );
}

/** The URL has an invalid address. */
function Wrong({
  input: { title, reason, suggestion },
  onSearch,
}: {
  input: Extract<AddressInput, { kind: 'wrong' }>;
  onSearch: (address: string) => void;
}) {
  return (
    <Card title={riskTexts.addressError}>
      <EmptyState path="outside" title={title}>
        {reason}{' '}
        {suggestion !== undefined && (
          <TextButton onClick={() => onSearch(suggestion)}>Search {suggestion}</TextButton>
        )}
      </EmptyState>
    </Card>
  );
}

function Welcome({ onSearch }: { onSearch: (address: string) => void }) {
  useDocumentTitle('Risk Dashboard');
  return (
    <>
      <PageHeader title="Risk Dashboard" />
      <Card>
        <div className={css.welcome}>
          <EmptyState title={riskTexts.welcome}>
            Search for an address to see its risk score, risk factors, and the source and destination of its
            funds.
          </EmptyState>
          <AddressSearch onSearch={onSearch} />
          <p className={css.howGood}>
            <Link to="/home/risk-dashboard/how-good">Model quality</Link>: measured accuracy and its limits
          </p>
        </div>
      </Card>
    </>
  );
}

/** Risk Dashboard of the address in the URL, or the search. */
export function RiskDashboard({
  address,
  onSearch,
  ...view
}: View & { address: string | undefined; onSearch: (address: string) => void }) {
  const health = useServerHealth();
  const network = networkOf(health.data?.bitcoin.network);
  const input = readAddressInput(address ?? '', network);
  if (input.kind === 'empty') {
    return (
      <Page>
        <Welcome onSearch={onSearch} />
      </Page>
    );
  }
  return (
    <Page>
      <AddressSearch key={address} initial={address} onSearch={onSearch} />
      {input.kind === 'address' ? (
        <Searched key={input.address} address={input.address} {...view} />
      ) : health.isPending ? (
        <Loading />
      ) : (
        <Wrong input={input} onSearch={onSearch} />
      )}
    </Page>
  );
}
