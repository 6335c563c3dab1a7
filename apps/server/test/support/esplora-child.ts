import { openPglite } from '../../src/db/pglite.ts';
import { runEsplora } from './esplora-source-process.ts';

/** A process that asks a service for addresses (`<key in hex>:<text>`) into a built-in database until it is killed. */
const [dataDir, url, ...addresses] = process.argv.slice(2);
if (!dataDir || !url) throw new Error('esplora-child wants a folder, an address and addresses to ask for');
const { source } = runEsplora(await openPglite({ dataDir }), url);
for (const address of addresses) {
  const [key = '', text = ''] = address.split(':');
  void source.wantAddress(new Uint8Array(Buffer.from(key, 'hex')), text);
}
process.stdout.write('is asking\n');
