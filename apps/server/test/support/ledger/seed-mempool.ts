import {
  encodeAddress,
  networks,
  addressKeyOfScript,
  toDisplayHash,
  type Transaction,
} from '@hopscope/chain';
import { readConfig } from '../../../src/config.ts';
import { openDatabase } from '../../../src/db/open.ts';
import { nativeHashing } from '../../../src/ledger/native-hashing.ts';
import { anybody, coinOf, createWorld, pay } from './mempool-world.ts';

/** Fills the ledger of the data folder (`DATA_DIR`) with a small chain and unconfirmed transactions; prints names as JSON. */
const config = readConfig(process.env);
const { db, close } = await openDatabase({ config, as: 'command', what: 'seeding', statementTimeoutMs: 0 });
const { chain, list, clock, catchUp } = await createWorld(db);
clock.now = Date.now() - 90_000;

const hashOf = (tx: Transaction): string => toDisplayHash(tx.txid);
function addressOf(script: Uint8Array): string {
  const key = addressKeyOfScript(script, nativeHashing);
  if (!key) throw new Error('No address');
  return encodeAddress(key, networks.demo);
}

const [used, fresh] = [anybody(), anybody()];
const coins = [...chain.coins];
const confirmed = pay(coins[0], 100, used);
const tooCheap = pay(coins[1], 150, fresh);
const dropped = pay(coins[2], 110);
await list(confirmed, tooCheap, dropped);
chain.mine([confirmed]);
await catchUp();
const better = pay(coins[1], 2_500, fresh);
await list(better, dropped);
const parent = pay(coinOf(confirmed), 700, anybody());
const child = pay(coinOf(parent), 9_000, used, 0xffffffff);
const rivals = [400, 600].map((fee) => pay(coins[3], fee));
await list(better, parent, child, ...rivals);
await close();
process.stdout.write(
  `${JSON.stringify({
    used: addressOf(used),
    fresh: addressOf(fresh),
    replaced: hashOf(tooCheap),
    better: hashOf(better),
    dropped: hashOf(dropped),
    parent: hashOf(parent),
    child: hashOf(child),
    rival: hashOf(rivals[0] ?? parent),
  })}\n`,
);
