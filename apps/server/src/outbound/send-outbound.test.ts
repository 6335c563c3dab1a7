import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createRawServer, type Socket } from 'node:net';
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
  expect(await outbound.post(message(`http://hooks.example:${String(port)}/`))).toMatchObject({
    status: 200,
  });
  expect(asked).toBe(1);
});

test('plain http is taken only where the operator allows it, names without an address can be saved', async () => {
  const outbound = sending(named(['8.8.8.8']).resolve);
  await expect(outbound.check('http://hooks.example/')).rejects.toThrow('over HTTPS');
  await expect(outbound.post(message('http://hooks.example/'))).rejects.toThrow('over HTTPS');
  await expect(sending(named([]).resolve).check('https://soon.example/')).resolves.toBeInstanceOf(URL);
  await expect(sending(named([]).resolve).post(message('https://soon.example/'))).rejects.toMatchObject({
    code: 'unreachable',
  });
  expect(
    await sending(named(['127.0.0.1']).resolve, 'mirror.lan').post(
      message(`http://mirror.lan:${String(port)}/`),
    ),
  ).toEqual({ status: 200, retryAfter: null, body: '' });
});

test('who does not answer in time is left', async () => {
  const outbound = sending(named(['127.0.0.1']).resolve, '127.0.0.1');
  const slow = { ...message(`http://127.0.0.1:${String(port)}/silent`), timeoutMs: 50 };
  await expect(outbound.post(slow)).rejects.toMatchObject({ code: 'timeout' });
});

/** A server that does with each connection what it likes. */
async function raw(behave: (socket: Socket) => void) {
  const sockets: Socket[] = [];
  const opened = createRawServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    behave(socket);
  });
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
  return {
    at: `127.0.0.1:${String((opened.address() as AddressInfo).port)}`,
    close() {
      for (const socket of sockets) socket.destroy();
      opened.close();
    },
  };
}
const repeat = (socket: Socket, text: string): void => {
  if (!socket.destroyed) socket.write(text, () => setImmediate(() => repeat(socket, text)));
};

test('who never completes a connection is left after the time for connections, not that for the whole', async () => {
  const outbound = sending(named(['127.0.0.1']).resolve, '127.0.0.1');
  const mute = await raw(() => {});
  const asking = { ...message(`https://${mute.at}/`), connectMs: 50, timeoutMs: 30_000 };
  await expect(outbound.post(asking)).rejects.toMatchObject({
    code: 'timeout',
    message: expect.stringContaining('refused the connection'),
  });
  mute.close();
});

test.each([
  ['an endless header', 'HTTP/1.1 200 OK\r\nx: ', 'x'.repeat(4_000), /HPE_HEADER_OVERFLOW/],
  ['endless headers', 'HTTP/1.1 200 OK\r\n', `x: ${'x'.repeat(1_000)}\r\n`, /HPE_HEADER_OVERFLOW/],
  [
    'an endless body',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n',
    `3e8\r\n${'x'.repeat(1_000)}\r\n`,
    /more than 65536 bytes/,
  ],
])('%s is not read to its end', async (_name, head, more, error) => {
  const outbound = sending(named(['127.0.0.1']).resolve, '127.0.0.1');
  const hostile = await raw((socket) => {
    socket.write(head);
    repeat(socket, more);
  });
  const asking = { ...message(`http://${hostile.at}/`), timeoutMs: 30_000 };
  await expect(outbound.post(asking)).rejects.toThrow(error);
  hostile.close();
});

test.each([
  ['header', 'HTTP/1.1 200 OK\r\nx: '],
  ['body', 'HTTP/1.1 200 OK\r\ncontent-length: 60000\r\n\r\n'],
])('a %s that trickles in does not hold anybody up longer than the whole may take', async (_name, head) => {
  const outbound = sending(named(['127.0.0.1']).resolve, '127.0.0.1');
  const timers: NodeJS.Timeout[] = [];
  const slow = await raw((socket) => {
    socket.write(head);
    timers.push(setInterval(() => socket.write('x'), 5));
  });
  const asking = { ...message(`http://${slow.at}/`), timeoutMs: 100 };
  await expect(outbound.post(asking)).rejects.toMatchObject({ code: 'timeout' });
  for (const timer of timers) clearInterval(timer);
  slow.close();
});
