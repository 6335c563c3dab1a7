import { type Organization, may, type AlertMailChoice } from '@hopscope/contract';
import { Link } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { useDocumentTitle } from '../../../lib/browser/use-document-title.ts';
import { InOrganization } from '../../../shared/organization/InOrganization.tsx';
import { LearnMore } from '../../../ui/button/LearnMore.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Page, PageHeader } from '../../../ui/layout/Page.tsx';
import { useAlertPage, useFreshAlerts } from '../api/alerts.ts';
import { type AlertsView, triggeredChange, triggeredList } from '../model/alerts-view.ts';
import { AlertsCard } from './AlertsCard.tsx';
import css from './AlertsPage.module.css';
import { AlertGroups } from './AlertGroups.tsx';
import { ConfigurationPanel } from './ConfigurationPanel.tsx';
import { ExpandingPanel } from './ExpandingPanel.tsx';
import { Webhooks } from './Webhooks.tsx';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { RadioList } from '../../../ui/form/RadioList.tsx';
import { LoadFailure } from '../../../ui/feedback/LoadFailure.tsx';
import { RowTableSkeleton } from '../../../ui/display/RowTable.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useAlertMail, useSetAlertMail } from '../api/delivery.ts';

const choices: readonly { value: AlertMailChoice; name: string; text: string }[] = [
  { value: 'off', name: 'No emails', text: 'Alerts appear only on this page.' },
  { value: 'critical', name: 'High severity only', text: 'Within minutes. Other alerts are not sent.' },
  { value: 'hourly', name: 'Every hour', text: 'A summary, if there were alerts.' },
  { value: 'daily', name: 'Every day', text: 'A summary at 06:00 UTC.' },
];

/** Whether the person receives mails about the organization's alerts. */
function MailPreference({ organizationId }: { organizationId: string }) {
  const toast = useToast();
  const { data, error, refetch } = useAlertMail(organizationId);
  const set = useSetAlertMail(organizationId);
  if (!data) {
    return error ? (
      <LoadFailure title="Your choice could not be loaded" error={error} onRetry={refetch} />
    ) : (
      <RowTableSkeleton rows={3} kind="facts" />
    );
  }
  const chosen = set.isPending ? set.variables.body.frequency : data.frequency;
  return (
    <RadioList
      legend="Email notifications"
      value={chosen}
      options={choices}
      onChange={(frequency) =>
        set.mutate(
          { body: { frequency } },
          {
            onSuccess: () => toast.success('Saved'),
            onError: (thrown) => toast.error(failureMessage(thrown, 'Your choice could not be saved')),
          },
        )
      }
    />
  );
}

/** Delivery of alerts to people and other systems. */
function DeliveryPanel({ open, onOpen }: { open: boolean; onOpen: (open: boolean) => void }) {
  return (
    <ExpandingPanel title="Delivery" open={open} onOpen={onOpen}>
      <InOrganization why="You need to be part of an organization to use alerts.">
        {({ _id, role }) => (
          <>
            <MailPreference key={`mail ${_id}`} organizationId={_id} />
            {may(role, 'webhooks.manage') && <Webhooks key={`webhooks ${_id}`} organizationId={_id} />}
          </>
        )}
      </InOrganization>
    </ExpandingPanel>
  );
}

type Shown = { view: AlertsView; onView: (change: AlertsView) => void };

function SampleScreens() {
  return (
    <p className={css.foot}>
      Sample screens with made-up data: <Link to="/home/compliance-dashboard">Compliance dashboard</Link>
    </p>
  );
}

function Lists({ organization, view, onView }: Shown & { organization: Organization }) {
  const { _id } = organization;
  useFreshAlerts(_id);
  const all = useAlertPage(_id, view);
  const triggered = useAlertPage(_id, triggeredList(view), 'new');
  return (
    <>
      {all.data?.sample && (
        <Notice kind="part" icon={<FlaskConical size={16} strokeWidth={1.6} aria-hidden="true" />}>
          <b>Sample data.</b> These alerts are examples with made-up addresses. They disappear with the first
          alert of your organization.
        </Notice>
      )}
      {view.grouped ? (
        <AlertGroups organization={organization} view={view} onView={onView} />
      ) : (
        <AlertsCard
          organization={organization}
          title="All Alerts"
          list={all}
          view={view}
          onView={onView}
          onGrouped={
            all.data?.sample === false ? () => onView({ grouped: true, page: undefined }) : undefined
          }
        />
      )}
      {/* The height of the first list isn't known until it is loaded. */}
      {(all.data || all.error) && (
        <AlertsCard
          organization={organization}
          title="Triggered Alerts"
          fresh
          list={triggered}
          view={triggeredList(view)}
          onView={(change) => onView(triggeredChange(change))}
        />
      )}
      {(all.data || all.error) && (triggered.data || triggered.error) && <SampleScreens />}
    </>
  );
}

/** Alerts: the configuration, all alerts, and those that nobody has reviewed. */
export function AlertsPage({ view, onView }: Shown) {
  useDocumentTitle('Alerts');
  return (
    <Page>
      <div className={css.head}>
        <PageHeader title="Alerts" tags={<LearnMore about="alerts" />} />
        <ConfigurationPanel view={view} onView={onView} />
        <DeliveryPanel
          open={view.delivery === true}
          onOpen={(open) => onView({ delivery: open ? true : undefined })}
        />
      </div>
      <InOrganization why="You need to be part of an organization to use alerts.">
        {(organization) => (
          <Lists key={organization._id} organization={organization} view={view} onView={onView} />
        )}
      </InOrganization>
    </Page>
  );
}
