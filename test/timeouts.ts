import { isDeep } from './depth.ts';

/**
 * How long a test waits for an event before it gives up, in milliseconds: far longer than anything takes on a busy machine,
 * so that time alone decides nothing. A test that waits and fails names the event.
 */
export const eventTimeout = 240_000;

/** How long a test or hook may take, with all events that it waits for. A deep run limits itself. */
export const testTimeout = isDeep ? 6 * 3_600_000 : 4 * eventTimeout;
