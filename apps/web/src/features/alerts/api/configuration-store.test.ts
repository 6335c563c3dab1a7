import { expect, it } from 'vitest';
import { createMemoryStorage } from '../../../lib/browser-storage.ts';
import type { AlertConfiguration } from '../model/alert-form.ts';
import { createConfigurationStore } from './configuration-store.ts';
import { alertConfigurationsKey } from './storage-key.ts';

const configuration: AlertConfiguration = {
  targetType: 'entity',
  target: 'Fjord Pool',
  blockchain: 'bitcoin',
  amount: '100',
  direction: 'in',
  severity: 'medium',
  counterpartyRelation: null,
  counterpartyEntity: null,
  alertSummary: 'Pool',
};
const now = new Date('2026-01-20T12:00:00Z');

it('keeps configurations apart for each organisation, the newest first', () => {
  const storage = createMemoryStorage();
  const store = createConfigurationStore(storage, 'ada');
  store.add('harbour', configuration, now);
  store.add('harbour', { ...configuration, alertSummary: 'Second', amount: null }, now);
  store.add('other', configuration, now);
  const again = createConfigurationStore(storage, 'ada');
  expect(again.list('harbour').map(({ alertSummary }) => alertSummary)).toEqual(['Second', 'Pool']);
  expect(again.list('nowhere')).toEqual([]);
  const [newest] = again.list('harbour');
  expect(newest).toMatchObject({ savedAt: '2026-01-20T12:00:00.000Z', amount: null });
  again.remove('harbour', newest?.id ?? '');
  expect(again.list('harbour').map(({ alertSummary }) => alertSummary)).toEqual(['Pool']);
  expect(again.list('other')).toHaveLength(1);
});

it('shows nobody what another person saved, and forgets what it cannot read', () => {
  const storage = createMemoryStorage();
  createConfigurationStore(storage, 'ada').add('harbour', configuration, now);
  expect(createConfigurationStore(storage, 'grace').list('harbour')).toEqual([]);
  expect(storage.getItem(alertConfigurationsKey)).toBeNull();
  storage.setItem(alertConfigurationsKey, '{"user":"ada","organizations":{"harbour":[{"id":7}]}}');
  expect(createConfigurationStore(storage, 'ada').list('harbour')).toEqual([]);
  storage.setItem(alertConfigurationsKey, 'not json');
  expect(createConfigurationStore(storage, 'ada').list('harbour')).toEqual([]);
});
