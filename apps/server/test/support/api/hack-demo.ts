import { decodeBlock } from '@hopscope/chain';
import { claimOf, createStoryBook, type DirectoryClaim, simulateBitcoin } from '@hopscope/demo';
import type { SqlDatabase } from '../../../src/db/session.ts';
import type { BlockAtHeight } from '../../../src/ledger/bitcoin/blocks/batch.ts';
import { createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { demoItems } from '../../../src/demo/demo-directory.ts';
import { createDirectoryApi, type DirectoryApi } from './directory-api.ts';
import { createMatching } from '../../../src/contexts/compliance/matching/matching.ts';

const length = 45 * 86_400;
const options = {
  seed: 11,
  start: 1_750_000_000 - length,
  length,
  blockInterval: 4 * 3600,
  transactions: 1500,
  ethereumTransactions: 0,
};

/** A small demo of Bitcoin in which a hack happens: the same one every time. */
export interface HackDemo {
  readonly blocks: readonly BlockAtHeight[];
  readonly claims: readonly DirectoryClaim[];
  /** Transaction of the theft, and address that it went to. */
  readonly theft: string;
  readonly thief: string;
}

export function makeHackDemo(): HackDemo {
  const blocks: BlockAtHeight[] = [];
  const claims: DirectoryClaim[] = [];
  const book = createStoryBook();
  const simulation = simulateBitcoin({ ...options, hashing: nativeHashing }, (event) => {
    book.tell(event);
    const claim = claimOf(event, options.seed);
    if (claim) claims.push({ ...claim, key: Uint8Array.from(claim.key) });
  });
  for (let at = 0; at <= length; at += options.blockInterval) {
    const { bytes, height } = simulation.next(options.start + at);
    blocks.push({ height, block: decodeBlock(bytes, { hashing: nativeHashing }) });
  }
  const places = book.places().get('hack') ?? [];
  const place = (role: string): string => places.find((one) => one.role === role)?.value ?? '';
  return { blocks, claims, theft: place('theft'), thief: place('thief') };
}

/** The application over a fresh database with some blocks of the demo and its whole directory. */
export async function serveHackDemo(
  db: SqlDatabase,
  demo: HackDemo,
  blocks: readonly BlockAtHeight[],
  keeping: { keepScripts?: boolean } = {},
): Promise<{ api: DirectoryApi; ledger: ReturnType<typeof createBitcoinLedger> }> {
  const ledger = createBitcoinLedger({
    db,
    hashing: nativeHashing,
    ...keeping,
    listener: createMatching().bitcoin,
  });
  await ledger.append('demo', blocks);
  const api = await createDirectoryApi(db);
  const items = [
    ...demoItems(
      demo.claims.map((claim) => ({ ...claim, due: 0 })),
      1,
    ),
  ];
  await api.sync('demo', items, 900);
  return { api, ledger };
}
