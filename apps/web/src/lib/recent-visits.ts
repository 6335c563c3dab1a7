import { z } from 'zod';
import type { KeyValueStorage } from './browser/browser-storage.ts';

/** Local storage key of recently visited pages. */
export const recentVisitsKey = 'recentVisits';
const most = 20;

export const visitKinds = ['address', 'transaction', 'block', 'entity'] as const;
const visit = z.object({ kind: z.enum(visitKinds), label: z.string().max(200), href: z.string().max(300) });
/** A page with a single subject; `href` is its URL in this application. */
export type Visit = z.infer<typeof visit>;
const savedShape = z.object({ user: z.string(), visits: z.record(z.string(), z.array(visit)) });
type Saved = z.infer<typeof savedShape>;

/** Recent visits of a person, separate for each organization. The next person to sign in doesn't see them. */
export interface RecentVisits {
  /** Returns visits, newest first. */
  list: (organizationId: string | undefined) => readonly Visit[];
  add: (organizationId: string | undefined, visit: Visit) => void;
  clear: () => void;
}

/**
 * @param storage outlives the tab
 * @param userId ID of the signed-in person; without one, nothing is stored or found
 */
export function createRecentVisits(storage: KeyValueStorage, userId: () => string | undefined): RecentVisits {
  function load(): Saved | undefined {
    const user = userId();
    if (user === undefined) return undefined;
    const stored = parse(storage.getItem(recentVisitsKey));
    if (stored?.user === user) return stored;
    return { user, visits: {} };
  }
  /** Returns the key of an organization, also for people without one; IDs are never empty. */
  const placeOf = (organizationId: string | undefined): string => organizationId ?? '';

  return {
    list: (organizationId) => load()?.visits[placeOf(organizationId)] ?? [],
    add(organizationId, latest) {
      const all = load();
      if (!all) return;
      const place = placeOf(organizationId);
      const before = (all.visits[place] ?? []).filter(({ href }) => href !== latest.href);
      const visits = { ...all.visits, [place]: [latest, ...before].slice(0, most) };
      storage.setItem(recentVisitsKey, JSON.stringify({ user: all.user, visits }));
    },
    clear: () => storage.removeItem(recentVisitsKey),
  };
}

function parse(text: string | null): Saved | undefined {
  if (text === null) return undefined;
  try {
    return savedShape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
