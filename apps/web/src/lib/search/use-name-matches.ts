import { type EntityListItem, entitySearchDebounceMs, type Note, noteEndpoints } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useEntitySearch } from '../directory/use-entity-search.ts';
import { useOrganizationId } from '../organizations/use-organization-id.ts';
import { useServices } from '../services.ts';
import { useDebouncedValue } from '../use-debounced-value.ts';

/** Minimum length of a search: shorter texts are in nearly every note. */
const shortest = 2;
const entitiesShown = 6;
const notesShown = 4;
const { listNotes } = noteEndpoints;

export interface NameMatches {
  /** Best first. */
  entities: readonly EntityListItem[];
  /** Newest first; empty if the person is in no organization. */
  notes: readonly Note[];
  /** Some results are still loading. */
  busy: boolean;
  /** Messages about failed searches. */
  failures: readonly string[];
}

/** Returns entities of the directory and notes of the organization that match a text, 300 ms after typing. */
export function useNameMatches(typed: string): NameMatches {
  const { api } = useServices();
  const { id: organizationId } = useOrganizationId();
  const now = typed.trim();
  const text = useDebouncedValue(now, entitySearchDebounceMs);
  const enabled = text.length >= shortest;
  const directory = useEntitySearch({ enabled });
  const notes = useQuery({
    queryKey: [listNotes.id, organizationId, 'matches', text],
    enabled: enabled && organizationId !== undefined,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const query = { search: text, limit: notesShown };
      return (await api(listNotes, { params: { id: organizationId ?? '' }, query }, { signal })).data;
    },
  });
  if (!enabled || now.length < shortest) return { entities: [], notes: [], busy: false, failures: [] };
  const found = directory.search?.find(text) ?? [];
  return {
    entities: found.slice(0, entitiesShown).map(({ entity }) => entity),
    notes: notes.data ?? [],
    busy: text !== now || (directory.search === undefined && !directory.error) || notes.isLoading,
    failures: [
      ...(directory.error ? ['Entities could not be searched.'] : []),
      ...(notes.error ? ['Notes could not be searched.'] : []),
    ],
  };
}
