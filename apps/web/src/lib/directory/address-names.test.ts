import type { Attribution } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { createRequest } from '../api/request.ts';
import { createAddressNames } from './address-names.ts';

function attributionOf(address: string): Attribution {
  const unknown = null;
  return {
    blockchain: 'bitcoin',
    address,
    addr: address,
    entity: 'Ada',
    entity_id: 'ada',
    entityId: 'ada',
    entity_type: 'exchange',
    entityType: 'exchange',
    label: unknown,
    name: unknown,
    bo: unknown,
    custodian: unknown,
    kind: 'direct',
    category: unknown,
    confidence: 90,
    source: 'list',
    sourceName: 'List',
    license: unknown,
    ref: unknown,
    retrieved: unknown,
    validFrom: unknown,
    validTo: unknown,
    script_type: unknown,
    cospend_id: unknown,
    conflicts: [],
    hidden: false,
  };
}

/** Creates a server that knows addresses with the prefix `known`. */
function createServer() {
  const asked: { addresses: string[]; organization: string | null }[] = [];
  const answer: typeof fetch = async (_, init) => {
    const { addresses }: { addresses: string[] } = JSON.parse(
      typeof init?.body === 'string' ? init.body : '',
    );
    asked.push({ addresses, organization: new Headers(init?.headers).get('x-organization-id') });
    if (addresses.includes('broken')) throw new TypeError('no connection');
    const data = Object.fromEntries(
      addresses.filter((each) => each.startsWith('known')).map((each) => [each, attributionOf(each)]),
    );
    const frozen = addresses.filter((each) => each.includes('frozen'));
    return Response.json({
      success: true,
      data,
      referenceData: {},
      frozen,
      depositsTo: Object.fromEntries(
        addresses.flatMap((each) => (each.includes('deposit') ? [[each, 'wallet']] : [])),
      ),
      invalid: [],
      version: 1,
      asOf: null,
    });
  };
  return { asked, names: createAddressNames(createRequest({ fetch: answer, timeoutMs: 5_000 })) };
}

test('all that is asked for at once is one call, each address once', async () => {
  const { asked, names } = createServer();
  const found = await Promise.all(
    ['known-1', 'nobody', 'known-2', 'known-1', '__proto__', 'constructor'].map((each) =>
      names.find(each, undefined),
    ),
  );
  expect(found.map((each) => each?.attribution.address ?? null)).toEqual([
    'known-1',
    null,
    'known-2',
    'known-1',
    null,
    null,
  ]);
  expect(asked.map(({ addresses }) => addresses)).toEqual([
    ['known-1', 'nobody', 'known-2', '__proto__', 'constructor'],
  ]);
});

test('what contracts state is part of the same call, also for addresses without an owner', async () => {
  const { asked, names } = createServer();
  const found = await Promise.all([
    names.find('known-frozen', undefined),
    names.stated('known-frozen', undefined),
    names.stated('frozen', undefined),
    names.stated('deposit', undefined),
    names.stated('constructor', undefined),
  ]);
  expect(found.slice(1)).toEqual([
    { frozen: true, depositsTo: null },
    { frozen: true, depositsTo: null },
    { frozen: false, depositsTo: 'wallet' },
    { frozen: false, depositsTo: null },
  ]);
  expect(found[0]?.attribution.address).toBe('known-frozen');
  expect(asked.map(({ addresses }) => addresses)).toEqual([
    ['known-frozen', 'frozen', 'deposit', 'constructor'],
  ]);
});

test('more than a call takes are several; every organization asks for itself', async () => {
  const { asked, names } = createServer();
  await Promise.all([
    ...Array.from({ length: 1001 }, (_, i) => names.find(`a${i}`, 'one')),
    names.find('a1', 'two'),
  ]);
  expect(asked.map(({ addresses, organization }) => [addresses.length, organization])).toEqual([
    [1000, 'one'],
    [1, 'one'],
    [1, 'two'],
  ]);
});

test('a call that fails fails for those who wait for it, and for nobody after', async () => {
  const { names } = createServer();
  await expect(names.find('broken', undefined)).rejects.toMatchObject({ code: 'network' });
  await expect(names.find('known', undefined)).resolves.toMatchObject({ attribution: { entity: 'Ada' } });
});
