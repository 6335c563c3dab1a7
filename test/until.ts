import { setTimeout as after } from 'node:timers/promises';
import { eventTimeout } from './timeouts.ts';

/**
 * Polls until there is an answer other than undefined or false, and returns it. Throws if none arrives; `what` names the awaited
 * event in the error.
 */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
): Promise<Exclude<T, undefined | false>> {
  const deadline = Date.now() + eventTimeout;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer as Exclude<T, undefined | false>;
    if (Date.now() > deadline) throw new Error(`Waited ${eventTimeout / 1000} s in vain until ${what}`);
    await after(50);
  }
}
