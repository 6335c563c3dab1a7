import { Link } from '@tanstack/react-router';
import { useActiveOrganization } from '../../../lib/organizations/use-organizations.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { useDocumentTitle } from '../../../lib/browser/use-document-title.ts';
import { InOrganization } from '../../../shared/organization/InOrganization.tsx';
import { LinkButton } from '../../../ui/button/LinkButton.tsx';
import { PageHeader } from '../../../ui/layout/Page.tsx';
import { ScreenReaderText } from '../../../ui/text/ScreenReaderText.tsx';
import { TabLinks, tabLinkClass } from '../../../ui/layout/TabLinks.tsx';
import { useScreenerCounts } from '../api/counts.ts';
import { type ScreenerSearch, screenerTabs, type ScreenerTab } from '../model/screener-search.ts';
import { complianceTexts as texts } from '../model/texts.ts';
import { AddressesTab } from './addresses/AddressesTab.tsx';
import css from './Screener.module.css';
import { TransactionsTab } from './queue/TransactionsTab.tsx';

const names: Readonly<Record<ScreenerTab, string>> = {
  unassigned: 'Unassigned Transactions',
  active: 'Active Cases',
  addresses: 'Monitored Addresses',
  archived: 'Archived Cases',
};

function Tabs({ organizationId, current }: { organizationId: string; current: ScreenerTab }) {
  const { count } = useFormats();
  const { data } = useScreenerCounts(organizationId);
  return (
    <TabLinks label={texts.title}>
      {screenerTabs.map((tab) => (
        <Link
          key={tab}
          to="."
          search={tab === 'unassigned' ? {} : { tab }}
          className={tabLinkClass}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={tab === current ? 'page' : undefined}
          resetScroll={false}
        >
          {names[tab]}
          <span className={css.count}>{data && count(data[tab])}</span>
        </Link>
      ))}
    </TabLinks>
  );
}

/** Link to changes caused by new labels, with the number of unseen ones. */
function ChangesLink({ organizationId }: { organizationId: string | undefined }) {
  const { count } = useFormats();
  const { data } = useScreenerCounts(organizationId);
  const fresh = data?.findings ?? 0;
  return (
    <span className={css.badged}>
      <LinkButton to="/home/compliance-screener/changes">
        Label changes
        {fresh > 0 && (
          <span className={css.fresh}>
            {count(fresh)}
            <ScreenReaderText> new</ScreenReaderText>
          </span>
        )}
      </LinkButton>
    </span>
  );
}

/** The Compliance Screener; its view is stored in the URL. */
export function ComplianceScreener({
  view,
  onView,
}: {
  view: ScreenerSearch;
  /** Changes search parameters; removes undefined ones. */
  onView: (change: ScreenerSearch) => void;
}) {
  useDocumentTitle(texts.title);
  const tab = view.tab ?? 'unassigned';
  const { organization: active } = useActiveOrganization();
  const docked = tab !== 'addresses' && view.transaction !== undefined && !view.triage;
  return (
    <div className={docked ? `${css.page} ${css.docked}` : css.page}>
      <PageHeader
        title={texts.title}
        actions={
          <>
            <LinkButton to="/home/compliance-screener/wallets">Wallets</LinkButton>
            <LinkButton to="/home/compliance-screener/checks">Checks</LinkButton>
            <LinkButton to="/home/compliance-screener/travel-rule">Travel Rule</LinkButton>
            <LinkButton to="/home/compliance-screener/batches">Batches</LinkButton>
            <LinkButton to="/home/compliance-screener/team">Team</LinkButton>
            <ChangesLink organizationId={active?._id} />
            <LinkButton to="/home/compliance-dashboard">Sample dashboard</LinkButton>
          </>
        }
      />
      <InOrganization why="You need to be part of an organization to monitor addresses and review transactions.">
        {(organization) => (
          <>
            <Tabs organizationId={organization._id} current={tab} />
            {tab === 'addresses' ? (
              <AddressesTab key={organization._id} organization={organization} view={view} onView={onView} />
            ) : (
              <TransactionsTab
                key={`${organization._id} ${tab}`}
                organization={organization}
                tab={tab}
                view={view}
                onView={onView}
              />
            )}
          </>
        )}
      </InOrganization>
    </div>
  );
}
