import type { FlowCursor } from '@hopscope/contract';

/** Others who have the document open, by tab. */
export type Others = ReadonlyMap<string, FlowCursor>;

export const nobody: Others = new Map();

/** Colors of other people; the name beside each cursor identifies them without color. */
const colors = ['#5aa9ff', '#e06fb0', '#e8a13a', '#4fbf8b', '#a78bfa', '#e5645a'] as const;

export function colorOf(userId: string): string {
  let sum = 0;
  for (const letter of userId) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return colors[sum % colors.length] ?? colors[0];
}

export function withCursor(others: Others, cursor: FlowCursor): Others {
  return new Map(others).set(cursor.client, cursor);
}

export function without(others: Others, client: string): Others {
  if (!others.has(client)) return others;
  const rest = new Map(others);
  rest.delete(client);
  return rest;
}

/** Returns the people behind the tabs, each once. */
export function peopleOf(others: Others): { readonly userId: string; readonly name: string }[] {
  const people = new Map([...others.values()].map(({ userId, name }) => [userId, name]));
  return [...people].map(([userId, name]) => ({ userId, name })).sort((a, b) => (a.name < b.name ? -1 : 1));
}
