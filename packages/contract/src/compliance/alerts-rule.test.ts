import { expect, test } from 'vitest';
import {
  type AlertCondition,
  type AlertParty,
  type AlertSubject,
  coinsOfUnits,
  compareRule,
  indirectRefusal,
  ruleRaises,
  unitsOfCoins,
} from './alerts-rule.ts';

const coin = 100_000_000n;
const mixer: AlertParty = {
  address: 'bc1qmixer',
  entityId: 'greywater',
  name: 'Greywater Mixer',
  categories: ['mixer', 'sanctioned'],
  amount: 2n * coin,
};
const shop: AlertParty = {
  address: 'bc1qshop',
  entityId: 'shop',
  name: 'Shop',
  categories: ['other_service'],
  amount: coin,
};
const nobody: AlertParty = {
  address: 'bc1qnobody',
  entityId: null,
  name: null,
  categories: [],
  amount: 4n * coin,
};
const subject: AlertSubject = {
  blockchain: 'bitcoin',
  txId: 'ab'.repeat(32),
  address: 'bc1qcustomer',
  addressEntity: 'Lighthouse Ltd',
  direction: 'in',
  amount: 7n * coin,
  parties: [mixer, shop, nobody],
  indirect: null,
  clusters: new Map(),
};
const rule: AlertCondition = {
  targetType: 'address',
  target: 'bc1qcustomer',
  blockchain: 'bitcoin',
  direction: 'in',
  amount: null,
  counterpartyRelation: null,
  counterpartyEntity: null,
  category: null,
};
const raises = (change: Partial<AlertCondition>, seen: Partial<AlertSubject> = {}): boolean =>
  ruleRaises({ ...rule, ...change }, { ...subject, ...seen });

test('amounts are exact in both ways, and what is no amount of the chain is none', () => {
  expect(unitsOfCoins('0.00000001', 'bitcoin')).toBe(1n);
  expect(unitsOfCoins('100', 'ethereum')).toBe(100n * 10n ** 18n);
  for (const text of ['', '-1', '1,5', '0.000000001', '1e3', '.5']) {
    expect([text, unitsOfCoins(text, 'bitcoin')]).toEqual([text, undefined]);
  }
  expect([coinsOfUnits(1n, 'bitcoin'), coinsOfUnits(1_250_000_000n, 'bitcoin')]).toEqual([
    '0.00000001',
    '12.5',
  ]);
  expect([coinsOfUnits(0n, 'bitcoin'), coinsOfUnits(10n ** 18n, 'ethereum')]).toEqual(['0', '1']);
});

test('an address: its chain, direction and the amount or more', () => {
  expect(raises({})).toBe(true);
  expect(raises({ blockchain: 'ethereum' })).toBe(false);
  expect(raises({ target: 'bc1qother' })).toBe(false);
  expect([raises({ direction: 'out' }), raises({ direction: 'both' })]).toEqual([false, true]);
  expect([raises({ amount: '7' }), raises({ amount: '7.00000001' })]).toEqual([true, false]);
});

test('an amount that is not known raises nothing, unless any amount or what is known is enough', () => {
  for (const amount of ['0', '1']) expect(raises({ amount }, { amount: null })).toBe(false);
  expect(raises({}, { amount: null })).toBe(true);
  const unknown = { ...mixer, amount: null };
  const both = { amount: '2', counterpartyEntity: 'Greywater Mixer' };
  expect(raises(both, { parties: [unknown] })).toBe(false);
  expect(raises(both, { parties: [unknown, mixer] })).toBe(true);
  expect(raises({ ...both, amount: null }, { parties: [unknown] })).toBe(true);
});

test('a counterparty by name or id: what came from it counts, not the whole transaction', () => {
  const of = (counterpartyEntity: string, amount: string | null = null) =>
    raises({ counterpartyEntity, amount });
  expect([of(' greywater MIXER '), of('greywater'), of('Nobody')]).toEqual([true, true, false]);
  expect([of('Greywater Mixer', '2'), of('Greywater Mixer', '2.1')]).toEqual([true, false]);
});

test('a category: one counterparty has it, and where both are given it is the named one', () => {
  expect([raises({ category: 'sanctioned' }), raises({ category: 'scam' })]).toEqual([true, false]);
  expect(raises({ category: 'mixer', amount: '3' })).toBe(false);
  expect(raises({ category: 'mixer', counterpartyEntity: 'Shop' })).toBe(false);
});

test('an entity: it sends what the monitored address receives; the other side is the organization’s own name', () => {
  const entity = { targetType: 'entity', target: 'Greywater Mixer' } as const;
  expect([raises({ ...entity, direction: 'out' }), raises({ ...entity, direction: 'in' })]).toEqual([
    true,
    false,
  ]);
  const both = { ...entity, direction: 'both' } as const;
  expect([raises({ ...both, amount: '2' }), raises({ ...both, amount: '3' })]).toEqual([true, false]);
  expect(raises({ ...both, counterpartyEntity: 'lighthouse ltd' })).toBe(true);
  expect(raises({ ...both, counterpartyEntity: 'Shop' })).toBe(false);
  expect(raises({ ...both, counterpartyEntity: 'Shop' }, { addressEntity: null })).toBe(false);
  expect(raises(both, { parties: [nobody] })).toBe(false);
});

test('a transaction: by its hash however it is written', () => {
  const transaction = { targetType: 'transaction', target: `0x${'AB'.repeat(32)}` } as const;
  expect([raises(transaction), raises({ ...transaction, direction: 'out' })]).toEqual([true, false]);
  expect(raises(transaction, { txId: 'cd'.repeat(32) })).toBe(false);
});

test('a relation: direct needs somebody on the other side', () => {
  expect(raises({ counterpartyRelation: 'direct' })).toBe(true);
  expect(raises({ counterpartyRelation: 'direct' }, { parties: [] })).toBe(false);
});

const far = { entityId: 'far', name: 'Far Group', categories: ['sanctioned', 'scam'] };
const coinJoin = { entityId: null, name: null, categories: ['coinjoin'] };
const indirect = { origins: [far, coinJoin], isComplete: true };
const compare = (change: Partial<AlertCondition>, seen: Partial<AlertSubject> = { indirect }) =>
  compareRule({ ...rule, ...change }, { ...subject, ...seen });

test('an indirect relation: who is meant stands behind the payment, and the whole payment counts', () => {
  const relation = { counterpartyRelation: 'indirect' } as const;
  expect(compare(relation)).toBe('raises');
  expect(compare(relation, { indirect: { origins: [], isComplete: true } })).toBe('silent');
  const named = { ...relation, counterpartyEntity: 'far GROUP' };
  expect([compare(named), compare({ ...named, counterpartyEntity: 'far' })]).toEqual(['raises', 'raises']);
  // On the other side alone.
  expect(compare({ ...named, counterpartyEntity: 'Greywater Mixer' })).toBe('silent');
  expect(compare({ ...relation, category: 'coinjoin' })).toBe('raises');
  expect(compare({ ...named, category: 'scam' })).toBe('raises');
  expect([compare({ ...named, category: 'mixer' }), compare({ ...relation, category: 'mixer' })]).toEqual([
    'silent',
    'silent',
  ]);
  expect([compare({ ...named, amount: '7' }), compare({ ...named, amount: '7.00000001' })]).toEqual([
    'raises',
    'silent',
  ]);
  // A token, or an amount that is not known.
  expect(compare({ ...named, amount: '0' }, { indirect, amount: null })).toBe('silent');
  expect(compare(named, { indirect, amount: null })).toBe('raises');
  const entity = { ...relation, targetType: 'entity', target: 'Far Group', direction: 'out' } as const;
  expect([compare(entity), compare({ ...entity, direction: 'in' })]).toEqual(['raises', 'silent']);
  expect([
    compare({ ...entity, counterpartyEntity: 'lighthouse ltd' }),
    compare({ ...entity, counterpartyEntity: 'Somebody' }),
    compare({ ...entity, category: 'mixer' }),
  ]).toEqual(['raises', 'silent', 'silent']);
  const hash = { ...relation, targetType: 'transaction', target: 'ab'.repeat(32) } as const;
  expect(compare({ ...hash, counterpartyEntity: 'Far Group' })).toBe('raises');
});

test('who stands behind a payment may not be known, which is not the same as nobody', () => {
  const named = { counterpartyRelation: 'indirect', counterpartyEntity: 'Elsewhere' } as const;
  expect([compare(named), compare(named, { indirect: null })]).toEqual(['silent', 'unknown']);
  const some = { indirect: { ...indirect, isComplete: false } };
  expect([compare(named, some), compare({ ...named, counterpartyEntity: 'Far Group' }, some)]).toEqual([
    'unknown',
    'raises',
  ]);
  expect(ruleRaises({ ...rule, ...named }, { ...subject, ...some })).toBe(false);
  // What another condition excludes is decided.
  for (const other of [{ target: 'bc1qother' }, { amount: '8' }, { direction: 'out' }] as const) {
    expect(compare({ ...named, ...other }, { indirect: null })).toBe('silent');
  }
  const out = { direction: 'out', indirect } as const;
  expect(compare({ ...named, direction: 'out', counterpartyEntity: 'Far Group' }, out)).toBe('silent');
});

test('without a relation either one is enough, each with its own amount', () => {
  expect(compare({ counterpartyEntity: 'Far Group', amount: '7' })).toBe('raises');
  expect(compare({ counterpartyEntity: 'Greywater Mixer', amount: '3' })).toBe('silent');
  expect(compare({ counterpartyEntity: 'Greywater Mixer', amount: '2' }, { indirect: null })).toBe('raises');
  expect(compare({ counterpartyEntity: 'Elsewhere' }, { indirect: null })).toBe('unknown');
  expect(compare({ counterpartyEntity: 'Far Group', counterpartyRelation: 'direct' })).toBe('silent');
  // Nobody in particular is meant: nothing depends on who stands behind it.
  expect(compare({ amount: '8' }, { indirect: null })).toBe('silent');
  // A cluster on the other side is not looked for further back.
  expect(compare({ target: 'bc1qfar', withCluster: true, direction: 'out' })).toBe('silent');
});

test('an indirect relation is known of payments that come in, and not of clusters', () => {
  const refusal = (change: Partial<AlertCondition>) =>
    indirectRefusal({ ...rule, counterpartyRelation: 'indirect', ...change });
  expect([refusal({}), refusal({ direction: 'out' }), refusal({ direction: 'both' })]).toEqual([
    undefined,
    'direction',
    'direction',
  ]);
  expect([
    refusal({ targetType: 'entity', direction: 'out' }),
    refusal({ targetType: 'entity' }),
    refusal({ withCluster: true }),
    refusal({ counterpartyRelation: null, withCluster: true, direction: 'out' }),
  ]).toEqual([undefined, 'direction', 'cluster', undefined]);
});

test('an address and its cluster: any monitored address of it, or those of it on the other side with what they sent', () => {
  const clusters = new Map([
    ['bc1qtarget', 'one'],
    ['bc1qmixer', 'one'],
    ['bc1qnobody', 'one'],
    ['bc1qshop', 'two'],
  ]);
  const asked = { target: 'bc1qtarget', withCluster: true, direction: 'out' } as const;
  expect(raises({ ...asked, amount: '6' }, { clusters })).toBe(true);
  expect(raises({ ...asked, amount: '6.00000001' }, { clusters })).toBe(false);
  expect(raises({ ...asked, direction: 'in' }, { clusters })).toBe(false);
  expect(raises({ ...asked, withCluster: false }, { clusters })).toBe(false);
  expect(raises(asked)).toBe(false);
  expect(raises({ ...asked, category: 'mixer', amount: '2' }, { clusters })).toBe(true);
  expect(raises({ ...asked, category: 'mixer', amount: '3' }, { clusters })).toBe(false);
  expect(raises({ ...asked, counterpartyEntity: 'lighthouse ltd' }, { clusters })).toBe(true);
  expect(raises({ ...asked, counterpartyEntity: 'Shop' }, { clusters })).toBe(false);
  // The monitored address is of the cluster itself: the whole transaction counts.
  const own = { clusters: new Map([...clusters, ['bc1qcustomer', 'one']]) };
  expect(raises({ ...asked, direction: 'in', amount: '7' }, own)).toBe(true);
  // An address without a cluster is still itself.
  expect(raises({ ...asked, target: 'bc1qshop', amount: '1' })).toBe(true);
});
