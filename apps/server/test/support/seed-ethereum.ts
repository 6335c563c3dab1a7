import { readConfig } from '../../src/config.ts';
import { openDataFolder } from '../../src/data-folder.ts';
import { openDatabase } from '../../src/db/open.ts';
import { createEthereumLedger } from '../../src/ledger/ethereum/ledger.ts';
import { story } from './ethereum-story.ts';

/** Fills the ledger of the data folder (`DATA_DIR`) with the story's blocks and prints its names as JSON. */
const { dataDir, databaseUrl } = readConfig(process.env);
const folder = openDataFolder(dataDir, 'seeding');
const db = await openDatabase({ dataDir, databaseUrl, statementTimeoutMs: 0 });
const { chain, blocks, openings, ...names } = story;
await createEthereumLedger({ db }).append(chain, blocks, openings);
await db.close();
folder.release();
process.stdout.write(`${JSON.stringify(names)}\n`);
