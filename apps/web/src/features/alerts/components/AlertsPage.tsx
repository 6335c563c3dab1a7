import { Link } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { useDocumentTitle } from '../../../lib/use-document-title.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { Page, PageHeader } from '../../../ui/Page.tsx';
import { Text } from '../../../ui/Text.tsx';
import { useAlerts } from '../api/alerts.ts';
import { type AlertsView, triggeredChange, triggeredList } from '../model/alerts-view.ts';
import { AlertsCard } from './AlertsCard.tsx';
import css from './AlertsPage.module.css';
import { ConfigurationPanel } from './ConfigurationPanel.tsx';

/** Alerts (specification section 2): what is alerted, all alerts, and those that nobody has looked at. */
export function AlertsPage({ view, onView }: { view: AlertsView; onView: (change: AlertsView) => void }) {
  useDocumentTitle('Alerts');
  const { alerts, sample } = useAlerts();
  return (
    <Page>
      <PageHeader
        title="Alerts"
        identity={<Text tone={2}>What you want to be told of, and what happened.</Text>}
      />
      {sample && (
        <Notice kind="part" icon={<FlaskConical size={16} strokeWidth={1.6} aria-hidden="true" />}>
          <b>Sample data.</b> The alerts on this page are examples: none of them was measured, and their
          addresses belong to nobody.
        </Notice>
      )}
      <ConfigurationPanel
        open={view.configure === true}
        onOpen={(open) => onView({ configure: open ? true : undefined })}
      />
      <AlertsCard title="All Alerts" alerts={alerts} sample={sample} view={view} onView={onView} />
      <AlertsCard
        title="Triggered Alerts"
        alerts={alerts.filter(({ status }) => status === 'new')}
        sample={sample}
        view={triggeredList(view)}
        onView={(change) => onView(triggeredChange(change))}
      />
      <p className={css.foot}>
        Sample screens with made-up data: <Link to="/home/compliance-dashboard">Compliance dashboard</Link>
      </p>
    </Page>
  );
}
