import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

const script = join(
  fileURLToPath(new URL('../../../../', import.meta.url)),
  'apps/server/test/support/seed-ethereum.ts',
);
const names = z.object({
  ada: z.string(),
  grace: z.string(),
  vault: z.string(),
  validator: z.string(),
  dollar: z.string(),
  payment: z.string(),
  creation: z.string(),
  busy: z.string(),
  failed: z.string(),
  tip: z.number(),
});
export type StoryNames = z.infer<typeof names>;

/** Fills the ledger of a data folder with made-up Ethereum blocks in which everything happens once; gives the names of their parts. */
export async function seedEthereum(dataDir: string): Promise<StoryNames> {
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir };
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env });
  return names.parse(JSON.parse(stdout));
}
