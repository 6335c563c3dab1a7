import type { lookup } from 'node:dns';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutbound } from './outbound.ts';
import { isPublicAddress, readAllowedPrivate } from './public-address.ts';

const none = readAllowedPrivate('');

test.each([
  '127.0.0.1',
  '10.0.0.1',
  '172.16.5.4',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '192.0.2.1',
  '198.18.0.1',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  '2002:a00:1::',
  '2001:db8::1',
  'ff02::1',
  'no address',
])('%s is not on the public internet', (address) => {
  expect(isPublicAddress(address, none)).toBe(false);
});

test.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is', (address) => {
  expect(isPublicAddress(address, none)).toBe(true);
});

test('what the operator allows is asked', () => {
  const allowed = readAllowedPrivate('mirror.lan, 10.1.0.0/16, fd12::/32, 127.0.0.5');
  expect(['10.1.2.3', 'fd12::9', '127.0.0.5'].map((one) => isPublicAddress(one, allowed))).toEqual([
    true,
    true,
    true,
  ]);
  expect(['10.2.0.1', 'fd13::9', '127.0.0.1'].map((one) => isPublicAddress(one, allowed))).toEqual([
    false,
    false,
    false,
  ]);
  expect(() => readAllowedPrivate('10.0.0.0/99')).toThrow(/10\.0\.0\.0\/99/);
  expect(() => readAllowedPrivate('http://mirror')).toThrow(/mirror/);
});

describe('A server of the world outside', () => {
  let server: Server;
  let port: number;
  const asked: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      const path = request.url ?? '';
      if (path === '/hello') response.end('hello');
      else if (path === '/inside')
        response.writeHead(302, { location: `http://127.0.0.1:${String(port)}/hello` }).end();
      else if (path === '/file') response.writeHead(302, { location: 'file:///etc/passwd' }).end();
      else if (path === '/again') response.writeHead(302, { location: '/again' }).end();
      else if (path === '/long') response.writeHead(200, { 'content-length': '9' }).end('123456789');
      else if (path === '/endless') {
        const more = (): void => {
          if (!response.destroyed) response.write('x'.repeat(1000), () => setImmediate(more));
        };
        more();
      } else if (path === '/broken') {
        response.writeHead(200, { 'content-length': '100' });
        response.write('half', () => response.destroy());
      } else if (path === '/slow') response.writeHead(200).write('…');
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const text = async (path: string, allowed = 'localhost', host = 'localhost') => {
    const outbound = createOutbound({ allowed: readAllowedPrivate(allowed) });
    const url = `http://${host}:${String(port)}${path}`;
    const { body } = await outbound.fetch({ url, maxBytes: 5000, timeoutMs: 2000 });
    let all = '';
    for await (const chunk of body) all += new TextDecoder().decode(chunk);
    return all;
  };

  test('answers where it is allowed', async () => {
    expect(await text('/hello')).toBe('hello');
  });
  test.each([
    ['localhost', '/hello'],
    ['127.0.0.1', '/hello'],
    ['[::ffff:127.0.0.1]', '/hello'],
    ['2130706433', '/hello'],
    ['0x7f.1', '/hello'],
  ])('is not asked as %s without that', async (host, path) => {
    const before = asked.length;
    await expect(text(path, '', host)).rejects.toMatchObject({ code: 'forbidden_address' });
    expect(asked).toHaveLength(before);
  });
  /** A name with these addresses, one answer after the other. */
  function resolving(...answers: readonly string[]) {
    let lookups = 0;
    const resolve = (_host: string, _options: unknown, done: (error: null, found: unknown) => void) => {
      const address = answers[Math.min(lookups, answers.length - 1)] ?? '';
      lookups += 1;
      done(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
    };
    const outbound = createOutbound({ allowed: none, resolve: resolve as unknown as typeof lookup });
    const url = `http://feed.example:${String(port)}/hello`;
    return { fetch: () => outbound.fetch({ url, maxBytes: 5000, timeoutMs: 2000 }), lookups: () => lookups };
  }
  test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3', '169.254.169.254', '64:ff9b::7f00:1'])(
    'a name that stands for %s is not asked',
    async (address) => {
      const before = asked.length;
      await expect(resolving(address).fetch()).rejects.toMatchObject({ code: 'forbidden_address' });
      expect(asked).toHaveLength(before);
    },
  );
  test('a name that changes its address between two looks (DNS rebinding) never leads inside', async () => {
    const before = asked.length;
    // The first answer is of documentation (RFC 5737): nobody is there.
    const name = resolving('203.0.113.1', '127.0.0.1');
    await expect(name.fetch()).rejects.toMatchObject({ name: 'OutboundError' });
    // One look for one connection: what was looked at is what is connected to.
    expect(name.lookups()).toBe(1);
    await expect(name.fetch()).rejects.toMatchObject({ code: 'forbidden_address' });
    expect(asked).toHaveLength(before);
  });
  test('a redirect into the network inside is not followed', async () => {
    const before = asked.length;
    await expect(text('/inside')).rejects.toMatchObject({ code: 'forbidden_address' });
    expect(asked.slice(before)).toEqual(['/inside']);
  });
  test.each([
    ['/file', 'bad_url'],
    ['/again', 'too_many_redirects'],
    ['/missing', 'status'],
    ['/endless', 'too_large'],
    ['/broken', 'unreachable'],
    ['/slow', 'timeout'],
  ])('%s ends with %s', async (path, code) => {
    await expect(text(path)).rejects.toMatchObject({ name: 'OutboundError', code });
  });
  test('neither other protocols nor passwords are taken', async () => {
    const outbound = createOutbound({ allowed: none });
    for (const url of [
      'ftp://example.org/',
      'file:///etc/passwd',
      'https://ada:secret@example.org/',
      'nonsense',
    ]) {
      const asking = outbound.fetch({ url, maxBytes: 1, timeoutMs: 1000 });
      await expect(asking).rejects.toMatchObject({ code: 'bad_url' });
      await expect(asking).rejects.not.toThrow(/secret/);
    }
  });
});
