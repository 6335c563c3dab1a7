import { blockchains } from '@hopscope/contract';
import { z } from 'zod';
import type { KeyValueStorage } from '../../../lib/browser-storage.ts';
import { type AlertConfiguration, directions, relations, targetTypes } from '../model/alert-form.ts';
import { alertSeverities } from '../model/alerts-view.ts';
import { alertConfigurationsKey } from './storage-key.ts';

const configuration = z.object({
  id: z.string(),
  /** ISO time. */
  savedAt: z.string(),
  targetType: z.enum(targetTypes),
  target: z.string(),
  blockchain: z.enum(blockchains),
  amount: z.string().nullable(),
  direction: z.enum(directions),
  severity: z.enum(alertSeverities),
  counterpartyRelation: z.enum(relations).nullable(),
  counterpartyEntity: z.string().nullable(),
  alertSummary: z.string(),
});
export type SavedAlertConfiguration = z.infer<typeof configuration>;
const kept = z.object({ user: z.string(), organizations: z.record(z.string(), z.array(configuration)) });
type Kept = z.infer<typeof kept>;

/** Configurations of one person, apart for each organisation. Whoever signs in next does not find them. */
export interface ConfigurationStore {
  /** Newest first. */
  list: (organizationId: string) => SavedAlertConfiguration[];
  add: (organizationId: string, added: AlertConfiguration, now: Date) => void;
  remove: (organizationId: string, id: string) => void;
}

function parse(text: string | null): Kept | undefined {
  if (text === null) return undefined;
  try {
    return kept.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** @param userId of the person signed in */
export function createConfigurationStore(storage: KeyValueStorage, userId: string): ConfigurationStore {
  function load(): Kept {
    const stored = parse(storage.getItem(alertConfigurationsKey));
    if (stored?.user === userId) return stored;
    storage.removeItem(alertConfigurationsKey);
    return { user: userId, organizations: {} };
  }

  function change(
    organizationId: string,
    next: (before: readonly SavedAlertConfiguration[]) => SavedAlertConfiguration[],
  ): void {
    const all = load();
    const organizations = {
      ...all.organizations,
      [organizationId]: next(all.organizations[organizationId] ?? []),
    };
    storage.setItem(alertConfigurationsKey, JSON.stringify({ ...all, organizations }));
  }

  return {
    list: (organizationId) => load().organizations[organizationId] ?? [],
    add(organizationId, added, now) {
      change(organizationId, (before) => {
        const id = String(1 + Math.max(0, ...before.map((each) => Number(each.id))));
        return [{ ...added, id, savedAt: now.toISOString() }, ...before];
      });
    },
    remove: (organizationId, id) =>
      change(organizationId, (before) => before.filter((each) => each.id !== id)),
  };
}
