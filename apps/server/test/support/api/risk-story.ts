import { addressKeyOfScript, encodeAddress, fromHex, networks } from '@hopscope/chain';
import { endpoints, type RiskScore } from '@hopscope/contract';
import type { SqlDatabase } from '../../../src/db/session.ts';
import { type BitcoinLedger, createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { type Coin, createChain, type TestChain } from '../ledger/chain-builder.ts';
import { createDirectoryApi, type DirectoryApi } from './directory-api.ts';
import { attribution, subject } from '../servers/directory-source.ts';
import type { Someone } from './teams-api.ts';
import { createMatching } from '../../../src/contexts/compliance/matching/matching.ts';

const coin = 100_000_000n;
/** Returns a unique script for each name. */
const script = (name: string): Uint8Array =>
  fromHex(`0014${Buffer.from(name.padEnd(20, '.')).toString('hex')}`);
/** Returns the address of a name in the story. */
export const addressOf = (name: string): string =>
  encodeAddress(addressKeyOfScript(script(name), nativeHashing) ?? new Uint8Array(), networks.demo);

/**
 * Creates the chain: `far` pays `near` 4, the exchange pays the customer 3, `right` pays the heir 1; then `near` pays the
 * customer 4, and `left` and `right` are co-spent. So `far` is two hops from the customer, and the heir is only connected to the
 * cluster.
 */
function buildChain(): TestChain {
  const chain = createChain({ seed: 5, maxTxs: 0, wallet: 3 });
  chain.extend(120);
  const [one, two, three] = chain.coins.filter(({ value }) => value >= 20n * coin);
  if (!one || !two || !three) throw new Error('Nothing was mined');
  const at = (tx: { txid: Uint8Array }, vout: number, value: bigint): Coin => ({
    txid: tx.txid,
    vout,
    value,
  });
  const pay = (from: Coin, to: string, amount: bigint, rest: string) =>
    chain.spend(
      [from],
      [
        { value: amount, script: script(to) },
        { value: from.value - amount, script: script(rest) },
      ],
    );
  const far = pay(one, 'far', 10n * coin, 'dust');
  const bourse = pay(two, 'exchange', 10n * coin, 'dust');
  const pair = pay(three, 'left', 5n * coin, 'right');
  chain.mine([far, bourse, pair]);
  const near = pay(at(far, 0, 10n * coin), 'near', 4n * coin, 'far');
  const bought = pay(at(bourse, 0, 10n * coin), 'customer', 3n * coin, 'exchange');
  const gift = pay(at(pair, 1, three.value - 5n * coin), 'heir', coin, 'right');
  chain.mine([near, bought, gift]);
  const passed = pay(at(near, 0, 4n * coin), 'customer', 3n * coin, 'customer');
  const together = chain.spend(
    [at(pair, 0, 5n * coin), at(gift, 1, three.value - 6n * coin)],
    [{ value: three.value - coin, script: script('pile') }],
  );
  chain.mine([passed, together]);
  return chain;
}

/** The story in a ledger, a directory with the exchange and the owner of `left`, and a signed-in person. */
export interface RiskStory {
  readonly chain: TestChain;
  readonly ledger: BitcoinLedger;
  readonly api: DirectoryApi;
  readonly ada: Someone;
  score(name: string, query?: { height?: number; asOf?: string }): Promise<RiskScore>;
  /** Names an address in a source of its own. */
  label(name: string, fields: Record<string, string>): Promise<void>;
  catchUp(): Promise<void>;
}

export async function buildRiskStory(db: SqlDatabase): Promise<RiskStory> {
  const chain = buildChain();
  const ledger = createBitcoinLedger({ db, hashing: nativeHashing, listener: createMatching().bitcoin });
  await ledger.append('demo', chain.blocks);
  const catchUp = async (): Promise<void> => {
    while ((await ledger.catchUpClusters(1000)).behind);
  };
  await catchUp();
  const api = await createDirectoryApi(db);
  const label = async (name: string, fields: Record<string, string>): Promise<void> => {
    await api.sync(`of ${name}`, [subject(name, fields), attribution(name, addressOf(name))]);
  };
  await label('exchange', { proper_name: 'Bourse', entity_type: 'exchange' });
  await label('left', { proper_name: 'Thief', entity_type: 'hacker' });
  const ada = await api.someone('ada@example.org');
  return {
    chain,
    ledger,
    api,
    ada,
    label,
    catchUp,
    score: async (name, query = {}) =>
      (await api.as(ada, endpoints.calculateRisk, { query, body: { identifier: addressOf(name) } })).data,
  };
}
