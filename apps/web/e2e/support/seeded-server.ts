import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { databaseEnv } from '../../../server/test/support/command.ts';

const scripts = join(
  fileURLToPath(new URL('../../../../', import.meta.url)),
  'apps/server/test/support/ledger',
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

const mempoolNames = z.object({
  used: z.string(),
  fresh: z.string(),
  replaced: z.string(),
  better: z.string(),
  dropped: z.string(),
  parent: z.string(),
  child: z.string(),
  rival: z.string(),
});
export type MempoolNames = z.infer<typeof mempoolNames>;

async function seed(script: string, dataDir: string): Promise<unknown> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', ...databaseEnv(dataDir) };
  const { stdout } = await promisify(execFile)(process.execPath, [join(scripts, script)], { env });
  return JSON.parse(stdout);
}

/** Fills the ledger of a data folder with made-up Ethereum blocks that cover every case once; returns the names of their parts. */
export async function seedEthereum(dataDir: string): Promise<StoryNames> {
  return names.parse(await seed('seed-ethereum.ts', dataDir));
}

/** Fills the ledger of a data folder with made-up Bitcoin blocks and unconfirmed transactions; returns their names. */
export async function seedMempool(dataDir: string): Promise<MempoolNames> {
  return mempoolNames.parse(await seed('seed-mempool.ts', dataDir));
}

const transactionNames = z.object({
  wide: z.string(),
  many: z.string(),
  data: z.string(),
  coinbase: z.string(),
  dataHeight: z.number(),
  lostBlock: z.string(),
  nowBlock: z.string(),
  lostCoinbase: z.string(),
  busyHeight: z.number(),
});
export type TransactionNames = z.infer<typeof transactionNames>;

/** Fills the ledger of a data folder with Bitcoin transactions of unusual size and content; returns their names. */
export async function seedTransactions(dataDir: string): Promise<TransactionNames> {
  return transactionNames.parse(await seed('seed-transactions.ts', dataDir));
}
