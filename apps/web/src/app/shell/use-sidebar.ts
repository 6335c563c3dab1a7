import { storageKeys } from '@hopscope/contract';
import { useState } from 'react';
import { useServices } from '../../lib/services.ts';

/** Whether the sidebar is wide; remembered, wide at first. Small windows show it narrow in any case. */
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
