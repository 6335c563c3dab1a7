import { expect, test } from 'vitest';
import { createPublicUrl } from './public-url.ts';

const own = { host: '127.0.0.1', port: 0 };

test('links start with PUBLIC_URL, else with where the server listens', () => {
  const given = createPublicUrl({ ...own, publicUrl: 'https://hopscope.example.org/' });
  given.listeningAt('http://127.0.0.1:9');
  expect(given.link('/login')).toBe('https://hopscope.example.org/login');
  const listening = createPublicUrl({ ...own, publicUrl: undefined });
  listening.listeningAt('http://127.0.0.1:4321');
  expect(listening.link('/x?a=b')).toBe('http://127.0.0.1:4321/x?a=b');
});

test.each([
  ['https://hopscope.example.org', { id: 'hopscope.example.org', origin: 'https://hopscope.example.org' }],
  [
    'https://hopscope.example.org:8443/',
    { id: 'hopscope.example.org', origin: 'https://hopscope.example.org:8443' },
  ],
  ['http://127.0.0.1:8080', { id: 'localhost', origin: 'http://localhost:8080' }],
  ['http://[::1]:8080', { id: 'localhost', origin: 'http://localhost:8080' }],
  ['http://localhost:8080', { id: 'localhost', origin: 'http://localhost:8080' }],
  ['http://hopscope.example.org', undefined],
  ['https://192.0.2.1', undefined],
  ['https://[2001:db8::1]', undefined],
])('passkeys at %s', (publicUrl, party) => {
  expect(createPublicUrl({ ...own, publicUrl }).relyingParty()).toEqual(party);
});
