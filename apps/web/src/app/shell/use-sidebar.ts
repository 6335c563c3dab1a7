import { storageKeys } from '@hopscope/contract';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useServices } from '../../lib/services.ts';

/**
 * Returns whether the sidebar is expanded; remembered, expanded at first. FlowTrace needs the width: there it is collapsed until
 * it is expanded on that page. Small windows always show it collapsed.
 */
export function useSidebar(): { expanded: boolean; toggle: () => void } {
  const { storage } = useServices();
  const { pathname } = useLocation();
  const [expanded, setExpanded] = useState(() => storage.getItem(storageKeys.sidebar) !== 'collapsed');
  const [onCanvas, setOnCanvas] = useState(false);
  if (pathname.startsWith('/home/flow-trace'))
    return { expanded: onCanvas, toggle: () => setOnCanvas(!onCanvas) };
  return {
    expanded,
    toggle() {
      storage.setItem(storageKeys.sidebar, expanded ? 'collapsed' : 'expanded');
      setExpanded(!expanded);
    },
  };
}
