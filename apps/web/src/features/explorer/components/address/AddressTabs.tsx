import { Link } from '@tanstack/react-router';
import { TabLinks, tabLinkClass } from '../../../../ui/layout/TabLinks.tsx';
import type { AddressTab } from '../../model/address-view.ts';

/** Tabs of the lists of an address, in the head of the list shown; each has its own URL. */
export function AddressTabs({
  shown,
  tabs,
}: {
  shown: AddressTab;
  tabs: readonly { tab: AddressTab; name: string }[];
}) {
  return (
    <TabLinks label="Address lists" inCard>
      {tabs.map(({ tab, name }) => (
        <Link
          key={tab}
          to="."
          search={(search) => ({
            ...search,
            page: undefined,
            show: tab === 'transactions' ? undefined : tab,
          })}
          activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
          className={tabLinkClass}
          {...(tab === shown ? { 'aria-current': 'page' as const } : { 'aria-current': undefined })}
          resetScroll={false}
        >
          {name}
        </Link>
      ))}
    </TabLinks>
  );
}
