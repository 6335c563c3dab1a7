import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** Generates a secret in the format of receivers: `whsec_` and base64 of 32 random bytes. */
export const makeSecret = (): string => prefix + randomBytes(32).toString('base64');

/**
 * Headers of the Standard Webhooks specification (standardwebhooks.com): HMAC-SHA-256 over id, time and body, one signature for each
 * secret that is valid now.
 */
export function signedHeaders(message: {
  id: string;
  at: number;
  body: string;
  secrets: readonly string[];
}): Record<string, string> {
  const timestamp = String(Math.floor(message.at / 1000));
  const signed = `${message.id}.${timestamp}.${message.body}`;
  const signatures = message.secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
    'hopscope-webhook-version': '1',
  };
}
