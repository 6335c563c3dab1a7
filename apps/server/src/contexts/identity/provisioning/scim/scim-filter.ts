import { type Filter, filter as predicateOf, parse } from 'scim2-parse-filter';
import { scimRefusal } from './scim-error.ts';
import type { Narrowing } from './scim.store.ts';

/** Attributes whose case counts (RFC 7643, section 7); all others are compared without case. */
const caseExact = new Set(['id', 'externalid', 'value', '$ref', 'members.value', 'groups.value']);

/** Deepest nesting of a filter. */
const deepest = 10;

function depthOf(text: string): number {
  let [depth, most] = [0, 0];
  for (const character of text) {
    if (character === '(' || character === '[') most = Math.max(most, (depth += 1));
    if (character === ')' || character === ']') depth -= 1;
  }
  return most;
}

/** Converts compared values of attributes without case to lower case. `within`: the attribute of a value filter. */
function folded(filter: Filter, within = ''): Filter {
  if ('filters' in filter) return { ...filter, filters: filter.filters.map((each) => folded(each, within)) };
  if ('filter' in filter) return { ...filter, filter: folded(filter.filter, within) };
  const path = within + filter.attrPath.toLowerCase();
  if ('valFilter' in filter) return { ...filter, valFilter: folded(filter.valFilter, `${path}.`) };
  if (!('compValue' in filter) || typeof filter.compValue !== 'string' || caseExact.has(path)) return filter;
  return { ...filter, compValue: filter.compValue.toLowerCase() };
}

/** A resource with texts of attributes without case in lower case. */
function foldedValue(value: unknown, path = ''): unknown {
  if (typeof value === 'string') return caseExact.has(path) ? value : value.toLowerCase();
  if (Array.isArray(value)) return value.map((each) => foldedValue(each, path));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      foldedValue(member, path === '' ? key.toLowerCase() : `${path}.${key.toLowerCase()}`),
    ]),
  );
}

/** What an index finds of a filter. */
function narrowingOf(filter: Filter): Narrowing {
  if (filter.op === 'and') return Object.assign({}, ...filter.filters.map(narrowingOf)) as Narrowing;
  if (filter.op !== 'eq' || typeof filter.compValue !== 'string') return {};
  const { compValue: value } = filter;
  switch (filter.attrPath.toLowerCase()) {
    case 'id':
      return { id: value };
    case 'externalid':
      return { externalId: value };
    case 'username':
      return { name: value };
    default:
      return {};
  }
}

/** A filter of SCIM (RFC 7644, section 3.4.2.2); 400 `invalidFilter`. */
export function readFilter(text: string | undefined): {
  narrowing: Narrowing;
  matches: (resource: object) => boolean;
} {
  if (text === undefined || text.trim() === '') return { narrowing: {}, matches: () => true };
  let parsed: Filter;
  try {
    if (depthOf(text) > deepest) throw new Error('nested too deeply');
    parsed = parse(text);
  } catch {
    throw scimRefusal('invalidFilter', 'The filter cannot be read');
  }
  const test = predicateOf(folded(parsed));
  return { narrowing: narrowingOf(parsed), matches: (resource) => test(foldedValue(resource)) };
}
