import { demoRecordOf, entities } from '@hopscope/demo';
import { expect, test } from 'vitest';
import { imageType } from '../../src/contexts/directory/logos/image-type.ts';
import { demoLogoUrl, readDemoLogo } from '../../src/demo/demo-logos.ts';

const sites = Object.values(entities).flatMap(({ id }) => demoRecordOf(id).site ?? []);

test('every fictional company with a website has a logo', async () => {
  expect(sites.length).toBeGreaterThan(15);
  for (const site of sites) {
    const image = await readDemoLogo(demoLogoUrl(site));
    expect({ site, type: image && imageType(image) }).toEqual({ site, type: 'image/png' });
    expect(image?.length).toBeLessThan(10_000);
  }
});

test.each([
  'https://northwind.example/../../logo.png',
  'https://..%2f.example/logo.png',
  'https://northwind.example/logo.png?x',
  'https://northwind.example.org/logo.png',
  'https://missing.example/logo.png',
  'file:///etc/passwd',
])('%s is none of them', async (url) => {
  expect(await readDemoLogo(url)).toBeUndefined();
});
