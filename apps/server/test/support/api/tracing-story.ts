import { addressKeyOfScript, encodeAddress, fromHex, networks, toDisplayHash } from '@hopscope/chain';
import type { SqlDatabase } from '../../../src/db/session.ts';
import { type BitcoinLedger, createBitcoinLedger } from '../../../src/ledger/bitcoin/ledger.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { type Coin, createChain, type TestChain } from '../ledger/chain-builder.ts';
import { createDirectoryApi, type DirectoryApi } from './directory-api.ts';
import { attribution, subject } from '../servers/directory-source.ts';
import type { Someone } from './teams-api.ts';
import { createMatching } from '../../../src/contexts/compliance/matching/matching.ts';

export const coin = 100_000_000n;
/** Returns a unique script for each name. */
export const script = (name: string): Uint8Array =>
  fromHex(`0014${Buffer.from(name.padEnd(20, '.')).toString('hex')}`);
export const addressOf = (name: string): string =>
  encodeAddress(addressKeyOfScript(script(name), nativeHashing) ?? new Uint8Array(), networks.demo);
export const nodeOf = (name: string): string => `bitcoin:${addressOf(name)}`;

/** Unspent outputs by name of the owner. */
export interface Purse {
  readonly chain: TestChain;
  /** Mines a block with a payment between names. The remainder of the inputs is the fee. Returns the txid. */
  pay(from: readonly string[], to: readonly (readonly [name: string, amount: bigint])[]): string;
  /** Creates the payment without a block. */
  prepare(
    from: readonly string[],
    to: readonly (readonly [name: string, amount: bigint])[],
  ): Parameters<TestChain['mine']>[0][number];
  /** Returns the balance of a name. */
  has(name: string): bigint;
}

export function createPurse(): Purse {
  const chain = createChain({ seed: 5, maxTxs: 0, wallet: 3 });
  chain.extend(140);
  const spendable = new Map<string, Coin[]>();
  const mined = chain.coins.filter(({ value }) => value >= 20n * coin);
  spendable.set(
    'mine',
    mined.map(({ txid, vout, value }) => ({ txid, vout, value })),
  );
  function prepare(from: readonly string[], to: readonly (readonly [string, bigint])[]) {
    const coins = from.flatMap((name) => {
      const all = spendable.get(name) ?? [];
      const taken = name === 'mine' ? all.splice(0, 1) : all.splice(0);
      if (taken.length === 0) throw new Error(`${name} has nothing`);
      return taken;
    });
    const tx = chain.spend(
      coins,
      to.map(([name, value]) => ({ value, script: script(name) })),
    );
    to.forEach(([name, value], vout) => {
      spendable.set(name, [...(spendable.get(name) ?? []), { txid: tx.txid, vout, value }]);
    });
    return tx;
  }
  return {
    chain,
    prepare,
    pay(from, to) {
      const tx = prepare(from, to);
      chain.mine([tx]);
      return toDisplayHash(tx.txid);
    },
    has: (name) => (spendable.get(name) ?? []).reduce((sum, { value }) => sum + value, 0n),
  };
}

/** A chain of payments in a ledger, with a directory and a signed-in person. */
export interface TracingStory {
  readonly api: DirectoryApi;
  readonly ada: Someone;
  readonly ledger: BitcoinLedger;
  label(name: string, fields: Record<string, string>): Promise<void>;
  /** Appends the blocks mined since. */
  append(): Promise<void>;
}

export async function openStory(db: SqlDatabase, { chain }: Purse): Promise<TracingStory> {
  const ledger = createBitcoinLedger({ db, hashing: nativeHashing, listener: createMatching().bitcoin });
  let taken = 0;
  const append = async (): Promise<void> => {
    await ledger.append('demo', chain.blocks.slice(taken));
    taken = chain.blocks.length;
    while ((await ledger.catchUpClusters(1000)).behind);
  };
  await append();
  const api = await createDirectoryApi(db);
  const ada = await api.someone('ada@example.org');
  return {
    api,
    ada,
    ledger,
    append,
    async label(name, fields) {
      await api.sync(`of ${name}`, [subject(name, fields), attribution(name, addressOf(name))]);
    },
  };
}
