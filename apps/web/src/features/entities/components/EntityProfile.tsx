import { texts } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { CalendarClock, CircleAlert, Merge } from 'lucide-react';
import { toApiError } from '../../../lib/api/api-error.ts';
import { useDocumentTitle } from '../../../lib/browser/use-document-title.ts';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { LoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Columns, PageHeader } from '../../../ui/layout/Page.tsx';
import { RowTableSkeleton } from '../../../ui/display/RowTable.tsx';
import { Stats } from '../../../ui/display/Stats.tsx';
import { TabLinks, tabLinkClass } from '../../../ui/layout/TabLinks.tsx';
import { TextButton } from '../../../ui/button/TextButton.tsx';
import { type Profile, useProfile } from '../api/profile.ts';
import type { ExplorerView, ProfileTab } from '../model/explorer-view.ts';
import { ActivityCards } from './ActivityCards.tsx';
import { AddressesCard } from './AddressesCard.tsx';
import { ChangesCard } from './ChangesCard.tsx';
import { EditEntity } from './editing/EditEntity.tsx';
import { EntityHead } from './EntityHead.tsx';
import { EntityRiskCard } from './EntityRiskCard.tsx';
import { HistoryCard } from './HistoryCard.tsx';
import { ProfileCards } from './ProfileCards.tsx';
import { ProfileStats } from './ProfileStats.tsx';
import { RelationsPanel } from './RelationsPanel.tsx';
import { SeparateEntity } from './editing/SeparateEntity.tsx';

const iconSize = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

/** Skeleton of a profile. */
export function ProfileSkeleton() {
  return (
    <>
      <PageHeader title={<Skeleton width={260} height={24} />} identity={<Skeleton width={200} />} />
      <Stats
        stats={['Bitcoin, known', 'Ether, known', 'Bitcoin addresses', 'Ethereum addresses', 'Changed'].map(
          (label) => ({
            label,
            value: <Skeleton width={96} height={14} />,
            sub: <Skeleton width={64} height={10} />,
          }),
        )}
      />
      <Columns
        main={
          <Card title="About">
            <RowTableSkeleton rows={10} kind="facts" />
          </Card>
        }
        rail={
          <Card title="Relations">
            <RowTableSkeleton rows={10} kind="facts" />
          </Card>
        }
      />
    </>
  );
}

function Missing({ name, asOf }: { name: string; asOf: string | undefined }) {
  return (
    <Card>
      <EmptyState
        path="outside"
        title={asOf === undefined ? 'Entity not found' : `Not in the directory on ${asOf}`}
      >
        {asOf === undefined ? (
          <>No entity in the directory matches “{name}”. Search for another name above.</>
        ) : (
          <Link to="/home/blockham" search={{ entity: name }}>
            Show today’s profile
          </Link>
        )}
      </EmptyState>
    </Card>
  );
}

function Tabs({ profile, view }: { profile: Profile; view: ExplorerView }) {
  const { entity, pending } = profile;
  const tabs: readonly [ProfileTab | undefined, string][] = [
    [undefined, 'Profile'],
    ['addresses', 'Addresses'],
    ['history', 'History'],
    ['changes', pending > 0 ? `Changes (${pending})` : 'Changes'],
  ];
  return (
    <TabLinks label={entity.proper_name}>
      {tabs.map(([tab, name]) => (
        <Link
          key={name}
          to="/home/blockham"
          search={{ entity: entity.entity_id, asOf: view.asOf, tab }}
          className={tabLinkClass}
          aria-current={view.tab === tab ? 'page' : undefined}
          activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
        >
          {name}
        </Link>
      ))}
    </TabLinks>
  );
}

function Body({
  profile,
  view,
  onView,
}: {
  profile: Profile;
  view: ExplorerView;
  onView: (change: ExplorerView) => void;
}) {
  const { page = 1, asOf, kind, tab } = view;
  if (tab === 'addresses') {
    return (
      <AddressesCard
        profile={profile}
        asOf={asOf}
        page={page}
        kind={kind}
        onKind={(next) => onView({ kind: next, page: undefined })}
      />
    );
  }
  if (tab === 'changes') return <ChangesCard entityId={profile.entity.entity_id} page={page} />;
  if (tab === 'history') return <HistoryCard entityId={profile.entity.entity_id} page={page} />;
  return (
    <Columns
      main={
        <ProfileCards profile={profile}>
          {asOf === undefined && <ActivityCards key={profile.entity.entity_id} profile={profile} />}
        </ProfileCards>
      }
      rail={
        <>
          <EntityRiskCard entityId={profile.entity.entity_id} asOf={asOf} />
          <RelationsPanel profile={profile} asOf={asOf} />
        </>
      }
    />
  );
}

/** Notices above a profile that differs from the current one. */
function Notices({
  profile,
  asOf,
  onToday,
}: {
  profile: Profile;
  asOf: string | undefined;
  onToday: () => void;
}) {
  return (
    <>
      {profile.mergedFrom !== null && (
        <Notice kind="part" icon={<Merge {...iconSize} />}>
          “{profile.mergedFrom}” was merged into this entity.{' '}
          {profile.may.edit && asOf === undefined && (
            <SeparateEntity
              went={profile.mergedFrom}
              stayed={profile.entity.proper_name}
              fourEyes={profile.fourEyes}
            />
          )}
        </Notice>
      )}
      {asOf !== undefined && (
        <Notice kind="part" icon={<CalendarClock {...iconSize} />}>
          <b>As of the end of {asOf} (UTC).</b> Current balances are hidden.{' '}
          <TextButton onClick={onToday}>Show today</TextButton>
        </Notice>
      )}
    </>
  );
}

/** The profile of an entity, in view or edit mode. */
export function EntityProfile({
  entityId,
  view,
  onView,
}: {
  entityId: string;
  view: ExplorerView;
  /** Changes the search parameters. */
  onView: (change: ExplorerView) => void;
}) {
  const { asOf } = view;
  const { data, error, refetch } = useProfile(entityId, asOf);
  const profile = data?.data;
  useDocumentTitle(profile?.entity.proper_name ?? 'VASP Entity Explorer');
  if (!profile) {
    if (!error) return <ProfileSkeleton />;
    if (toApiError(error).status === 404) return <Missing name={entityId} asOf={asOf} />;
    return (
      <Card>
        <LoadFailure title={texts.entitiesFailed} error={error} onRetry={refetch} />
      </Card>
    );
  }
  const editing = view.edit === true && asOf === undefined && (profile.may.edit || profile.may.suggest);
  if (profile.entity.hidden) {
    return (
      <Card>
        <EmptyState path="outside" title={texts.csamEntity}>
          Your organization hides these entities. An owner can change this in the organization settings.
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      <EntityHead
        profile={profile}
        asOf={asOf}
        editing={editing}
        onAsOf={(day) => onView({ asOf: day, page: undefined })}
        onEdit={() => onView({ edit: true, tab: undefined })}
      />
      {error && (
        <Notice kind="error" icon={<CircleAlert {...iconSize} />}>
          {toApiError(error).message} The data may be out of date.
        </Notice>
      )}
      <Notices profile={profile} asOf={asOf} onToday={() => onView({ asOf: undefined })} />
      {editing ? (
        <EditEntity profile={profile} onClose={() => onView({ edit: undefined })} />
      ) : (
        <>
          <Tabs profile={profile} view={view} />
          {view.tab === undefined && <ProfileStats profile={profile} asOf={asOf} />}
          <Body profile={profile} view={view} onView={onView} />
        </>
      )}
    </>
  );
}
