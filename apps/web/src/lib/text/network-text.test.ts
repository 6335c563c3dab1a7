import { defaultPreferences } from '@hopscope/contract';
import { createFormats } from '@hopscope/domain';
import { expect, it } from 'vitest';
import { networkText } from './network-text.ts';
import type { BitcoinHealth } from '../server-health.ts';

const formats = createFormats(defaultPreferences);
const demo: BitcoinHealth = {
  source: 'demo',
  status: { phase: 'following', height: 8759 },
  network: 'demo',
  height: 8759,
  coverage: { kind: 'complete', ranges: [{ from: 0, to: 8759 }], text: '' },
};
const plain = { title: 'Demo network', text: 'All data is fictional', failed: false, settled: true };

it('names the demo network, whether blocks come or not', () => {
  expect(networkText(demo, formats)).toEqual(plain);
  expect(networkText({ ...demo, source: 'off', status: null }, formats)).toEqual(plain);
});

it('says how far its history has been loaded', () => {
  const loading = { ...demo, status: { phase: 'loading', height: 1234, target: 8759 } } as const;
  const text = 'Loading history: block 1,234 of 8,759';
  expect(networkText(loading, formats)).toEqual({ ...plain, text, settled: false });
  expect(networkText({ ...loading, network: null }, formats)).toEqual({ ...plain, text, settled: false });
  const others = createFormats({ ...defaultPreferences, numberFormat: '1.234,56' });
  expect(networkText(loading, others)?.text).toBe('Loading history: block 1.234 of 8.759');
});

it('says why blocks stopped coming', () => {
  const failed = { ...demo, status: { phase: 'failed', reason: 'The disk is full' } } as const;
  expect(networkText(failed, formats)).toEqual({
    title: 'Demo network',
    text: 'The disk is full',
    failed: true,
    settled: false,
  });
  expect(networkText({ ...failed, network: 'main' }, formats)?.title).toBe('No new blocks');
});

it('says what new blocks wait for', () => {
  const reason = 'The node does not answer';
  const status = { phase: 'retrying', reason, height: 5 } as const;
  expect(networkText({ source: 'rpc', network: 'mainnet', status }, formats)).toEqual({
    title: 'New blocks delayed',
    text: reason,
    failed: false,
    settled: false,
  });
});

it('says that the source is behind, unless it is as far as nodes usually are apart', () => {
  const status = { phase: 'behind', height: 9000, nodeHeight: 8000 } as const;
  const main = { source: 'core', network: 'mainnet' } as const;
  expect(networkText({ ...main, status }, formats)).toEqual({
    title: 'New blocks delayed',
    text: 'The source is at block 8,000, behind block 9,000 of the ledger',
    failed: false,
    settled: false,
  });
  expect(networkText({ ...main, status: { ...status, nodeHeight: 8998 } }, formats)).toBeNull();
});

it('has nothing to say of a real network or an empty ledger', () => {
  expect(networkText({ ...demo, source: 'off', network: 'main', status: null }, formats)).toBeNull();
  expect(networkText({ ...demo, source: 'off', network: null, status: null }, formats)).toBeNull();
});
