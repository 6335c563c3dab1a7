import { csamEntityName } from '@hopscope/contract';
import { chains } from '@hopscope/domain';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { NamedAddress } from '../../../lib/directory/address-names.ts';
import { type Services, ServicesContext } from '../../../lib/services.ts';
import { bitcoinRow, type HistoryRow } from '../model/history.ts';
import { ownerOf } from '../../../shared/entity/owner-name.ts';
import { ExposureBasis } from './cards/ExposureCard.tsx';
import { FlowBasis } from './cards/FlowCard.tsx';
import { HistoryLine, HistoryPager } from './cards/HistoryCard.tsx';
import { GroupBar } from './cards/ScoreCard.tsx';
import { WhoseSides } from './TransactionDialog.tsx';

const services = { api: () => new Promise(() => {}) } as unknown as Services;

/** Returns the markup of a page before any call is answered. */
function markupOf(node: ReactNode): string {
  return renderToStaticMarkup(
    <ServicesContext value={services}>
      <QueryClientProvider client={new QueryClient()}>{node}</QueryClientProvider>
    </ServicesContext>,
  );
}
const textOf = (node: ReactNode): string => markupOf(node).replaceAll(/<[^>]*>/g, '');

const row: HistoryRow = {
  key: '1',
  txid: 'ab'.repeat(32),
  block: 170,
  timestamp: Date.UTC(2024, 4, 6, 7, 8) / 1000,
  direction: 'in',
  amount: 150_000_000n,
  coin: chains.bitcoin.coin,
  ofChain: true,
  sides: [{ address: 'bc1qother', amount: 150_000_000n }],
  more: false,
  words: 'Unknown',
  fee: null,
};

const named = (hidden: boolean): NamedAddress =>
  ({
    attribution: { hidden, entity: 'Some Shop', entity_id: 'e1' },
    entity: undefined,
  }) as unknown as NamedAddress;

//
it('puts bars above 70 into their exception state', () => {
  const bar = (aggregateScore: number | null) =>
    markupOf(<GroupBar name="Entity" group={{ aggregateScore, level: 'high' } as never} />);
  const exceptions = [0, 0.7, 0.71, 1].map((score) => bar(score).includes('exception'));
  expect(exceptions).toEqual([false, false, true, true]);
  expect(bar(null)).toContain('Unknown');
});

//
it('names a hidden entity as the server does, and nothing of it', () => {
  expect(ownerOf(named(true))).toEqual({ hidden: true, entity: undefined, name: csamEntityName });
  expect(ownerOf(named(false)).name).toBe('Some Shop');
  expect(ownerOf(null).name).toBeUndefined();
  const line = textOf(
    <HistoryLine
      row={row}
      names={new Map([['bc1qother', named(true)]])}
      risk={undefined}
      onOpen={() => undefined}
    />,
  );
  expect(line).toContain(csamEntityName);
  expect(line).not.toContain('Some Shop');
});

it('shows when a transaction was, and its block', () => {
  const line = textOf(<HistoryLine row={row} names={new Map()} risk={undefined} onOpen={() => undefined} />);
  expect(line).toMatch(/2024.*07:08.*, block 170/);
});

it('turns no page before the first and none after the last', () => {
  const disabled = (at: number, pages: number) => {
    const buttons = markupOf(<HistoryPager at={at} pages={pages} onPage={() => undefined} />).match(
      /<button[^>]*>/g,
    );
    return buttons?.map((button) => button.includes('disabled=""'));
  };
  expect(disabled(1, 3)).toEqual([true, false]);
  expect(disabled(2, 3)).toEqual([false, false]);
  expect(disabled(3, 3)).toEqual([false, true]);
  expect(disabled(1, 1)).toEqual([true, true]);
});

it('names what the sums of flow and exposure are of', () => {
  const side = { entities: [], total: 150_000_000n };
  const flow = { in: side, out: { ...side, total: 50_000_000n }, transactions: 20, of: 100 };
  expect(textOf(<FlowBasis flow={flow} coin={chains.bitcoin.coin} />)).toBe(
    'largest 20 of the last 100 transactions: in 1.50000000BTC, out 0.50000000BTC',
  );
  const basis = (direction: 'backward' | 'forward') =>
    textOf(
      <ExposureBasis
        walk={{ direction, total: '150000000', reads: 1 }}
        asset={{ ...chains.bitcoin.coin, contract: null }}
        parts={[{ share: 1 } as never]}
      />,
    );
  expect(basis('backward')).toContain('BTC received from others in all transactions, 1 lookup');
  expect(basis('forward')).toContain('BTC paid to others in all transactions, 1 lookup');
});

it('says that sides of a Bitcoin transaction are not this address’s alone', () => {
  expect(textOf(<WhoseSides row={row} />)).toMatch(/^Inputs of the whole transaction/);
  expect(textOf(<WhoseSides row={{ ...row, direction: 'out' }} />)).toMatch(/Other addresses may have paid/);
  expect(textOf(<WhoseSides row={{ ...row, sides: [] }} />)).toBe('');
  expect(textOf(<WhoseSides row={{ ...row, coin: chains.ethereum.coin }} />)).toBe('');
});

it('leaves out what goes back to those who paid together', () => {
  const output = (addr: string, amt: number) => ({ addr, amt, script_type: 'p2wpkh' });
  const { sides } = bitcoinRow(
    {
      txid: 'tx',
      block: 1,
      timestamp: 1,
      direction: 'out',
      net: -50,
      coinbase: false,
      truncated: false,
      fee_amt: 1,
      inputs: [
        { addr: 'own', amt: 60 },
        { addr: 'co-payer', amt: 60 },
      ],
      outputs: [output('shop', 99), output('own', 10), output('co-payer', 10)],
    } as never,
    'own',
  );
  expect(sides).toEqual([{ address: 'shop', amount: 99n }]);
});
