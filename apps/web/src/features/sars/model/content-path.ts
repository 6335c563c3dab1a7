/** Returns a nested value by a path of names and indexes, separated by dots. */
export function valueAt(root: unknown, path: string): unknown {
  let value = root;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

function put(at: unknown, names: readonly string[], value: unknown): unknown {
  const [name, ...rest] = names;
  if (name === undefined) return value;
  if (Array.isArray(at)) {
    return at.map((each: unknown, index) => (String(index) === name ? put(each, rest, value) : each));
  }
  const stored = at as Record<string, unknown>;
  return { ...stored, [name]: put(stored[name], rest, value) };
}

/** Returns a copy with another value at the path; the original isn't changed. */
export function withValue<Root extends object>(root: Root, path: string, value: unknown): Root {
  return put(root, path.split('.'), value) as Root;
}
