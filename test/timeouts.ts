import { isDeep } from './depth.ts';

/**
 * Timeout of a test that waits for an event, in milliseconds: far longer than anything takes on a busy machine, so that the
 * outcome never depends on time alone. A failure names the event.
 */
export const eventTimeout = 240_000;

/** Timeout of a test or hook in milliseconds, including all events that it waits for. A deep run limits itself. */
export const testTimeout = isDeep ? 6 * 3_600_000 : 4 * eventTimeout;
