import { Outlet } from '@tanstack/react-router';
import { LedgerLine } from '../../features/explorer/components/LedgerLine.tsx';
import { SearchField } from '../../features/explorer/components/SearchField.tsx';
import { AppFrame, contentId } from '../../ui/AppFrame.tsx';
import { OnlyWide } from '../../ui/OnlyWide.tsx';
import { ThemeToggle } from '../../ui/ThemeToggle.tsx';
import { BottomBar } from './BottomBar.tsx';
import { BrandLink } from './BrandLink.tsx';
import { SidebarFoot, SidebarNavigation } from './Sidebar.tsx';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';
import { useSidebar } from './use-sidebar.ts';

/** Frame of every page below /home. */
export function Shell() {
  const { expanded, toggle } = useSidebar();
  useFocusOnNavigation(contentId);
  return (
    <AppFrame
      expanded={expanded}
      brand={<BrandLink named />}
      mark={<BrandLink />}
      navigation={<SidebarNavigation />}
      lower={<SidebarFoot expanded={expanded} onToggle={toggle} />}
      search={<SearchField />}
      aside={
        <>
          <OnlyWide>
            <LedgerLine />
          </OnlyWide>
          <ThemeToggle />
        </>
      }
      bottom={<BottomBar />}
    >
      <Outlet />
    </AppFrame>
  );
}
