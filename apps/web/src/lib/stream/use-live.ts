import { useEffect, useSyncExternalStore } from 'react';
import { useServices } from '../services.ts';
import type { LiveState } from './live-stream.ts';

/** Returns the state of the live connection. */
export function useLiveState(): LiveState {
  const { live } = useServices();
  return useSyncExternalStore(live.subscribe, live.state);
}

/** Follows an address, in canonical form, while the component is mounted; undefined follows nothing. */
export function useFollowed(address: string | undefined): void {
  const { live } = useServices();
  useEffect(() => (address === undefined ? undefined : live.follow(address)), [live, address]);
}
