import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLiveStream, type LiveMessage, waitBefore } from './live-stream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Send = (text: string) => void;

/** Creates a stream that stays open until it is ended or the request is aborted. */
function openAnswer(signal: AbortSignal | null | undefined): { answer: Response; send: Send; end(): void } {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
  });
  signal?.addEventListener('abort', () => controller?.error(new DOMException('given up', 'AbortError')));
  return {
    answer: new Response(body),
    send: (text) => controller?.enqueue(encoder.encode(text)),
    end: () => controller?.close(),
  };
}

/** Creates a page whose requests are answered one after another. */
function setUp(answers: (number | 'unreachable' | 'stream')[]) {
  const begun = Date.now();
  const asked: { at: number; token: string | null; query: URLSearchParams }[] = [];
  const open: ReturnType<typeof openAnswer>[] = [];
  const renew = vi.fn<(expired: string) => Promise<string | null>>(async () => 'fresh');
  const messages: LiveMessage[] = [];
  const live = createLiveStream({
    async fetch(input, init) {
      const token = new Headers(init?.headers).get('authorization');
      const query = new URL(typeof input === 'string' ? input : '', 'http://localhost').searchParams;
      asked.push({ at: (Date.now() - begun) / 1000, token, query });
      const next = answers.shift() ?? 'stream';
      if (next === 'unreachable') throw new TypeError('fetch failed');
      if (next !== 'stream') return new Response(null, { status: next });
      const opened = openAnswer(init?.signal);
      open.push(opened);
      return opened.answer;
    },
    token: () => 'first',
    renew,
    random: () => 0,
  });
  live.onMessage((message) => messages.push(message));
  const states: string[] = [];
  live.subscribe(() => states.push(live.state()));
  return {
    live,
    asked,
    open,
    renew,
    messages,
    states,
    pass: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000),
  };
}

const blocks = (id: string, to: number): string =>
  `id: ${id}\nevent: blocks\ndata: ${JSON.stringify({ blockchain: 'bitcoin', from: to, to, tip: to })}\n\n`;

it('waits twice as long after each failure, up to half a minute, and a little more at random', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 60].map((failures) => waitBefore(failures, () => 0))).toEqual([
    0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
  ]);
  expect(waitBefore(3, () => 0.5)).toBe(5_000);
  expect(waitBefore(60, () => 0.999)).toBeLessThan(45_000);
});

it('comes back to a server that cannot be reached, says offline after three attempts and live as soon as it is', async () => {
  const { live, asked, states, pass } = setUp(['unreachable', 'unreachable', 'unreachable', 503]);
  live.want(true);
  await pass(0);
  expect(live.state()).toBe('reconnecting');
  await pass(30);
  expect(asked.map(({ at }) => at)).toEqual([0, 1, 3, 7, 15]);
  expect(states).toEqual(['connecting', 'reconnecting', 'offline', 'live']);
  live.want(false);
});

it('goes on with the last id after a break, and begins with one second again once it was live', async () => {
  const { live, asked, open, messages, pass } = setUp([
    'unreachable',
    'unreachable',
    'stream',
    'unreachable',
    'stream',
  ]);
  live.want(true);
  await pass(3);
  open[0]?.send(blocks('7', 100));
  open[0]?.send('id: 8\n\n');
  open[0]?.send('id: 9\nevent: blo');
  await pass(1);
  expect(messages).toHaveLength(1);
  open[0]?.end();
  await pass(10);
  expect(asked.map(({ at }) => at)).toEqual([0, 1, 3, 5, 7]);
  expect(asked.map(({ query }) => query.get('cursor'))).toEqual([null, null, null, '8', '8']);
  expect(live.state()).toBe('live');
  live.want(false);
});

it('gives up a connection that has been silent for 40 seconds', async () => {
  const { live, asked, open, pass } = setUp([]);
  live.want(true);
  await pass(39);
  open[0]?.send(':\n\n');
  await pass(39);
  expect(asked).toHaveLength(1);
  await pass(1.5);
  expect(live.state()).toBe('reconnecting');
  await pass(1);
  expect(asked).toHaveLength(2);
  live.want(false);
});

it('renews a token that has ended at once, and does not ask again where the session is over', async () => {
  const { live, asked, renew, pass } = setUp([401, 'stream']);
  live.want(true);
  await pass(0);
  expect(asked.map(({ token }) => token)).toEqual(['Bearer first', 'Bearer fresh']);
  expect(live.state()).toBe('live');
  live.want(false);
  renew.mockResolvedValue(null);
  const over = setUp([401]);
  over.renew.mockResolvedValue(null);
  over.live.want(true);
  await over.pass(0);
  expect(over.asked).toHaveLength(1);
  over.live.want(false);
});

it('drops a cursor that the server does not take', async () => {
  const { live, asked, open, pass } = setUp(['stream', 400]);
  live.want(true);
  await pass(0);
  open[0]?.send('id: 5\n\n');
  await pass(0);
  open[0]?.end();
  await pass(10);
  expect(asked.map(({ query }) => query.get('cursor'))).toEqual([null, '5', null]);
  live.want(false);
});

it('asks nothing any more once it is not wanted, also in the middle of a wait', async () => {
  const { live, asked, pass } = setUp(['unreachable', 'unreachable', 'unreachable', 'unreachable']);
  live.want(true);
  await pass(1);
  live.want(false);
  expect(live.state()).toBe('off');
  await pass(120);
  expect(asked).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});

it('connects anew with the addresses of the page, those that come together in one go', async () => {
  const { live, asked, pass } = setUp([]);
  live.want(true);
  await pass(1);
  live.follow('one');
  live.follow('two');
  live.follow('one');
  await pass(1);
  expect(asked.map(({ query }) => query.get('addresses'))).toEqual([null, 'one,two']);
  live.want(false);
});

it('lets messages pass that are not as the contract says', async () => {
  const { live, open, messages, pass } = setUp([]);
  live.want(true);
  await pass(0);
  open[0]?.send(
    'event: blocks\ndata: {"blockchain":1}\n\nevent: blocks\ndata: {\n\nevent: other\ndata: {}\n\n',
  );
  open[0]?.send(blocks('3', 9));
  await pass(0);
  expect(messages).toEqual([{ type: 'blocks', data: { blockchain: 'bitcoin', from: 9, to: 9, tip: 9 } }]);
  live.want(false);
});
