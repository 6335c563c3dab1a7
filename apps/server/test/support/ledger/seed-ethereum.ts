import { readConfig } from '../../../src/config.ts';
import { openDatabase } from '../../../src/db/open.ts';
import { createEthereumLedger } from '../../../src/ledger/ethereum/ledger.ts';
import { story } from './ethereum-story.ts';
import { createMatching } from '../../../src/contexts/compliance/matching/matching.ts';

/** Fills the ledger of the data folder (`DATA_DIR`) with the story's blocks and prints its names as JSON. */
const config = readConfig(process.env);
const { db, close } = await openDatabase({ config, as: 'command', what: 'seeding', statementTimeoutMs: 0 });
const { chain, blocks, openings, ...names } = story;
await createEthereumLedger({ db, listener: createMatching().ethereum }).append(chain, blocks, openings);
await close();
process.stdout.write(`${JSON.stringify(names)}\n`);
