import { Link } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { useDocumentTitle } from '../../../lib/browser/use-document-title.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Page, PageHeader } from '../../../ui/layout/Page.tsx';
import { TabLinks, tabLinkClass } from '../../../ui/layout/TabLinks.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { type SampleTab, sampleTabNames, sampleTabs, type SamplesView } from '../model/samples-view.ts';
import { AddressesTab } from './AddressesTab.tsx';
import { AddressManagementTab } from './AddressManagementTab.tsx';
import { CasesTab } from './CasesTab.tsx';
import css from './SamplesPage.module.css';
import { UnassignedTab } from './UnassignedTab.tsx';

/** Tab of the Compliance Screener that corresponds to each sample. */
const realTabs = {
  unassigned: 'unassigned',
  active: 'active',
  addresses: 'addresses',
  archived: 'archived',
  'address-management': 'addresses',
} as const satisfies Record<SampleTab, SampleTab>;

function RealLink({ tab }: { tab: SampleTab }) {
  if (tab === 'active') {
    return (
      <Link to="/home/cases" search={{}}>
        Cases
      </Link>
    );
  }
  const real = realTabs[tab];
  return (
    <Link to="/home/compliance-screener" search={real === 'unassigned' ? {} : { tab: real }}>
      Compliance Screener, {sampleTabNames[real]}
    </Link>
  );
}

function Tabs({ shown }: { shown: SampleTab }) {
  return (
    <TabLinks label="Sample screens">
      {sampleTabs.map((tab) => (
        <Link
          key={tab}
          to="/home/compliance-dashboard"
          search={tab === 'unassigned' ? {} : { tab }}
          activeOptions={{ exact: true, includeSearch: true }}
          className={tabLinkClass}
          {...(tab === shown ? { 'aria-current': 'page' as const } : { 'aria-current': undefined })}
          resetScroll={false}
        >
          {sampleTabNames[tab]}
        </Link>
      ))}
    </TabLinks>
  );
}

function Archived() {
  return (
    <Card title="Archived Cases" extra={<Tag dashed>Sample data</Tag>}>
      <EmptyState path="outside" title="Placeholder for archived cases">
        <span className={css.words}>
          Completed cases of your organization: <RealLink tab="archived" />
        </span>
      </EmptyState>
    </Card>
  );
}

/** The compliance dashboard with static data: none of its screens calls the server or stores anything. */
export function SamplesPage({ view, onView }: { view: SamplesView; onView: (change: SamplesView) => void }) {
  const tab = view.tab ?? 'unassigned';
  useDocumentTitle(`Sample: ${sampleTabNames[tab]}`);
  const shown = { view, onView };
  return (
    <Page>
      <PageHeader title="Compliance Dashboard" tags={<Tag dashed>Sample data</Tag>} />
      <Notice kind="part" icon={<FlaskConical size={16} strokeWidth={1.6} aria-hidden="true" />}>
        <span className={css.words}>
          <b>Sample data.</b> These figures are fictional, and changes are not saved. For your own data, see{' '}
          <RealLink tab={tab} />
        </span>
      </Notice>
      <Tabs shown={tab} />
      {tab === 'unassigned' && <UnassignedTab {...shown} />}
      {tab === 'active' && <CasesTab {...shown} />}
      {tab === 'addresses' && <AddressesTab {...shown} />}
      {tab === 'archived' && <Archived />}
      {tab === 'address-management' && <AddressManagementTab {...shown} />}
    </Page>
  );
}
