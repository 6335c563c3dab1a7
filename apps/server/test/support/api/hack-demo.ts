import { decodeBlock } from '@hopscope/chain';
import { demoAttributionOf, createStoryBook, type DemoAttribution, simulateBitcoin } from '@hopscope/demo';
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

/** A small Bitcoin demo with a hack, always the same. */
export interface HackDemo {
  readonly blocks: readonly BlockAtHeight[];
  readonly attributions: readonly DemoAttribution[];
  /** Transaction of the theft, and the address that received it. */
  readonly theft: string;
  readonly thief: string;
}

export function makeHackDemo(): HackDemo {
  const blocks: BlockAtHeight[] = [];
  const attributions: DemoAttribution[] = [];
  const book = createStoryBook();
  const simulation = simulateBitcoin({ ...options, hashing: nativeHashing }, (event) => {
    book.emit(event);
    const attribution = demoAttributionOf(event, options.seed);
    if (attribution) attributions.push({ ...attribution, key: Uint8Array.from(attribution.key) });
  });
  for (let at = 0; at <= length; at += options.blockInterval) {
    const { bytes, height } = simulation.next(options.start + at);
    blocks.push({ height, block: decodeBlock(bytes, { hashing: nativeHashing }) });
  }
  const places = book.places().get('hack') ?? [];
  const place = (role: string): string => places.find((one) => one.role === role)?.value ?? '';
  return { blocks, attributions, theft: place('theft'), thief: place('thief') };
}

/** Starts the application over a new database with some blocks of the demo and its whole directory. */
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
      demo.attributions.map((attribution) => ({ ...attribution, due: 0 })),
      1,
    ),
  ];
  await api.sync('demo', items, 900);
  return { api, ledger };
}
