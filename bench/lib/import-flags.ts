import { readFileSync } from 'node:fs';

/** Flags that `npm run import` gives to node. */
export function importFlags(): string[] {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(text);
  const words = (scripts['import'] ?? '').split(/\s+/);
  const from = words.indexOf('node') + 1;
  const to = words.findIndex((word) => word.endsWith('.ts'));
  return words.slice(from, Math.max(from, to));
}
