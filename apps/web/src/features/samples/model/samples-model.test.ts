import { networks, parseAddress, parseEthereumAddress } from '@hopscope/chain';
import { expect, it } from 'vitest';
import {
  addressPartNames,
  addressStats,
  addressStatuses,
  filterAddresses,
  sampleAddresses,
  shownTags,
} from './addresses.ts';
import { evidenceOf, filterCases, sampleCases, timelineOf, updateStatuses } from './cases.ts';
import { checksOf, endsOf, relatedTo } from './investigation.ts';
import { priorityMeanings, spaced, titled } from './levels.ts';
import { readSamplesSearch } from './samples-search.ts';
import {
  filterTransactions,
  riskPatterns,
  sampleTransactions,
  statusTones,
  transactionStats,
} from './transactions.ts';

//
it('shows underscores as spaces', () => {
  expect(spaced('HIGH_RISK')).toBe('HIGH RISK');
  expect(titled('UNDER_REVIEW')).toBe('Under Review');
});

//
it('has fixed numbers', () => {
  expect(transactionStats.map(({ label, value, sub }) => [label, value, sub])).toEqual([
    ['Total Transactions', 11203, '+2.1% from last hour'],
    ['High Risk', 47, 'requires immediate review'],
    ['Under Review', 23, 'avg. review time 2.3h'],
    ['Approved Today', 156, '+12% from yesterday'],
  ]);
  expect(riskPatterns.map(({ name, count, severity }) => `${name} ${count} ${severity}`)).toEqual([
    'Rapid Transaction Velocity 23 HIGH',
    'Unusual Amount Patterns 15 MEDIUM',
    'Sanctioned Entity Interaction 8 CRITICAL',
    'Privacy Coin Usage 12 MEDIUM',
    'Cross-Chain Bridging 31 LOW',
  ]);
});

//
it('has fixed figures, tabs and statuses of addresses', () => {
  expect(addressStats.map(({ label, value, sub }) => `${label} ${value} ${sub}`)).toEqual([
    'Total Monitored 247 +12',
    'High Risk 89 +5',
    'Active Alerts 34 +8',
    'Total Volume $12.4M +2.1M',
  ]);
  expect(Object.values(addressPartNames)).toEqual([
    'Overview',
    'Transactions',
    'Alerts',
    'Analysis',
    'Settings',
  ]);
  expect(addressStatuses).toEqual(['ACTIVE', 'PAUSED', 'INACTIVE']);
});

//
it('says what a priority asks for, and has the statuses and colors of transactions and cases', () => {
  expect(priorityMeanings).toEqual({
    CRITICAL: 'immediate action',
    HIGH: 'review within 4 hours',
    MEDIUM: 'within 24 hours',
    LOW: 'standard review',
  });
  expect(statusTones).toEqual({ FLAGGED: 'red', UNDER_REVIEW: 'orange', APPROVED: 'green' });
  expect(updateStatuses).toEqual([
    'UNDER_REVIEW',
    'ESCALATED',
    'PENDING_REVIEW',
    'AWAITING_RESPONSE',
    'INVESTIGATION',
    'CLOSED',
  ]);
});

//
it('finds transactions by client or hash, and by status, both together', () => {
  const clients = (filters: { search?: string; status?: string }) =>
    filterTransactions(sampleTransactions, filters).map(({ clientId }) => clientId);
  expect(clients({ search: ' client-0412 ' })).toEqual(['CLIENT-0412', 'CLIENT-0412']);
  expect(clients({ search: '1478F991' })).toEqual(['CLIENT-0412']);
  expect(clients({ search: 'client-0412', status: 'UNDER_REVIEW' })).toEqual(['CLIENT-0412']);
  expect(clients({ search: 'Blackreef' })).toEqual([]);
  expect(new Set(sampleTransactions.map(({ status }) => status)).size).toBe(4);
});

//
it('finds addresses by address, label or tag, and what else is chosen', () => {
  const ids = (filters: Parameters<typeof filterAddresses>[1]) =>
    filterAddresses(sampleAddresses, filters).map(({ id }) => id);
  expect(ids({ search: 'DEFI' })).toEqual(['ADDR-002', 'ADDR-005']);
  expect(ids({ search: 'cold storage' })).toEqual(['ADDR-003']);
  expect(ids({ search: '0xa79f' })).toEqual(['ADDR-002']);
  expect(ids({ search: 'defi', category: 'MEDIUM' })).toEqual(['ADDR-005']);
  expect(ids({ status: 'paused' })).toEqual(['ADDR-004']);
  expect(ids({ blockchain: 'Ethereum', category: 'HIGH_RISK', status: 'ACTIVE' })).toEqual(['ADDR-002']);
});

it('finds cases by text, status, priority and officer', () => {
  const ids = (filters: Parameters<typeof filterCases>[1]) =>
    filterCases(sampleCases, filters).map(({ id }) => id);
  expect(ids({ search: 'MIXER' })).toEqual(['CASE-001']);
  expect(ids({ priority: 'CRITICAL' })).toEqual(['CASE-001', 'CASE-002']);
  expect(ids({ priority: 'CRITICAL', status: 'ESCALATED', officer: 'a' })).toEqual(['CASE-001']);
  expect(ids({ officer: 'b', status: 'ESCALATED' })).toEqual([]);
});

//
it('shows at most two tags', () => {
  expect(shownTags(['a', 'b', 'c', 'd'])).toEqual({ shown: ['a', 'b'], more: 2 });
  expect(shownTags(['a'])).toEqual({ shown: ['a'], more: 0 });
});

it('has addresses that are written right, thresholds from 1,000 to 25,000, and hashes of 64 digits', () => {
  const ends = sampleTransactions.flatMap((each) => {
    const { from, to } = endsOf(each);
    return [from.address, to.address];
  });
  expect(new Set(ends).size).toBe(ends.length);
  for (const address of [...sampleAddresses.map((each) => each.address), ...ends]) {
    if (address.startsWith('0x')) expect(parseEthereumAddress(address).checksummed).toBe(address);
    else expect(() => parseAddress(address, networks.mainnet)).not.toThrow();
  }
  const thresholds = sampleAddresses.map(({ alertThreshold }) => alertThreshold);
  expect([Math.min(...thresholds), Math.max(...thresholds)]).toEqual([1000, 25000]);
  const hashes = sampleTransactions.map(({ id }) => id);
  expect(hashes.filter((hash) => !/^[\da-f]{64}$/.test(hash))).toEqual([]);
  expect(new Set(hashes).size).toBe(hashes.length);
});

it('answers per row: an approved transaction has passed its checks, a risky one has not', () => {
  const checks = Object.fromEntries(
    sampleTransactions.map((each) => [each.riskScore, checksOf(each)] as const),
  );
  expect(checks[8]?.map(({ status }) => status)).toEqual(['Passed', 'Passed', 'Passed', 'Passed']);
  expect(checks[94]?.[0]).toEqual({ check: 'Sanctions list screening', status: 'Failed', severity: 'HIGH' });
  expect(checks[63]?.[0]?.status).toBe('Pending');
  for (const each of sampleTransactions) {
    const related = relatedTo(each, sampleTransactions);
    expect(related).toHaveLength(3);
    expect(related.map(({ id }) => id)).not.toContain(each.id);
    expect(endsOf(each).from.mark).toBe(each.riskScore >= 50 ? 'Flagged' : 'Known');
  }
  const [first, , third] = sampleTransactions;
  expect(first && relatedTo(first, sampleTransactions)[0]?.id).toBe(third?.id);
});

it('documents of a case have a type, a day and an officer, and its timeline tells of them', () => {
  for (const entry of sampleCases) {
    const evidence = evidenceOf(entry);
    expect(evidence).toHaveLength(entry.evidence);
    const timeline = timelineOf(entry);
    expect(timeline).toHaveLength(3 + entry.evidence + entry.notes);
    for (const { name, day } of evidence) {
      expect(day >= entry.createdDate && day <= entry.lastActivity).toBe(true);
      expect(timeline).toContainEqual({ day, text: `${name} added` });
    }
    const days = timeline.map(({ day }) => day);
    expect(days).toEqual(days.toSorted().toReversed());
  }
});

it('reads the address bar, and leaves out what is none of its values', () => {
  const all = { tab: 'addresses', search: 'defi', status: 'ACTIVE', entry: 'ADDR-002', add: true } as const;
  expect(readSamplesSearch(all)).toEqual(all);
  expect(readSamplesSearch({ search: 412, add: 'true', part: 'risk' })).toEqual({
    search: '412',
    add: true,
    part: 'risk',
  });
  expect(readSamplesSearch({ tab: 'unassigned', search: '', status: 7, add: 'yes', page: 2 })).toEqual({});
});
