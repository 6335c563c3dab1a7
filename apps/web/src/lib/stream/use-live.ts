import { useEffect, useSyncExternalStore } from 'react';
import { useServices } from '../services.ts';
import type { LiveState } from './live-stream.ts';

/** Whether what is shown follows what happens. */
export function useLiveState(): LiveState {
  const { live } = useServices();
  return useSyncExternalStore(live.subscribe, live.state);
}

/** Follows an address, as answers write it, while the component is shown; undefined follows nothing. */
export function useFollowed(address: string | undefined): void {
  const { live } = useServices();
  useEffect(() => (address === undefined ? undefined : live.follow(address)), [live, address]);
}
