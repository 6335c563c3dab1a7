import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { createJobs } from './jobs.ts';

function setUp() {
  const state = { clock: 0, logged: [] as string[] };
  const stream = { write: (line: string) => void state.logged.push(line) };
  const jobs = createJobs({ logger: pino({ level: 'error' }, stream), now: () => state.clock });
  return { state, jobs };
}

test('a job runs at once, then whenever its time has passed', async () => {
  const { state, jobs } = setUp();
  const ran: number[] = [];
  jobs.every(1000, 'count', async () => ran.push(state.clock));
  for (const time of [0, 999, 1000, 1500, 5000]) {
    state.clock = time;
    await jobs.runDue();
  }
  expect(ran).toEqual([0, 1000, 5000]);
});

test('what a job throws is logged; it comes again and disturbs no other', async () => {
  const { state, jobs } = setUp();
  let others = 0;
  jobs.every(1000, 'broken', async () => {
    throw new Error('out of order');
  });
  jobs.every(1000, 'other', async () => (others += 1));
  await jobs.runDue();
  state.clock = 1000;
  await jobs.runDue();
  expect(others).toBe(2);
  expect(state.logged).toHaveLength(2);
  expect(state.logged[0]).toMatch(/out of order.*"job":"broken"/);
});

test('a job never overlaps with itself, and a stop waits for it', async () => {
  const { state, jobs } = setUp();
  const events: string[] = [];
  let finish = (): void => {};
  jobs.every(1000, 'slow', async (signal) => {
    events.push('begin');
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    events.push(signal.aborted ? 'end, stopping' : 'end');
  });
  const first = jobs.runDue();
  state.clock = 5000;
  const second = jobs.runDue();
  const stopped = jobs.stop().then(() => events.push('stopped'));
  finish();
  await Promise.all([first, second, stopped]);
  expect(events).toEqual(['begin', 'end, stopping', 'stopped']);
});

test('a job that is told of its work waits for it, and looks seldom all the same', async () => {
  vi.useFakeTimers();
  try {
    const { state, jobs } = setUp();
    const ran: number[] = [];
    let finish = (): void => {};
    let slow = false;
    jobs.every(
      1000,
      'deliver',
      async () => {
        ran.push(state.clock);
        if (slow) await new Promise<void>((resolve) => (finish = resolve));
      },
      ['outbox'],
    );
    const pass = async (ms: number): Promise<void> => {
      for (let left = ms; left > 0; left -= 10) {
        state.clock += 10;
        await vi.advanceTimersByTimeAsync(10);
      }
    };
    jobs.start();
    jobs.listening(true);
    await pass(3000);
    expect(ran).toEqual([500]);
    jobs.wake('another table');
    jobs.wake('outbox');
    jobs.wake('outbox');
    await pass(100);
    expect(ran).toEqual([500, 3020]);
    // Work that appears while it runs is done after it.
    slow = true;
    jobs.wake('outbox');
    await pass(100);
    jobs.wake('outbox');
    slow = false;
    finish();
    await pass(100);
    expect(ran).toHaveLength(4);
    await pass(5500);
    expect(ran).toHaveLength(5);
    jobs.listening(false);
    await pass(3000);
    expect(ran.length).toBeGreaterThanOrEqual(7);
    await jobs.stop();
  } finally {
    vi.useRealTimers();
  }
});

test('once started it runs by itself until it is stopped', async () => {
  vi.useFakeTimers();
  try {
    const { state, jobs } = setUp();
    let runs = 0;
    jobs.every(1000, 'count', async () => (runs += 1));
    jobs.start();
    for (let i = 0; i < 6; i++) {
      state.clock += 500;
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(runs).toBe(3);
    await jobs.stop();
    state.clock += 5000;
    await vi.advanceTimersByTimeAsync(5000);
    expect(runs).toBe(3);
  } finally {
    vi.useRealTimers();
  }
});
