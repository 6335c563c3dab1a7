import { readFileSync } from 'node:fs';

type ScriptName = 'start' | 'import' | 'backup' | 'restore';

function scriptWords(script: ScriptName): string[] {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(text);
  return (scripts[script] ?? '').split(/\s+/);
}

/** Returns the environment that `npm run <script>` sets for node. */
export function scriptEnvironment(script: ScriptName): Record<string, string> {
  const words = scriptWords(script);
  return Object.fromEntries(
    words
      .slice(0, words.indexOf('node'))
      .filter((word) => word.includes('='))
      .map((word) => word.split('=', 2)),
  );
}

/** Returns the flags that `npm run <script>` passes to node. */
export function scriptFlags(script: ScriptName): string[] {
  const words = scriptWords(script);
  const from = words.indexOf('node') + 1;
  const to = words.findIndex((word) => word.endsWith('.ts'));
  return words.slice(from, Math.max(from, to));
}
