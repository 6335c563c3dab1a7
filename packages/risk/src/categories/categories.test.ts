import { expect, test } from 'vitest';
import { byGravity, categories, categoryIds, gravest } from './categories.ts';
import { categoriesOf, type CountryFacts, type EntityFacts, listingOf } from './entity-categories.ts';

const country = (some: Partial<CountryFacts>): CountryFacts => ({
  country: 'XX',
  fatf: null,
  eu: null,
  ofac: null,
  since: null,
  ...some,
});
const facts = (some: Partial<EntityFacts>): EntityFacts => ({
  type: null,
  tags: [],
  ofac: null,
  noKyc: null,
  countries: [],
  ...some,
});
const of = (some: Partial<EntityFacts>): string[] => categoriesOf(facts(some));

test('categories are listed by gravity', () => {
  const severities = categoryIds.map((id) => categories[id].severity);
  expect(severities).toEqual(severities.toSorted((a, b) => b - a));
  expect(byGravity('sanctioned', 'mixer')).toBeLessThan(0);
  expect(gravest(['exchange', 'stolen', 'mixer'])).toBe('stolen');
  expect(gravest([])).toBe('unnamed');
});

test('an entity has the categories of its type, its tags, its marks and its countries, gravest first', () => {
  expect(of({ type: 'exchange' })).toEqual(['exchange']);
  expect(of({ type: 'exchange', tags: ['demo', 'hacker'], ofac: true })).toEqual([
    'sanctioned',
    'stolen',
    'exchange',
  ]);
  expect(of({ type: 'Investment Scam' })).toEqual(['scam']);
  expect(of({ type: 'exchange', noKyc: true })).toEqual(['no_kyc_service', 'exchange']);
  // Who is no service of that kind is not asked for KYC.
  expect(of({ type: 'merchant', noKyc: true })).toEqual(['other_service']);
  expect(of({ type: 'mixer', noKyc: true })).toEqual(['mixer']);
  const iran = country({ country: 'IR', ofac: true });
  expect(of({ type: 'exchange', countries: [iran] })).toEqual(['high_risk_jurisdiction', 'exchange']);
  expect(of({ type: 'person', countries: [iran] })).toEqual(['personal']);
  expect(of({ type: 'csam-site' })).toEqual(['child_abuse']);
  expect(of({})).toEqual(['unnamed']);
  expect(of({ type: 'country', tags: ['whatever'] })).toEqual(['unnamed']);
});

test('the gravest list of a country', () => {
  expect(listingOf(country({}))).toBeNull();
  expect(listingOf(country({ fatf: 'Increased monitoring (grey list)' }))).toBe('fatf_grey');
  expect(
    listingOf(country({ fatf: 'Increased monitoring (grey list)', eu: 'High-risk third country' })),
  ).toBe('eu');
  expect(listingOf(country({ fatf: 'Call for action (black list)', eu: 'x' }))).toBe('fatf_black');
  expect(listingOf(country({ fatf: 'Call for action (black list)', ofac: true }))).toBe('ofac');
});
