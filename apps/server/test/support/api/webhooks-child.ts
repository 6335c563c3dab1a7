import { pino } from 'pino';
import { createKysely } from '../../../src/db/dialect.ts';
import { openPostgres } from '../../../src/db/postgres.ts';
import { createDeliverWebhooks } from '../../../src/contexts/compliance/webhooks/deliver-webhooks.ts';
import { readAllowedPrivate } from '../../../src/outbound/public-address.ts';
import { createSendOutbound } from '../../../src/outbound/send-outbound.ts';
import { createSecretBox } from '../../../src/lib/secret-box.ts';

/** A process that delivers due webhook messages until it is killed; its clock is fixed. */
const [url, secret, clock] = process.argv.slice(2);
if (!url || !secret || !clock) throw new Error('webhooks-child wants a database, a secret and a time');
const deliver = createDeliverWebhooks({
  kysely: createKysely(openPostgres({ url, poolSize: 2, onIdleError: () => {} })),
  box: createSecretBox(secret),
  outbound: createSendOutbound({ allowed: readAllowedPrivate('127.0.0.1') }),
  onPaused: async () => {},
  logger: pino({ level: 'silent' }),
  now: () => Number(clock),
  random: Math.random,
});
process.stdout.write('is sending\n');
await deliver.run(new AbortController().signal);
process.stdout.write('has sent everything\n');
process.exit(0);
