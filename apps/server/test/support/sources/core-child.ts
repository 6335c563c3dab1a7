import { openPostgres } from '../../../src/db/postgres.ts';
import { startCoreSource } from './core-source-process.ts';

/** A process that follows a node into a database until it is killed. */
const [database, url] = process.argv.slice(2);
if (!database || !url) throw new Error('core-child wants a folder and an address');
startCoreSource(openPostgres({ url: database, poolSize: 4, onIdleError: () => {} }), { url });
process.stdout.write('is following\n');
