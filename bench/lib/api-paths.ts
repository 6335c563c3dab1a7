import { apiBase, type Endpoint } from '@hopscope/contract';

/** Returns path and query of a GET of the contract. */
export function pathOf(
  { path }: Pick<Endpoint, 'path'>,
  params: Readonly<Record<string, string | number>> = {},
  query: Readonly<Record<string, string | number>> = {},
): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return `${apiBase}${filled}${asked.size > 0 ? `?${asked.toString()}` : ''}`;
}
