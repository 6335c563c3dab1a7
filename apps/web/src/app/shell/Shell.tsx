import { Outlet } from '@tanstack/react-router';
import { useNeedsSecondFactor } from '../../features/auth/api/calls.ts';
import { VerifyBanner } from '../../features/auth/components/VerifyBanner.tsx';
import { LedgerLines } from '../../features/explorer/components/home/LedgerLine.tsx';
import { SearchField } from '../../features/explorer/components/home/SearchField.tsx';
import { AppFrame, contentId } from '../../ui/layout/AppFrame.tsx';
import { OnlyWide } from '../../ui/layout/OnlyWide.tsx';
import { ThemeToggle } from '../../ui/button/ThemeToggle.tsx';
import { BottomBar } from './BottomBar.tsx';
import { BrandLink } from './BrandLink.tsx';
import { Keys } from './Keys.tsx';
import { NetworkBanner, NetworkTag } from './NetworkBanner.tsx';
import { SecondFactorGate } from './SecondFactorGate.tsx';
import { SidebarFoot, SidebarNavigation } from './Sidebar.tsx';
import { TourPanel } from './TourPanel.tsx';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';
import { useSavedTheme } from './use-saved-theme.ts';
import { useLiveUpdates } from './use-live-updates.ts';
import { useRememberedVisits } from './use-remembered-visits.ts';
import { useSidebar } from './use-sidebar.ts';

/** Frame of every page below /home. */
export function Shell() {
  const { expanded, toggle } = useSidebar();
  useFocusOnNavigation(contentId);
  useSavedTheme();
  const needsSecondFactor = useNeedsSecondFactor();
  useLiveUpdates(!needsSecondFactor);
  useRememberedVisits();
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
          <NetworkTag />
          {!needsSecondFactor && (
            <OnlyWide>
              <LedgerLines />
            </OnlyWide>
          )}
          <ThemeToggle />
        </>
      }
      banner={
        <>
          <NetworkBanner />
          <VerifyBanner />
        </>
      }
      bottom={<BottomBar />}
    >
      <Keys />
      <TourPanel />
      <SecondFactorGate needed={needsSecondFactor}>
        <Outlet />
      </SecondFactorGate>
    </AppFrame>
  );
}
