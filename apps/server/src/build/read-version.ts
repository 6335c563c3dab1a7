import { readFileSync } from 'node:fs';

/** Returns the version of Hopscope. */
export function readVersion(): string {
  const path = new URL('../../../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}
