import { expect, it } from 'vitest';
import { describeWithRealData, readRealBlock } from '../codec/real-files.fixture.ts';
import { movementsOfTransaction } from '../tokens/movements.ts';
import { names, sideText } from './conversions-text.fixture.ts';
import { conversionsOf } from './conversions.ts';

describeWithRealData('conversions of mainnet block 18,500,000', ['rpc/18500000/block.json'], () => {
  it('finds swaps, wraps, and mints; receipts alone do not show ether that contracts paid out', () => {
    const { block, receipts } = readRealBlock(18_500_000);
    const found = block.transactions.map((tx, i) => {
      const receipt = receipts[i];
      if (!receipt) throw new Error('no receipt');
      const failed = receipt.success === false;
      const facts = { tx, receipt, header: block.header, failed, internal: null, isFake: () => false };
      const called = tx.to && tx.input.length > 0 ? tx.to : null;
      return conversionsOf({
        signer: tx.from,
        called,
        movements: movementsOfTransaction(facts),
        logs: receipt.logs,
      });
    });
    const usdt = 'dac17f958d2ee523a2206206994597c13d831ec7';
    names.set(usdt, 'USDT');
    const texts = (i: number) =>
      found[i]?.map(
        ({ gave, received, basis }) =>
          `${gave.map(sideText).join().slice(40)} ->${received.map(sideText).join().slice(40)} ${basis}`,
      );
    // By hand, from the logs of each transaction.
    expect(texts(73)).toEqual([' 80000000000000000 ETH -> 80000000000000000 WETH exact']);
    expect(texts(93)).toEqual([' 6400000000000000000 ETH -> 6400000000000000000 WETH exact']);
    expect(texts(46)).toEqual([' 541431952964753400 WETH -> 1000000000 USDT exact']);
    expect(texts(2)).toHaveLength(1);
    expect(texts(2)?.[0]).toMatch(/^ 10000000000 USDT -> /);
    expect(texts(8)).toEqual([expect.stringMatching(/^ 7369408014762045157 WETH -> .* claimed$/)]);
    // A router sells ether for a token to the maker of a signed order, who converts it the other way.
    expect(texts(105)).toEqual([
      expect.stringMatching(/^ 120000000000000000 ETH -> 1137759836277 .* exact$/),
      expect.stringMatching(/^ 1137759836277 .* -> 119024400000000000 WETH claimed$/),
    ]);
    // A sale for ether by a router.
    expect(texts(151)).toEqual([]);
    expect(found.flat()).toHaveLength(53);
  });
});
