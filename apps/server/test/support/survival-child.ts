import { once } from 'node:events';
import { decodeBlock } from '@hopscope/chain';
import { openPglite } from '../../src/db/pglite.ts';
import { openPostgres } from '../../src/db/postgres.ts';
import { auditBitcoin } from '../../src/ledger/bitcoin/audit.ts';
import { createBitcoinLedger } from '../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../src/ledger/native-hashing.ts';
import { readBlocksFrom } from '../../src/ledger/bitcoin/reader.ts';
import { withSession } from '../../src/db/session.ts';
import { toDisplayHash } from '@hopscope/chain';
import { dumpLedger } from './dump.ts';

/** Raw blocks in base64, the first at `height`. */
interface RawBlocks {
  height: number;
  raw: string[];
}

/** What the test asks this process to do; it answers each with one Answer. */
export type Order =
  | { kind: 'append'; blocks: RawBlocks }
  | { kind: 'reorganise'; depth: number; blocks: RawBlocks }
  | { kind: 'audit' }
  | { kind: 'hashes' }
  | { kind: 'dump' }
  | { kind: 'close' };

/** `text`: violation or nothing, block hashes separated by blanks, or the dump. */
export type Answer = { ok: true; text: string } | { ok: false; message: string };

const { send } = process;
if (!send) throw new Error('survival-child is started by a test');
const [engine, place] = process.argv.slice(2);
if (!place) throw new Error('No database');
const db =
  engine === 'pglite'
    ? await openPglite({ dataDir: place })
    : openPostgres({ url: place, poolSize: 2, onIdleError: () => {} });
const ledger = createBitcoinLedger({ db, hashing: nativeHashing });

function decode({ height, raw }: RawBlocks): { height: number; block: ReturnType<typeof decodeBlock> }[] {
  return raw.map((text, i) => ({
    height: height + i,
    block: decodeBlock(new Uint8Array(Buffer.from(text, 'base64')), { hashing: nativeHashing }),
  }));
}

async function obey(order: Order): Promise<string> {
  switch (order.kind) {
    case 'append':
      await ledger.append('demo', decode(order.blocks));
      return '';
    case 'reorganise':
      await ledger.reorganise('demo', order.depth, decode(order.blocks));
      return '';
    case 'audit': {
      const result = await auditBitcoin(db);
      return result.ok ? '' : result.violation.message;
    }
    case 'hashes':
      return (await withSession(db, (session) => readBlocksFrom(session, 0, 1000)))
        .map(({ hash }) => toDisplayHash(hash))
        .join(' ');
    case 'dump':
      return dumpLedger(db);
    case 'close':
      await db.close();
      return '';
  }
}

process.on('message', (order: Order) => {
  void obey(order)
    .then(
      (text): Answer => ({ ok: true, text }),
      (error: unknown): Answer => ({
        ok: false,
        message: error instanceof Error ? error.message : String(error),
      }),
    )
    .then((answer) => process.send?.(answer));
});
process.send?.({ ok: true, text: 'ready' } satisfies Answer);
await once(process, 'disconnect');
process.exit(0);
