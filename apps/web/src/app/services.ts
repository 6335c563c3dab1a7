import { requestTimeoutMs } from '@hopscope/contract';
import { createApiClient } from '../lib/api/api-client.ts';
import { createRequest } from '../lib/api/request.ts';
import { openBrowserStorage } from '../lib/browser/browser-storage.ts';
import { createAddressNames } from '../lib/directory/address-names.ts';
import { createDrafts } from '../lib/form/drafts.ts';
import { createActiveOrganization } from '../lib/organizations/active-organization.ts';
import { createRecentVisits } from '../lib/recent-visits.ts';
import type { Services } from '../lib/services.ts';
import { createSessionStore } from '../lib/session/session-store.ts';
import { createExclusive, createTokenRenewal } from '../lib/session/token-renewal.ts';
import { createSingleKeys } from '../lib/browser/single-keys.ts';
import { createLiveStream } from '../lib/stream/live-stream.ts';
import { createTour } from '../lib/tour.ts';
import { createThemeStore } from '../lib/browser/theme-store.ts';

/** Creates everything that lives as long as the page, connected to the browser. */
export function createServices(): Services {
  const storage = openBrowserStorage(() => localStorage);
  const session = createSessionStore(storage);
  const theme = createThemeStore(storage, (name) => {
    document.body.dataset.theme = name;
  });
  const activeOrganization = createActiveOrganization(storage);
  const tabStorage = openBrowserStorage(() => sessionStorage);
  const userId = () => {
    const state = session.state();
    return state.status === 'signed-out' ? undefined : state.user._id;
  };
  const drafts = createDrafts(tabStorage, userId);
  const recent = createRecentVisits(storage, userId);
  const singleKeys = createSingleKeys(storage);
  const tour = createTour(tabStorage);
  session.subscribe(() => {
    const state = session.state();
    if (state.status !== 'signed-out' || state.reason !== 'logout') return;
    drafts.clearAll();
    recent.clear();
    tour.go(null);
  });
  const request = createRequest({ fetch: (...args) => fetch(...args), timeoutMs: requestTimeoutMs });
  const renew = createTokenRenewal({
    request,
    session,
    exclusive: createExclusive(navigator.locks, storage),
  });
  const api = createApiClient({
    request,
    tokens: {
      accessToken: () => session.tokens()?.accessToken ?? null,
      renew,
      reject(token) {
        const current = session.tokens()?.accessToken ?? null;
        if (current === null || current === token) session.end('expired');
      },
    },
  });
  const live = createLiveStream({
    fetch: (...args) => fetch(...args),
    token: () => session.tokens()?.accessToken ?? null,
    renew,
    random: Math.random,
  });
  window.addEventListener('storage', ({ key }) => {
    session.storageChanged(key);
    theme.storageChanged(key);
    activeOrganization.storageChanged(key);
    singleKeys.storageChanged(key);
  });
  return {
    api,
    request,
    session,
    theme,
    storage,
    tabStorage,
    drafts,
    recent,
    singleKeys,
    tour,
    activeOrganization,
    live,
    addressNames: createAddressNames(api),
  };
}
