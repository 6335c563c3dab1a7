import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAllowedPrivate } from './public-address.ts';
import { createSendOutbound, type Resolve } from './send-outbound.ts';

let server: Server;
let port: number;
let asked = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1;
    if (request.url !== '/silent') response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** A name whose addresses are these, one answer after the other. */
function named(...answers: readonly (readonly string[])[]) {
  let count = 0;
  const resolve = ((_host, _options, done) => {
    const addresses = answers[Math.min(count, answers.length - 1)] ?? [];
    count += 1;
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const error = found.length === 0 ? Object.assign(new Error('none'), { code: 'ENOTFOUND' }) : null;
    (done as (error: Error | null, found: unknown) => void)(error, found);
  }) as Resolve;
  return { resolve, count: () => count };
}
const sending = (resolve: Resolve, allowed = '') =>
  createSendOutbound({ allowed: readAllowedPrivate(allowed), resolve });
const message = (url: string) => ({ url, body: '{}', headers: {}, connectMs: 1_000, timeoutMs: 1_000 });

test.each(['10.0.0.1', '127.0.0.1', '169.254.169.254', '::ffff:192.168.0.1', '64:ff9b::a00:1', '::a00:1'])(
  'a name that stands for %s is refused when it is saved and when it is asked',
  async (address) => {
    const { resolve } = named([address]);
    const outbound = sending(resolve);
    const refused = { name: 'OutboundError', code: 'forbidden_address' };
    await expect(outbound.check('https://hooks.example/')).rejects.toMatchObject(refused);
    await expect(outbound.post(message(`https://hooks.example:${String(port)}/`))).rejects.toMatchObject(
      refused,
    );
    expect(asked).toBe(0);
  },
);

test('a name that changes its address after it was looked at is not followed inside', async () => {
  const { resolve, count } = named(['8.8.8.8'], ['127.0.0.1']);
  const outbound = sending(resolve);
  await outbound.check('https://hooks.example/');
  await expect(outbound.post(message(`https://hooks.example:${String(port)}/`))).rejects.toMatchObject({
    code: 'forbidden_address',
  });
  // One look for one connection: nothing is resolved between the look and the connection.
  expect([count(), asked]).toEqual([2, 0]);
});

test('of several addresses those that may not be asked are left out', async () => {
  const { resolve } = named(['10.0.0.1', '127.0.0.1']);
  const outbound = sending(resolve, '127.0.0.0/8');
  expect(await outbound.post(message(`http://hooks.example:${String(port)}/`))).toBe(200);
  expect(asked).toBe(1);
});

test('plain http is taken only where the operator allows it, names without an address can be saved', async () => {
  const outbound = sending(named(['8.8.8.8']).resolve);
  await expect(outbound.check('http://hooks.example/')).rejects.toThrow('over https only');
  await expect(outbound.post(message('http://hooks.example/'))).rejects.toThrow('over https only');
  await expect(sending(named([]).resolve).check('https://soon.example/')).resolves.toBeInstanceOf(URL);
  await expect(sending(named([]).resolve).post(message('https://soon.example/'))).rejects.toMatchObject({
    code: 'unreachable',
  });
  expect(
    await sending(named(['127.0.0.1']).resolve, 'mirror.lan').post(
      message(`http://mirror.lan:${String(port)}/`),
    ),
  ).toBe(200);
});

test('who does not answer in time is left', async () => {
  const outbound = sending(named(['127.0.0.1']).resolve, '127.0.0.1');
  const slow = { ...message(`http://127.0.0.1:${String(port)}/silent`), timeoutMs: 50 };
  await expect(outbound.post(slow)).rejects.toMatchObject({ code: 'timeout' });
});
