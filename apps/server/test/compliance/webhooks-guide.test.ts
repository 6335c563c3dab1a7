import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { webhookLimits } from '@hopscope/contract';
import { makeSecret, signedHeaders } from '../../src/contexts/compliance/webhooks/standard-webhooks.ts';

type Check = (secret: string, headers: Record<string, string>, body: string, now?: number) => boolean;
const guide = readFileSync(new URL('../../../../docs/api/webhooks.md', import.meta.url), 'utf8');

/** The example of the guide as a module. */
async function loadExample(): Promise<Check> {
  const code = /```js\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
  const loaded: { isFromHopscope: Check } = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`
  );
  return loaded.isFromHopscope;
}

test('the example of the guide takes what is sent, and nothing else', async () => {
  const isFromHopscope = await loadExample();
  const [secret, old, at, body] = [makeSecret(), makeSecret(), Date.UTC(2026, 0, 1), '{"type":"test"}'];
  const headers = signedHeaders({ id: 'one', at, body, secrets: [secret, old] });
  expect(isFromHopscope(secret, headers, body, at)).toBe(true);
  expect(isFromHopscope(old, headers, body, at)).toBe(true);
  expect(isFromHopscope(makeSecret(), headers, body, at)).toBe(false);
  expect(isFromHopscope(secret, headers, `${body} `, at)).toBe(false);
  expect(isFromHopscope(secret, { ...headers, 'webhook-id': 'two' }, body, at)).toBe(false);
  expect(isFromHopscope(secret, headers, body, at + 301_000)).toBe(false);
});

test('the test vector of the Standard Webhooks specification comes out', () => {
  const headers = signedHeaders({
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: 1_614_265_330_000,
    body: '{"test": 2432232314}',
    secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  });
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('the guide says the limits that hold', () => {
  expect(guide).toContain(`is tried ${webhookLimits.attempts} times`);
  expect(guide).toContain(`for ${webhookLimits.overlapHours} hours, messages have`);
  expect(guide).toContain(`stay in the list for ${webhookLimits.storedDays} days`);
});
