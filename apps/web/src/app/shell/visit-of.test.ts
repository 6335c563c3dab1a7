import { expect, it } from 'vitest';
import { visitOf } from './visit-of.ts';

const explorer = '/home/block-explorer';

it('remembers pages about one thing, with what their address needs', () => {
  expect(visitOf(`${explorer}/address/bc1q`, { page: 2 })).toEqual({
    kind: 'address',
    label: 'bc1q',
    href: `${explorer}/address/bc1q`,
  });
  expect(visitOf(`${explorer}/block/7`, { blockchain: 'ethereum' })).toEqual({
    kind: 'block',
    label: 'Block 7 of Ethereum',
    href: `${explorer}/block/7?blockchain=ethereum`,
  });
  expect(visitOf('/home/blockham', { entity: 'a b' })).toMatchObject({
    kind: 'entity',
    href: '/home/blockham?entity=a%20b',
  });
});

it('remembers nothing else, and survives broken addresses', () => {
  for (const path of [explorer, `${explorer}/addresses`, '/home/settings/profile', '/home/blockham']) {
    expect(visitOf(path, {})).toBeUndefined();
  }
  expect(visitOf(`${explorer}/address/%E0%A4%A`, {})?.label).toBe('%E0%A4%A');
});
