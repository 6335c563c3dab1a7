import type { Organization } from '@hopscope/contract';
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
import { DeliveryPanel } from './DeliveryPanel.tsx';

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
