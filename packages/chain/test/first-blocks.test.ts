import { describe, expect, it } from 'vitest';
import { addressKeyOfScript, encodeAddress, isCoinbase, networks, toDisplayHash } from '../src/index.ts';
import { hashing, readBlocks, readSharedJson } from './shared-data.ts';

interface Facts {
  readonly tip: string;
  readonly tip_time: number;
  readonly txs: number;
  readonly utxos_excl_genesis: number;
  readonly supply_sats_incl_genesis: number;
  readonly addresses: number;
  readonly inputs_resolved: number;
  readonly non_coinbase: readonly {
    txid: string;
    vin: number;
    vout: number;
    out: readonly [string, number][];
  }[];
  readonly top_balances: readonly { address: string; balance: number; received: number }[];
}

/** A ledger of a few lines, enough to hold the decoder against facts that others computed. */
function replay() {
  const blocks = readBlocks('blk_000000_002100.dat').blocks.map(({ block }) => block);
  const unspent = new Map<string, { address: string; value: bigint }>();
  const balances = new Map<string, bigint>();
  const received = new Map<string, bigint>();
  const spends = new Map<string, { vin: number; vout: number; out: [string, number][] }>();
  let txs = 0;
  let resolved = 0;
  for (const tx of blocks.flatMap((block) => block.transactions)) {
    txs += 1;
    const txid = toDisplayHash(tx.txid);
    const out: [string, number][] = [];
    for (const [vout, { value, script }] of tx.outputs.entries()) {
      const key = addressKeyOfScript(script, hashing);
      const address = key ? encodeAddress(key, networks.mainnet) : '';
      unspent.set(`${txid}:${vout}`, { address, value });
      balances.set(address, (balances.get(address) ?? 0n) + value);
      received.set(address, (received.get(address) ?? 0n) + value);
      out.push([address, Number(value)]);
    }
    if (isCoinbase(tx)) continue;
    spends.set(txid, { vin: tx.inputs.length, vout: tx.outputs.length, out });
    for (const { prevTxid, prevVout } of tx.inputs) {
      const outpoint = `${toDisplayHash(prevTxid)}:${prevVout}`;
      const spent = unspent.get(outpoint);
      if (!spent) continue;
      resolved += 1;
      unspent.delete(outpoint);
      balances.set(spent.address, (balances.get(spent.address) ?? 0n) - spent.value);
    }
  }
  return { last: blocks.at(-1), txs, unspent, balances, received, spends, resolved };
}

describe('mainnet 0 to 2100', () => {
  it('has the facts that are known of it', () => {
    const facts = readSharedJson('facts_000000_002100.json') as Facts;
    const { last, txs, unspent, balances, received, spends, resolved } = replay();
    expect(last && toDisplayHash(last.hash)).toBe(facts.tip);
    expect(last?.header.time).toBe(facts.tip_time);
    expect([txs, resolved]).toEqual([facts.txs, facts.inputs_resolved]);
    // The output of block 0 cannot be spent, so it is not counted as unspent.
    expect(unspent.size - 1).toBe(facts.utxos_excl_genesis);
    expect([...unspent.values()].reduce((sum, { value }) => sum + value, 0n)).toBe(
      BigInt(facts.supply_sats_incl_genesis),
    );
    expect(received.size).toBe(facts.addresses);
    for (const { txid, vin, vout, out } of facts.non_coinbase) {
      expect(spends.get(txid)).toEqual({ vin, vout, out });
    }
    expect(spends.size).toBe(facts.non_coinbase.length);
    for (const { address, balance, received: total } of facts.top_balances) {
      expect([balances.get(address), received.get(address)]).toEqual([BigInt(balance), BigInt(total)]);
    }
  });
});
