import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const [dark = '', light = ''] = css.split(/^\[data-theme="light"\] \{/m);
const namesIn = (block: string): string[] =>
  [...block.matchAll(/--([\w-]+): [^;]+;/g)].map(([, name = '']) => name);

it('both themes have the same tokens', () => {
  expect(namesIn(dark)).toContain('accent');
  expect(namesIn(light)).toEqual(namesIn(dark));
});
