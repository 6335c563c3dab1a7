import { openPostgres } from '../../../src/db/postgres.ts';
import { runEtherscan } from './etherscan-source-process.ts';

/** A process that fetches addresses (hex) from a service into a database until it is killed. */
const [database, url, window, ...addresses] = process.argv.slice(2);
if (!database || !url)
  throw new Error('etherscan-child wants a database, an address, a window and addresses');
const { source } = runEtherscan(openPostgres({ url: database, poolSize: 4, onIdleError: () => {} }), url, {
  window: Number(window),
});
for (const address of addresses) {
  void source.fetchAddress(new Uint8Array(Buffer.from(address.slice(2), 'hex')));
}
process.stdout.write('is asking\n');
