import { apiBase } from '@hopscope/contract';
import type { Browser } from 'playwright-core';
import { z } from 'zod';
import { until } from '../../../../test/until.ts';
import { foundOrganization, signUp } from './calls.ts';
import type { LedgerServer } from './ledger-server.ts';
import { type Visitor, enter, visit } from './people.ts';

/** A month with little activity, so that it loads quickly; blocks are rare, so that lists don't change. */
export const screenerSettings = {
  BITCOIN_SOURCE: 'demo',
  DEMO_DAYS: '30',
  DEMO_TRANSACTIONS: '600',
  DEMO_ETHEREUM_TRANSACTIONS: '200',
  DEMO_BLOCK_SECONDS: '100',
  DEMO_ETHEREUM_BLOCK_SECONDS: '100',
};
const historyBlocks = 24 * 28;
const blockList = z.object({
  txs: z.array(z.object({ outputs: z.array(z.object({ addr: z.string().nullable() })) })),
});
const status = z.object({ data: z.object({ tip: z.object({ number: z.number() }).nullable() }) });

const entities = z.object({ data: z.array(z.unknown()) });

/** A member of an organization on a demo network whose history is loaded. */
export interface DemoScreener {
  server: LedgerServer;
  visitor: Visitor;
  /** Calls the API as that person; `path` is relative to the base URL. */
  ask: (path: string) => Promise<unknown>;
  /** Returns the number of entities in the directory, which is filled after the history. */
  directory: () => Promise<number>;
  /** Bitcoin address of a mining pool, which has the most transactions. */
  pool: string;
  close: () => Promise<void>;
}

/** Signs a person up on a server with `screenerSettings`, waits for the history, and opens a page. */
export async function openDemoScreener(
  { browser, server }: { browser: Browser; server: LedgerServer },
  email: string,
): Promise<DemoScreener> {
  const account = await signUp(server.url, { name: 'Ada', email });
  await foundOrganization(server.url, account, 'Harbour');
  const ask = async (path: string): Promise<unknown> => {
    const answer = await fetch(server.url + apiBase + path, {
      headers: { authorization: `Bearer ${account.accessToken}` },
    });
    return answer.json();
  };
  const height = async () => status.parse(await ask('/blockchain/status')).data.tip?.number ?? 0;
  await until('the demo has its history', async () => (await height()) >= historyBlocks);
  const { txs } = blockList.parse(await ask('/blockchain/block/9/transactions?limit=5'));
  const pool = txs[0]?.outputs.find(({ addr }) => addr !== null)?.addr;
  if (!pool) throw new Error('Block 9 pays nobody');
  const directory = async () => entities.parse(await ask('/sot')).data.length;
  const visitor = await visit(browser, server.url);
  await enter(visitor.page, server.url, account);
  return {
    server,
    visitor,
    ask,
    pool,
    directory,
    async close() {
      await visitor.context.close();
    },
  };
}
