import { storageKeys } from '@hopscope/contract';
import { useState } from 'react';
import { useServices } from '../../lib/services.ts';

/** Returns whether the sidebar is expanded; remembered, expanded at first. Small windows always show it collapsed. */
export function useSidebar(): { expanded: boolean; toggle: () => void } {
  const { storage } = useServices();
  const [expanded, setExpanded] = useState(() => storage.getItem(storageKeys.sidebar) !== 'collapsed');
  return {
    expanded,
    toggle() {
      storage.setItem(storageKeys.sidebar, expanded ? 'collapsed' : 'expanded');
      setExpanded(!expanded);
    },
  };
}
