import { isFakeToken, internalTransfers, movementsOfTransaction, toHex } from '@hopscope/chain';
import { expect, test } from 'vitest';
import type { EthereumBundle } from '../../src/ledger/ethereum/blocks/bundle.ts';
import { createEthereumLedger } from '../../src/ledger/ethereum/ledger.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { addressOf } from '../support/sources/ethereum-blocks.ts';
import { randomBlock, tokenFacts } from '../support/ledger/ethereum-model.ts';
import { entriesOf, monitor, type Monitored, screened } from '../support/api/monitored.ts';
import { createRandom } from '../support/survival/random.ts';
import { createMatching } from '../../src/contexts/compliance/matching/matching.ts';

const chain = { chainId: 1337n, network: 'demo' };
const facts = new Map(tokenFacts.map((fact) => [toHex(fact.contract), fact]));
const isFake = (token: Uint8Array): boolean =>
  isFakeToken(token, facts.get(toHex(token)) ?? { name: null, symbol: null }, chain.chainId);

/** Ether before tokens, what came before what went; the first token is that of the first movement. */
function lineOf(entry: Monitored, sums: ReadonlyMap<string, bigint>): string | undefined {
  const order = [...sums].sort(([a], [b]) => Number(a !== 'ether') - Number(b !== 'ether'));
  const came = order.find(([, amount]) => amount > 0n);
  if (came) return `in ${came[1]}`;
  const went = entry.outgoing ? order.find(([, amount]) => amount < 0n) : undefined;
  return went && `out ${-went[1]}`;
}

function expected(bundles: readonly EthereumBundle[], entries: readonly Monitored[]): string[] {
  return bundles
    .flatMap(({ block: { header, transactions }, receipts, traces }) => {
      const transfers = traces && internalTransfers(traces, header);
      return transactions.flatMap((tx, i) => {
        const receipt = receipts[i];
        if (!receipt) throw new Error('No receipt');
        const internal = transfers?.filter(({ transactionIndex }) => transactionIndex === i) ?? null;
        const failed = receipt.success === false;
        const movements = movementsOfTransaction({ tx, receipt, header, failed, internal, isFake });
        return entries.flatMap((entry) => {
          const own = toHex(entry.key);
          const sums = new Map<string, bigint>();
          for (const { kind, from, to, token, tokenId, amount, spam } of movements) {
            if (kind === 'fee' || spam || tokenId !== null || amount === 0n) continue;
            const asset = token ? toHex(token) : 'ether';
            const moved =
              (to && toHex(to) === own ? amount : 0n) - (from && toHex(from) === own ? amount : 0n);
            if (moved !== 0n || sums.has(asset)) sums.set(asset, (sums.get(asset) ?? 0n) + moved);
          }
          const line = lineOf(entry, sums);
          return line ? [`${entry.id} ${toHex(tx.hash)} confirmed ${header.number} ${line}`] : [];
        });
      });
    })
    .sort();
}

describeWithDatabase('Screening on Ethereum', (databases) => {
  test('random blocks and reorganizations leave one row for each transaction, address and organization', async () => {
    const random = createRandom(77);
    const db = await databases.empty();
    const ledger = createEthereumLedger({ db, listener: createMatching().ethereum });
    const entries = entriesOf([addressOf(1), addressOf(2), addressOf(3)]);
    await monitor(db, entries, 'ethereum');
    let loaded: EthereumBundle[] = [];
    for (let step = 0; step < 12; step++) {
      const depth = loaded.length > 4 && random.chance(0.4) ? 1 + random.below(3) : 0;
      const stored = loaded.slice(0, loaded.length - depth);
      const added: EthereumBundle[] = [];
      for (let i = 0; i <= random.below(4); i++) {
        const before = added.at(-1) ?? stored.at(-1);
        added.push(
          randomBlock(random, {
            height: (before?.block.header.number ?? 99) + 1,
            parentHash: before?.block.hash ?? random.bytes(32),
          }),
        );
      }
      if (depth > 0) await ledger.reorganize(chain, depth, added);
      else await ledger.append(chain, added);
      loaded = [...stored, ...added];
      const rows = await screened(db);
      expect(rows.filter((line) => !line.includes(' withdrawn '))).toEqual(expected(loaded, entries));
    }
    expect((await screened(db, 'confirmed')).length).toBeGreaterThan(10);
    expect((await screened(db, 'withdrawn')).length).toBeGreaterThan(0);
  });
});
