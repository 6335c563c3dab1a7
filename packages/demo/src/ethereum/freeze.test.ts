import {
  accountFactOf,
  equalBytes,
  toChecksumAddress,
  toHex,
  tokenTransfersOf,
  demoChainId,
} from '@hopscope/chain';
import { expect, test } from 'vitest';
import { entities } from '../entities.ts';
import { createStoryBook } from '../story-book.ts';
import { make, options } from './simulation.fixture.ts';

test('the issuer freezes one account of the hacker, which moves none of the tokens afterwards', () => {
  const { blocks, events } = make(options);
  const name = (...parts: Uint8Array[]): string => parts.map(toHex).join(' ');
  const truth = events.flatMap((event) =>
    event.type === 'ethereum_freeze' ? [name(event.hash, event.account, event.token)] : [],
  );
  let frozen: Uint8Array | undefined;
  const found: string[] = [];
  for (const { block, receipts } of blocks) {
    for (const [i, { logs }] of receipts.entries()) {
      for (const log of logs) {
        const spender = tokenTransfersOf(log)[0]?.from;
        expect(frozen && spender && equalBytes(frozen, spender)).not.toBe(true);
        const fact = accountFactOf(log, demoChainId);
        if (!fact) continue;
        expect(fact.kind).toBe('frozen');
        frozen = fact.account;
        found.push(name(block.transactions[i]?.hash ?? new Uint8Array(), fact.account, fact.contract));
      }
    }
  }
  expect(found).toEqual(truth);
  expect(found).toHaveLength(1);
  const owner = events.find(
    (event) => event.type === 'ethereum_account' && frozen && equalBytes(event.address, frozen),
  );
  expect(owner).toMatchObject({ entity: entities.hacker.id });
  const book = createStoryBook();
  for (const event of events) book.emit(event);
  const value = toChecksumAddress(`0x${toHex(frozen ?? new Uint8Array())}`);
  expect(book.places().get('hack')).toContainEqual({
    role: 'frozen',
    chain: 'ethereum',
    kind: 'address',
    value,
  });
});
