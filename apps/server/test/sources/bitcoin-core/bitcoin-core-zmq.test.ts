import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listenForNotices, type NoticeTopic } from '../../../src/sources/bitcoin-core/zmq-notices.ts';
import {
  createZmtpReader,
  ZmtpError,
  zmtpGreeting,
  zmtpMessage,
  zmtpReady,
} from '../../../src/sources/bitcoin-core/zmtp.ts';
import { createRandom } from '../../support/survival/random.ts';
import { openZmqPublisher, type ZmqPublisher } from '../../support/sources/zmq-publisher.ts';

/** What a reader makes of pieces. */
function read(pieces: readonly Uint8Array[]): { ready: number; messages: string[][] } {
  const got = { ready: 0, messages: [] as string[][] };
  const reader = createZmtpReader({
    onReady: () => got.ready++,
    onMessage: (frames) => got.messages.push(frames.map((frame) => Buffer.from(frame).toString())),
  });
  for (const piece of pieces) reader.push(piece);
  return got;
}

describe('ZMTP', () => {
  const long = 'x'.repeat(1000);
  const stream = Buffer.concat([
    zmtpGreeting(),
    zmtpReady('PUB'),
    zmtpMessage(['hashblock', 'body', ''].map((text) => Buffer.from(text))),
    zmtpMessage([Buffer.from('rawtx'), Buffer.from(long)]),
  ]);
  const expected = {
    ready: 1,
    messages: [
      ['hashblock', 'body', ''],
      ['rawtx', long],
    ],
  };

  test('is read whole, byte by byte and in any pieces', () => {
    expect(read([stream])).toEqual(expected);
    expect(read([...stream].map((byte) => Uint8Array.of(byte)))).toEqual(expected);
    const random = createRandom(1);
    for (let round = 0; round < 50; round++) {
      const pieces: Uint8Array[] = [];
      for (let at = 0; at < stream.length; ) {
        const to = at + 1 + random.below(90);
        pieces.push(stream.subarray(at, to));
        at = to;
      }
      expect(read(pieces)).toEqual(expected);
    }
  });

  const after = (...parts: Uint8Array[]): Uint8Array[] => [zmtpGreeting(), zmtpReady('PUB'), ...parts];
  const plain = zmtpGreeting();
  plain.set(Buffer.from('PLAIN'), 12);
  test.each<[string, Uint8Array[]]>([
    ['a web server', [Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')]],
    ['a peer of ZMTP 2', [Buffer.from('ff00000000000000017f01', 'hex')]],
    ['a peer that wants a password', [plain]],
    ['a frame of 2^63 bytes', after(Buffer.from('028000000000000000', 'hex'))],
    ['a frame of 6 MB', after(Buffer.from('0200000000005b8d80', 'hex'))],
    ['a message without end', after(...Array.from({ length: 9 }, () => Buffer.from('0100', 'hex')))],
    ['flags that do not exist', after(Buffer.from('ff01ff', 'hex'))],
  ])('%s is refused', (_, pieces) => {
    expect(() => read(pieces)).toThrow(ZmtpError);
  });

  test('noise is refused or waited for, never anything else', () => {
    const random = createRandom(2);
    for (let round = 0; round < 2000; round++) {
      const noise = random.bytes(1 + random.below(200));
      const pieces = random.chance(0.5) ? [noise] : after(noise);
      try {
        read(pieces);
      } catch (error) {
        expect(error).toBeInstanceOf(ZmtpError);
      }
    }
  });
});

describe('Notices', () => {
  let publisher: ZmqPublisher;
  let stop: AbortController;
  let heard: NoticeTopic[];
  let connections: boolean[];
  let listening: Promise<void>;

  beforeEach(async () => {
    publisher = await openZmqPublisher();
    stop = new AbortController();
    heard = [];
    connections = [];
    listening = listenForNotices({
      url: publisher.url,
      onNotice: (topic) => heard.push(topic),
      onConnected: (connected) => connections.push(connected),
      signal: stop.signal,
      waitMs: 20,
    });
  });
  afterEach(async () => {
    stop.abort();
    await listening;
    await publisher.close();
  });
  const subscribed = (): Promise<void> =>
    expect.poll(() => publisher.topics()).toEqual(['hashblock', 'rawtx']);

  test('come in, others are passed over, and a lost connection is made again', async () => {
    await subscribed();
    publisher.publish('hashblock', new Uint8Array(32));
    publisher.publish('rawtx', new Uint8Array(100_000));
    publisher.publish('sequence', new Uint8Array(4));
    await expect.poll(() => heard).toEqual(['hashblock', 'rawtx']);
    publisher.disconnect();
    await expect.poll(() => connections).toEqual([true, false, true]);
    await subscribed();
    publisher.publish('hashblock', new Uint8Array(32));
    await expect.poll(() => heard.length).toBe(3);
  });

  test('of a publisher that sends nonsense end that connection only', async () => {
    await subscribed();
    publisher.sendRaw(Buffer.from('02ffffffffffffffff', 'hex'));
    await expect.poll(() => connections).toEqual([true, false, true]);
    await subscribed();
    publisher.publish('rawtx', new Uint8Array(3));
    await expect.poll(() => heard).toEqual(['rawtx']);
  });
});
