import { PGlite } from '@electric-sql/pglite';
import { toSqlError } from './sql-error.ts';

/** Run as a process of its own by open.ts: makes an empty database in the folder that it is given, and ends. */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('make-database takes a folder');
process.stdin.on('end', () => process.exit(1)).resume();
try {
  const db = await PGlite.create(folder);
  await db.close();
  process.exit(0);
} catch (error) {
  process.stderr.write(toSqlError(error).message);
  process.exit(1);
}
