import { openPglite } from '../../src/db/pglite.ts';
import { runEtherscan } from './etherscan-source-process.ts';

/** A process that asks a service for addresses (hex) into a built-in database until it is killed. */
const [dataDir, url, window, ...addresses] = process.argv.slice(2);
if (!dataDir || !url) throw new Error('etherscan-child wants a folder, an address, a window and addresses');
const { source } = runEtherscan(await openPglite({ dataDir }), url, { window: Number(window) });
for (const address of addresses) {
  void source.wantAddress(new Uint8Array(Buffer.from(address.slice(2), 'hex')));
}
process.stdout.write('is asking\n');
