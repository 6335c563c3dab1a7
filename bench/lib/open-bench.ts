import { type DatabaseConfig, type OpenDatabase, openDatabase } from '../../apps/server/src/db/open.ts';

/** Opens the database of a ledger, like a command. */
export function openBench(config: DatabaseConfig): Promise<OpenDatabase> {
  return openDatabase({ config, as: 'command', what: 'the bench', statementTimeoutMs: 0 });
}
