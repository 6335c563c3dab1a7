import { openPglite } from '../../src/db/pglite.ts';
import { startCoreSource } from './core-source-process.ts';

/** A process that follows a node into a built-in database until it is killed. */
const [dataDir, url] = process.argv.slice(2);
if (!dataDir || !url) throw new Error('core-child wants a folder and an address');
startCoreSource(await openPglite({ dataDir }), { url });
process.stdout.write('is following\n');
