import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { antThemeOf } from './ant-theme.ts';

const css = readFileSync(new URL('../tokens.css', import.meta.url), 'utf8');

function declared(block: string): Map<string, string> {
  return new Map(
    [...block.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

const [darkBlock = '', lightBlock = ''] = css.split(/^\[data-theme="light"\] \{/m);
const palettes = { dark: declared(darkBlock), light: declared(lightBlock) };

it('both themes have the same tokens', () => {
  expect([...palettes.light.keys()]).toEqual([...palettes.dark.keys()]);
});

describe.each(['dark', 'light'] as const)('%s', (name) => {
  it('takes only colors that tokens.css has, and takes them exactly', () => {
    const theme = antThemeOf(name, (token) => {
      const value = palettes[name].get(token);
      if (value === undefined) throw new Error(`no --${token}`);
      return value;
    });
    expect(theme.token?.colorPrimary).toBe(palettes[name].get('accent'));
    expect(theme.token?.colorBgContainer).toBe(palettes[name].get('bg-1'));
  });

  it('moves nothing for people who asked for that', () => {
    const palette = (token: string) => palettes[name].get(token) ?? '';
    expect(antThemeOf(name, palette, { still: true }).token?.motion).toBe(false);
    expect(antThemeOf(name, palette).token?.motion).toBe(true);
  });
});
