import {
  type DirectoryFeed,
  type FeedSettings,
  feedSettings,
  importerNames,
  isBuiltIn,
  putDirectoryFeed,
} from '@hopscope/contract';
import { type FormRead, parseForm, readForm } from '../../../lib/form/read-form.ts';

/** Form values of a list. */
export type FeedFields = {
  id: string;
  name: string;
  importer: string;
  location: string;
  license: string;
  acknowledgment: string;
  rank: string;
};

/** Names of the formats, described in docs/operate/directory-sources.md. */
export const importerLabels: Record<FeedSettings['importer'], string> = {
  seed: 'Built-in list',
  behavior: 'Ledger suggestions',
  'ofac-sdn': 'OFAC SDN Advanced (XML)',
  'ofac-addresses': 'OFAC addresses (one per line)',
  graphsense: 'GraphSense TagPacks and ActorPacks',
  'mining-pools': 'Mining pools (JSON)',
  'esma-casp': 'ESMA register of CASPs (CSV)',
  defillama: 'DefiLlama exchange wallets',
  ccxt: 'ccxt exchanges',
  'follow-the-money': 'OpenSanctions (FollowTheMoney)',
  ransomwhere: 'Ransomwhere',
  jurisdictions: 'Jurisdiction lists',
  'own-list': 'Custom list (CSV or JSON)',
};
export const importerOptions = importerNames
  .filter((name) => !isBuiltIn(name))
  .map((value) => ({ value, label: importerLabels[value] }));

/** Returns the form values of a list, or of a new one. */
export function feedFields(feed: DirectoryFeed | undefined): FeedFields {
  return {
    id: feed?.id ?? '',
    name: feed?.name ?? '',
    importer: feed?.importer ?? 'own-list',
    location: feed?.location ?? '',
    license: feed?.license ?? '',
    acknowledgment: feed?.acknowledgment ?? '',
    rank: String(feed?.rank ?? 100),
  };
}

/** Returns the ID and settings, or the problems by field. */
export function readFeed(
  form: FeedFields,
  enabled: boolean,
): FormRead<{ id: string; settings: FeedSettings }> {
  const blank = (text: string): string | null => (text.trim() === '' ? null : text.trim());
  const given = {
    ...form,
    location: blank(form.location),
    license: blank(form.license),
    acknowledgment: blank(form.acknowledgment),
    rank: Number(form.rank),
    enabled,
  };
  const id = form.id.trim();
  const named = readForm(putDirectoryFeed.params, { id });
  const settings = parseForm(feedSettings, given);
  if ('body' in settings && 'body' in named) return { body: { id, settings: settings.body } };
  return {
    problems: {
      ...('problems' in named && named.problems),
      ...('problems' in settings && settings.problems),
    },
  };
}
