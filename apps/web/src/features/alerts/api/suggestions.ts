import { type Blockchain, type MonitoredAddress, monitoringEndpoints } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useEntitySearch } from '../../../lib/directory/use-entity-search.ts';
import { useOrganizationId } from '../../../lib/organizations/use-organization-id.ts';
import { useServices } from '../../../lib/services.ts';
import { useDebouncedValue } from '../../../lib/use-debounced-value.ts';

const { filterMonitoredAddresses } = monitoringEndpoints;
/** Delay before a search, in milliseconds; otherwise, each typed letter would be a call. */
const pauseMs = 300;
const most = 8;

/** autocomplete appears when the typed text has more than 1 character. */
export const shortestSuggested = 2;

export interface Suggestion {
  /** Text inserted into the field. */
  value: string;
  detail: string;
}
export interface Suggestions {
  found: readonly Suggestion[];
  busy: boolean;
  failed: boolean;
}

/** Returns the details of a monitored address; its notes if only they contain the text. */
export function detailOf(
  {
    address,
    clientId,
    entityName,
    notes,
  }: Pick<MonitoredAddress, 'address' | 'clientId' | 'entityName' | 'notes'>,
  search: string,
): string {
  const shown = [clientId, entityName].filter((each) => each !== null);
  const seen = [address, ...shown].some((each) => each.toLowerCase().includes(search.toLowerCase()));
  return [...shown, ...(seen || notes === null ? [] : [`note: ${notes}`])].join(', ') || 'monitored';
}

const enough = (text: string): boolean => text.trim().length >= shortestSuggested;

/** Reads entities of the directory with names similar to the text. */
export function useEntitySuggestions(text: string, wanted = true): Suggestions {
  const enabled = wanted && enough(text);
  const { search, error } = useEntitySearch({ enabled });
  if (!enabled) return { found: [], busy: false, failed: false };
  const found = search?.find(text).slice(0, most) ?? [];
  return {
    found: found.map(({ entity }) => ({ value: entity.proper_name, detail: entity.entity_id })),
    busy: search === undefined && error === null,
    failed: error !== null,
  };
}

/** Reads monitored addresses of the organization whose fields contain the text. */
export function useAddressSuggestions(
  text: string,
  blockchain: Blockchain | undefined,
  wanted: boolean,
): Suggestions {
  const { api } = useServices();
  const { id: organizationId } = useOrganizationId();
  const search = useDebouncedValue(text.trim(), pauseMs);
  const enabled = wanted && enough(search) && organizationId !== undefined;
  const query = { search, limit: most, ...(blockchain && { blockchain }) };
  const { data, error } = useQuery({
    queryKey: [filterMonitoredAddresses.id, organizationId, query],
    enabled,
    queryFn: async ({ signal }) =>
      (await api(filterMonitoredAddresses, { query }, { signal, organizationId })).data,
  });
  if (!enabled || !enough(text)) return { found: [], busy: false, failed: false };
  return {
    found: (data ?? []).map((entry) => ({ value: entry.address, detail: detailOf(entry, search) })),
    busy: data === undefined && error === null,
    failed: error !== null,
  };
}
