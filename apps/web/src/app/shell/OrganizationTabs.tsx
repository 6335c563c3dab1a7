import { Link } from '@tanstack/react-router';
import { TabLinks, tabLinkClass } from '../../ui/layout/TabLinks.tsx';

const exact = { exact: true, includeSearch: false };

/** Tabs of the organization's settings, each a separate page. */
export function OrganizationTabs() {
  return (
    <TabLinks label="Organization">
      <Link to="/home/settings/organization" className={tabLinkClass} activeOptions={exact}>
        General
      </Link>
      <Link
        to="/home/settings/organization/people"
        search={{}}
        className={tabLinkClass}
        activeOptions={exact}
      >
        People
      </Link>
      <Link to="/home/settings/organization/risk-profile" className={tabLinkClass} activeOptions={exact}>
        Risk profile
      </Link>
      <Link to="/home/settings/organization/screening-rules" className={tabLinkClass} activeOptions={exact}>
        Screening rules
      </Link>
      <Link to="/home/settings/organization/notes" className={tabLinkClass} activeOptions={exact}>
        Notes
      </Link>
    </TabLinks>
  );
}
