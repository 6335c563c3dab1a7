import type { User } from '@hopscope/contract';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ApiClient } from './api/api-client.ts';
import type { Request } from './api/request.ts';
import type { AddressNames } from './directory/address-names.ts';
import type { KeyValueStorage } from './browser/browser-storage.ts';
import type { Drafts } from './form/drafts.ts';
import type { ActiveOrganizationStore } from './organizations/active-organization.ts';
import type { RecentVisits } from './recent-visits.ts';
import type { SessionState, SessionStore } from './session/session-store.ts';
import type { SingleKeys } from './browser/single-keys.ts';
import type { Tour } from './tour.ts';
import type { LiveStream } from './stream/live-stream.ts';
import type { ThemeName, ThemeStore } from './browser/theme-store.ts';

/** Services created once at start and used by components. */
export interface Services {
  api: ApiClient;
  /** Makes calls without the session's token. */
  request: Request;
  session: SessionStore;
  theme: ThemeStore;
  storage: KeyValueStorage;
  /** Lives as long as the tab. */
  tabStorage: KeyValueStorage;
  drafts: Drafts;
  recent: RecentVisits;
  singleKeys: SingleKeys;
  tour: Tour;
  activeOrganization: ActiveOrganizationStore;
  live: LiveStream;
  addressNames: AddressNames;
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

/** Returns the signed-in person; only below pages that require a session. */
export function useUser(): User {
  const session = useSessionState();
  if (session.status === 'signed-out') throw new Error('useUser outside of a session');
  return session.user;
}
