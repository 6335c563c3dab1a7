import { expect, test } from 'vitest';
import { createSessionMemory } from './session-memory.ts';
import type { SessionUser } from './sessions.store.ts';

const inMinutes = (minutes: number): Date => new Date(minutes * 60_000);

/** A memory with a clock, a session that can be changed, and the number of times that it was read. */
function createWorld(expiresAt = inMinutes(30)) {
  const world = {
    now: 0,
    reads: 0,
    session: { secondFactor: false, provenAt: null, signedInAt: new Date(0), expiresAt } as
      | SessionUser
      | undefined,
    ask: () =>
      memory.find('session', async () => {
        world.reads++;
        return world.session;
      }),
  };
  const memory = createSessionMemory(() => world.now);
  return { world, memory };
}

test('without announcements, each question is read', async () => {
  const { world, memory } = createWorld();
  await world.ask();
  await world.ask();
  expect(world.reads).toBe(2);
  memory.listening(true);
  await world.ask();
  await world.ask();
  expect(world.reads).toBe(3);
  memory.listening(false);
  world.session = undefined;
  expect(await world.ask()).toBeUndefined();
  expect(await world.ask()).toBeUndefined();
  expect(world.reads).toBe(5);
});

test('after an announcement it is read again, and no session is remembered as missing', async () => {
  const { world, memory } = createWorld();
  memory.listening(true);
  const session = await world.ask();
  world.session = undefined;
  expect(await world.ask()).toBe(session);
  memory.forget();
  expect(await world.ask()).toBeUndefined();
  world.session = session;
  expect(await world.ask()).toBe(session);
});

test('what was asked before an announcement and arrives after it is not remembered', async () => {
  const { memory, world } = createWorld();
  memory.listening(true);
  const { promise, resolve } = Promise.withResolvers<SessionUser | undefined>();
  const early = memory.find('session', () => promise);
  memory.forget();
  resolve(world.session);
  expect(await early).toBe(world.session);
  world.session = undefined;
  expect(await world.ask()).toBeUndefined();
});

test('a session is remembered until it ends, and for a minute at most', async () => {
  const { world, memory } = createWorld(inMinutes(1.5));
  memory.listening(true);
  await world.ask();
  world.now = 59_999;
  await world.ask();
  expect(world.reads).toBe(1);
  world.now = 60_000;
  await world.ask();
  expect(world.reads).toBe(2);
  world.now = 89_999;
  await world.ask();
  expect(world.reads).toBe(2);
  world.now = 90_000;
  await world.ask();
  expect(world.reads).toBe(3);
});
