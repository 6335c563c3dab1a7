import { readFileSync } from 'node:fs';

function scriptWords(): string[] {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(text);
  return (scripts['import'] ?? '').split(/\s+/);
}

/** Returns the environment that `npm run import` sets for node. */
export function importEnvironment(): Record<string, string> {
  const words = scriptWords();
  return Object.fromEntries(
    words
      .slice(0, words.indexOf('node'))
      .filter((word) => word.includes('='))
      .map((word) => word.split('=', 2)),
  );
}

/** Returns the flags that `npm run import` passes to node. */
export function importFlags(): string[] {
  const words = scriptWords();
  const from = words.indexOf('node') + 1;
  const to = words.findIndex((word) => word.endsWith('.ts'));
  return words.slice(from, Math.max(from, to));
}
