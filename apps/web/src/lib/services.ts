import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ApiClient } from './api/api-client.ts';
import type { KeyValueStorage } from './browser-storage.ts';
import type { SessionState, SessionStore } from './session/session-store.ts';
import type { ThemeName, ThemeStore } from './theme-store.ts';

/** What is made once at start and used by components. */
export interface Services {
  api: ApiClient;
  session: SessionStore;
  theme: ThemeStore;
  storage: KeyValueStorage;
}

export const ServicesContext = createContext<Services | null>(null);

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('ServicesContext has no value');
  return services;
}

export function useSessionState(): SessionState {
  const { session } = useServices();
  return useSyncExternalStore(session.subscribe, session.state);
}

export function useThemeName(): ThemeName {
  const { theme } = useServices();
  return useSyncExternalStore(theme.subscribe, theme.name);
}
