import { openPostgres } from '../../../src/db/postgres.ts';
import { runEsplora } from './esplora-source-process.ts';

/** A process that fetches addresses (`<key in hex>:<text>`) from a service into a database until it is killed. */
const [database, url, ...addresses] = process.argv.slice(2);
if (!database || !url) throw new Error('esplora-child wants a database, an address and addresses to ask for');
const { source } = runEsplora(openPostgres({ url: database, poolSize: 4, onIdleError: () => {} }), url);
for (const address of addresses) {
  const [key = '', text = ''] = address.split(':');
  void source.fetchAddress(new Uint8Array(Buffer.from(key, 'hex')), text);
}
process.stdout.write('is asking\n');
