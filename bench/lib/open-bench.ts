import { type DatabaseConfig, type OpenDatabase, openDatabase } from '../../apps/server/src/db/open.ts';

/** Opens the database of a place, as a command does. */
export function openBench(config: DatabaseConfig): Promise<OpenDatabase> {
  return openDatabase({ config, as: 'command', what: 'the bench', statementTimeoutMs: 0 });
}
