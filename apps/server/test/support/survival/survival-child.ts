import { once } from 'node:events';
import { openPostgres } from '../../../src/db/postgres.ts';
import { dumpLedger } from '../ledger/dump.ts';
import { bitcoinSurvival } from './survival-bitcoin.ts';
import { ethereumSurvival } from './survival-ethereum.ts';
import type { SurvivalSubject } from './survival-subject.ts';

/** Order from the test to this process, which sends one Answer to each. */
export type Order<Work> =
  | { kind: 'perform'; work: Work }
  | { kind: 'audit' }
  | { kind: 'hashes' }
  | { kind: 'dump' }
  | { kind: 'close' };

/** `text`: violation or empty, block hashes separated by spaces, or the dump. */
export type Answer = { ok: true; text: string } | { ok: false; message: string };

const { send } = process;
if (!send) throw new Error('survival-child is started by a test');
const [url, chain] = process.argv.slice(2);
if (!url) throw new Error('No database');
const db = openPostgres({ url, poolSize: 2, onIdleError: () => {} });

async function obey<State, Work>(subject: SurvivalSubject<State, Work>, order: Order<Work>): Promise<string> {
  switch (order.kind) {
    case 'perform':
      await subject.perform(db, order.work);
      return '';
    case 'audit':
      return subject.audit(db);
    case 'hashes':
      return subject.hashes(db);
    case 'dump':
      return dumpLedger(db, subject.name);
    case 'close':
      await db.close();
      return '';
  }
}

function serve<State, Work>(subject: SurvivalSubject<State, Work>): void {
  process.on('message', (order: Order<Work>) => {
    void obey(subject, order)
      .then(
        (text): Answer => ({ ok: true, text }),
        (error: unknown): Answer => ({
          ok: false,
          message: error instanceof Error ? error.message : String(error),
        }),
      )
      .then((answer) => process.send?.(answer));
  });
}

if (chain === 'ethereum') serve(ethereumSurvival);
else serve(bitcoinSurvival);
process.send?.({ ok: true, text: 'ready' } satisfies Answer);
await once(process, 'disconnect');
process.exit(0);
