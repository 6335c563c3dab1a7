import { networks } from '@hopscope/chain';
import { expect, it } from 'vitest';
import {
  type AlertFields,
  alertDefaults,
  amountFields,
  fieldsOf,
  readAlertForm,
  summaryOf,
  summaryOfSaved,
} from './alert-form.ts';
import { filterAlerts, nextSort, pageOf, sortAlerts } from './alert-list.ts';
import { readAlertsSearch } from './alerts-search.ts';
import { triggeredChange, triggeredList } from './alerts-view.ts';
import { sampleAlerts } from './sample-alerts.ts';

const target = 'bc1q59z9sz9thtg6qycq5mvws35dkphsnfkdtvjkrf';
const account = '0x98F1e1B1dDD4882957C62407288f7fd67a38829a';
const form: AlertFields = { ...alertDefaults, target };
const problemsOf = (typed: AlertFields) => {
  const read = readAlertForm(typed, networks.mainnet);
  return 'problems' in read ? read.problems : undefined;
};
const ruleOf = (typed: AlertFields) => {
  const read = readAlertForm(typed, networks.mainnet);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.body;
};
const check = (change: Record<string, string>) => problemsOf({ ...form, ...change });

//
it('begins with address, Bitcoin, 100, in, medium; only the target is missing', () => {
  expect(alertDefaults).toMatchObject({
    targetType: 'address',
    blockchain: 'bitcoin',
    amount: '100',
    direction: 'in',
    severity: 'medium',
  });
  expect(problemsOf(alertDefaults)).toEqual({
    target: 'Please enter a target address or entity',
  });
  expect(check({})).toBeUndefined();
});

//
it('names each field that is required', () => {
  const empty = { targetType: '', target: ' ', blockchain: '', amount: '', direction: '', severity: '' };
  expect(check(empty)).toEqual({
    targetType: 'Please select target type',
    target: 'Please enter a target address or entity',
    blockchain: 'Please select a blockchain',
    amount: 'Please enter an amount or choose Any Amount',
    direction: 'Please select transfer direction',
    severity: 'Please select alert severity',
  });
  expect(check({ counterpartyRelation: 'any', counterpartyEntity: '', alertSummary: '' })).toBeUndefined();
});

//
it('takes amounts from 0 with the decimals of the coin', () => {
  for (const amount of ['0', '0.00000001', '21000000']) expect(check({ amount })).toBeUndefined();
  expect(check({ amount: '-1' })).toEqual({ amount: 'Please enter an amount of 0 or more' });
  expect(check({ amount: '1,5' })).toEqual({ amount: 'Please enter a number such as 0.5' });
  expect(check({ amount: '0.000000001' })).toEqual({ amount: 'BTC has 8 decimals at most' });
  expect(
    check({ amount: '0.000000001', blockchain: 'ethereum', targetType: 'entity', target: 'Fjord Pool' }),
  ).toBeUndefined();
});

//
it('any amount clears the amount, and back sets 100', () => {
  expect(amountFields(true)).toEqual({ amountOf: 'any', amount: '' });
  expect(amountFields(false)).toEqual({ amountOf: 'custom', amount: '100' });
  expect(check(amountFields(true))).toBeUndefined();
});

it('wants an address of the chain, and 64 digits of a transaction', () => {
  expect(check({ target: 'bc1qnothing' })).toEqual({ target: 'Invalid blockchain address' });
  expect(check({ target: account })).toEqual({ target: 'This is an Ethereum address' });
  expect(check({ target: account, blockchain: 'ethereum' })).toBeUndefined();
  expect(check({ targetType: 'transaction', target: 'ab' })?.target).toMatch(/64/);
  expect(check({ targetType: 'transaction', target: 'ab'.repeat(32) })).toBeUndefined();
  expect(check({ targetType: 'entity', target: 'Greywater Mixer' })).toBeUndefined();
});

//
it('the sentence is there once target, chain, amount, direction and severity are set', () => {
  for (const name of ['target', 'blockchain', 'amount', 'direction', 'severity'])
    expect(summaryOf({ ...form, [name]: '' })).toBeUndefined();
  expect(summaryOf(form)).toBe(`Medium alert when address ${target} receives 100 BTC or more on Bitcoin.`);
  expect(
    summaryOf({
      ...form,
      ...amountFields(true),
      targetType: 'entity',
      target: 'Fjord Pool',
      blockchain: 'ethereum',
      direction: 'out',
      severity: 'high',
      counterpartyRelation: 'indirect',
      counterpartyEntity: 'Greywater Mixer',
    }),
  ).toBe(
    'High alert when a payment of any amount comes indirectly, over two or more hops, from entity Fjord Pool to Greywater Mixer on Ethereum.',
  );
  expect(summaryOf({ ...form, direction: 'both', counterpartyRelation: 'direct' })).toContain(
    'receives or sends 100 BTC or more from or to a direct counterparty on Bitcoin.',
  );
});

it('an indirect relation says whose amount counts; it goes with what comes in, and not with clusters', () => {
  const indirect = { ...form, counterpartyRelation: 'indirect' };
  const begin = `Medium alert when address ${target} receives a payment of 100 BTC or more that comes indirectly, over two or more hops, from`;
  expect(summaryOf(indirect)).toBe(`${begin} a known party on Bitcoin.`);
  expect(summaryOf({ ...indirect, counterpartyEntity: 'X' })).toBe(`${begin} X on Bitcoin.`);
  expect(summaryOf({ ...indirect, category: 'mixer' })).toBe(
    `${begin} a known party of category Mixer on Bitcoin.`,
  );
  // A refused form still has a summary.
  expect(summaryOf({ ...indirect, direction: 'out' })).toContain(
    'sends a payment of 100 BTC or more that goes indirectly, over two or more hops, to a known party on',
  );
  const both = { ...indirect, targetType: 'entity', target: 'X', direction: 'both' };
  expect(summaryOf(both)).toContain('hops, between entity X and a monitored address on Bitcoin.');
  expect(check(indirect)).toBeUndefined();
  for (const direction of ['out', 'both']) {
    expect(check({ ...indirect, direction })?.['direction']).toMatch(/incoming payments/);
  }
  const entity = { ...indirect, targetType: 'entity', target: 'X', withCluster: 'yes' };
  expect([check({ ...entity, direction: 'out' }), check(entity)?.['direction']]).toEqual([
    undefined,
    expect.stringMatching(/incoming payments/),
  ]);
  expect(check({ ...indirect, withCluster: 'yes' })?.['counterpartyRelation']).toMatch(
    /not known for clusters/,
  );
  const saved = ruleOf({ ...indirect, category: 'mixer' });
  expect([saved.counterpartyRelation, fieldsOf(saved)]).toEqual([
    'indirect',
    { ...indirect, category: 'mixer' },
  ]);
});

it('a relation that is left open is either one where payments come in', () => {
  const named = { ...form, counterpartyEntity: 'X' };
  expect(summaryOf(named)).toContain('or more from X, directly or indirectly, on Bitcoin.');
  expect(summaryOf({ ...named, direction: 'out' })).toContain('or more to X on Bitcoin.');
  expect(summaryOf({ ...named, direction: 'both' })).toContain(
    'from or to X, directly or, where it receives, indirectly, on Bitcoin.',
  );
  expect(summaryOf({ ...form, targetType: 'entity', target: 'X', direction: 'out' })).toContain(
    'entity X sends 100 BTC or more, directly or indirectly, on Bitcoin.',
  );
  // An earlier rule that is now only about the direct counterparty keeps no summary of its own.
  const summary = `Medium alert when address ${target} receives 100 BTC or more from X on Bitcoin.`;
  const earlier = { ...ruleOf(named), counterpartyRelation: 'direct' as const };
  expect(fieldsOf({ ...earlier, summary }).alertSummary).toBe('');
  expect(fieldsOf({ ...earlier, summary: 'Payroll' }).alertSummary).toBe('Payroll');
});

it('a category stands in the sentence', () => {
  expect(summaryOf({ ...form, category: 'mixer' })).toContain(
    'from a counterparty of category Mixer, directly or indirectly, on',
  );
  expect(summaryOf({ ...form, category: 'mixer', counterpartyEntity: 'X' })).toContain(
    'from X of category Mixer, directly or indirectly, on',
  );
  const entity = { ...form, targetType: 'entity', target: 'X', category: 'scam' };
  expect(summaryOf(entity)).toContain('when entity X of category Scam receives');
  const saved = ruleOf({ ...form, category: 'mixer' });
  expect([saved.category, summaryOfSaved(saved)]).toEqual(['mixer', saved.summary]);
});

it('saves what was typed, with addresses as they are written right', () => {
  const typed = {
    ...form,
    ...amountFields(true),
    target: ` ${account.toLowerCase()} `,
    blockchain: 'ethereum',
  };
  expect(ruleOf(typed)).toEqual({
    targetType: 'address',
    target: account,
    withCluster: false,
    blockchain: 'ethereum',
    amount: null,
    direction: 'in',
    severity: 'medium',
    counterpartyRelation: null,
    counterpartyEntity: null,
    category: null,
    summary: `Medium alert when address ${account} receives any amount on Ethereum.`,
  });
  expect(ruleOf({ ...form, alertSummary: ' Payroll ' }).summary).toBe('Payroll');
});

const ids = (alerts: readonly { id: string }[]) => alerts.map(({ id }) => id);

//
it('filters by text in any column and by severity, both together', () => {
  const high = filterAlerts(sampleAlerts, { severity: 'high' });
  expect(new Set(high.map(({ severity }) => severity))).toEqual(new Set(['high']));
  expect(ids(filterAlerts(sampleAlerts, { search: ' greyWATER ' }))).toEqual(['ALERT-002']);
  expect(filterAlerts(sampleAlerts, { search: 'greywater', severity: 'low' })).toEqual([]);
  expect(filterAlerts(sampleAlerts, {})).toHaveLength(sampleAlerts.length);
});

//
it('sorts by each column, the newest first where nothing is asked for', () => {
  const times = sortAlerts(sampleAlerts).map(({ timestamp }) => timestamp);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  const severities = sortAlerts(sampleAlerts, 'severity.desc').map(({ severity }) => severity);
  expect([severities[0], severities.at(-1)]).toEqual(['high', 'low']);
  expect(sortAlerts(sampleAlerts, 'severity.asc')[0]?.severity).toBe('low');
  const types = sortAlerts(sampleAlerts, 'type.asc').map(({ type }) => type);
  expect(types).toEqual(types.toSorted());
  expect(nextSort('timestamp')).toBe('timestamp.asc');
  expect(nextSort('severity')).toBe('severity.desc');
  expect(nextSort('severity', 'severity.desc')).toBe('severity.asc');
  expect(nextSort('message')).toBe('message.asc');
});

//
it('shows ten a page; a page that is not there is the last one', () => {
  expect(pageOf(sampleAlerts, 1)).toMatchObject({ page: 1, pages: 2 });
  expect(pageOf(sampleAlerts, 1).rows).toHaveLength(10);
  expect(pageOf(sampleAlerts, 9)).toMatchObject({ page: 2 });
  expect(pageOf([], 3)).toEqual({ page: 1, pages: 1, rows: [] });
});

it('the list of triggered alerts has its own names in the address bar', () => {
  const list = { search: 'x', severity: 'low', sort: 'type.desc', page: 2 } as const;
  expect(triggeredList(triggeredChange(list))).toEqual(list);
  expect(triggeredChange({ page: undefined })).toEqual({ triggeredPage: undefined });
});

it('reads the address bar, and leaves out what is none of its values', () => {
  const all = {
    configure: true,
    search: 'x',
    severity: 'high',
    sort: 'type.asc',
    page: 2,
    triggeredSort: 'severity.desc',
    triggeredPage: 3,
  } as const;
  expect(readAlertsSearch(all)).toEqual(all);
  expect(readAlertsSearch({ search: 412, page: '2', configure: 'true' })).toEqual({
    search: '412',
    page: 2,
    configure: true,
  });
  expect(readAlertsSearch({ search: '', severity: 'x', sort: 'type', page: 1, configure: 1 })).toEqual({});
});
