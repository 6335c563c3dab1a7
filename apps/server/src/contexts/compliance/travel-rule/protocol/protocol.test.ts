import fc from 'fast-check';
import { isLei, type TravelPayload, travelPayload } from '@hopscope/contract';
import { expect, test } from 'vitest';
import { readIvms101, writeIvms101 } from './ivms101-versions.ts';
import { decodeTravelAddress, encodeTravelAddress } from './travel-addresses.ts';
import {
  decimalOf,
  readConfirmation,
  readInquiry,
  readResolution,
  unitsOf,
  writeInquiry,
  writeResolution,
} from './trp-messages.ts';

const bytes = (value: unknown): Uint8Array =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));

/** A payload as another implementation of the protocol sends it, with every part of the version of 2020. */
const sent2020 = {
  originator: {
    originatorPersons: [
      {
        naturalPerson: {
          name: {
            nameIdentifier: [
              { primaryIdentifier: 'Post', secondaryIdentifier: 'Jonas', nameIdentifierType: 'LEGL' },
            ],
            localNameIdentifier: [{ primaryIdentifier: 'Пост', nameIdentifierType: 'LEGL' }],
          },
          geographicAddress: [
            {
              addressType: 'GEOG',
              streetName: 'Long Street',
              buildingNumber: '123',
              postCode: '91361',
              townName: 'Oakville',
              country: 'US',
            },
          ],
          customerIdentification: '1002390',
        },
      },
    ],
    accountNumber: ['bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'],
  },
  beneficiary: {
    beneficiaryPersons: [
      {
        legalPerson: {
          name: {
            nameIdentifier: [{ legalPersonName: 'Harbor Ltd', legalPersonNameIdentifierType: 'LEGL' }],
          },
          customerNumber: 'H-7',
        },
      },
    ],
  },
  originatingVASP: {
    originatingVASP: {
      legalPerson: {
        name: { nameIdentifier: [{ legalPersonName: 'VASP A', legalPersonNameIdentifierType: 'LEGL' }] },
        nationalIdentification: {
          nationalIdentifier: '506700T7Z685VUOZL877',
          nationalIdentifierType: 'LEIX',
        },
      },
    },
  },
  transferPath: {
    transferPath: [
      {
        intermediaryVASP: {
          legalPerson: {
            name: { nameIdentifier: [{ legalPersonName: 'VASP B', legalPersonNameIdentifierType: 'LEGL' }] },
          },
        },
        sequence: 0,
      },
    ],
  },
  payloadMetadata: { transliterationMethod: ['cyrl'] },
};

function read(raw: unknown): TravelPayload {
  const result = readIvms101(raw);
  if ('problems' in result) throw new Error(JSON.stringify(result.problems));
  return result.payload;
}

test('IVMS 101: both versions are read to the same payload, and written as they were', () => {
  const first = readIvms101(sent2020);
  expect(first).toMatchObject({ version: '2020' });
  const payload = read(sent2020);
  expect(writeIvms101(payload, '2020')).toEqual(sent2020);
  const sent2023 = writeIvms101(payload, '2023');
  expect(JSON.stringify(sent2023)).not.toMatch(/Persons"|"nameIdentifierType|customerNumber/);
  expect(sent2023['payloadMetadata']).toEqual({
    transliterationMethod: ['cyrl'],
    payloadVersion: '101.2023',
  });
  expect(readIvms101(sent2023)).toEqual({ payload, version: '2023' });
  // Variants that are in use: lists of names, institutions without their inner object, another spelling.
  const { naturalPerson } = sent2020.originator.originatorPersons[0] ?? { naturalPerson: undefined };
  const loose = {
    ...sent2020,
    originator: {
      ...sent2020.originator,
      originatorPersons: [
        {
          naturalPerson: {
            ...naturalPerson,
            geographicAddress: naturalPerson?.geographicAddress.map(({ postCode: postcode, ...rest }) => ({
              ...rest,
              postcode,
            })),
          },
        },
      ],
    },
    originatingVASP: sent2020.originatingVASP.originatingVASP,
    transferPath: sent2020.transferPath.transferPath,
  };
  expect(read(loose)).toEqual(payload);
});

test('IVMS 101: constraints name the field that breaks them', () => {
  const broken = (change: (payload: TravelPayload) => void): string[] => {
    const copy = structuredClone(read(sent2020));
    change(copy);
    const result = readIvms101(writeIvms101(copy, '2023'));
    return 'problems' in result ? result.problems.map(({ field, message }) => `${field}: ${message}`) : [];
  };
  const person = 'IVMS101.originator.originatorPerson.0';
  const natural = (payload: TravelPayload) => payload.originator.originatorPerson[0]?.naturalPerson;
  const vasp = (payload: TravelPayload) => payload.originatingVASP?.legalPerson?.nationalIdentification;
  expect([
    ...broken((p) =>
      Object.assign(natural(p)?.name.nameIdentifier[0] ?? {}, { naturalPersonNameIdentifierType: 'ALIA' }),
    ),
    ...broken((p) => Object.assign(natural(p)?.geographicAddress?.[0] ?? {}, { country: 'usa' })),
    ...broken((p) => delete natural(p)?.geographicAddress?.[0]?.buildingNumber),
    ...broken((p) =>
      Object.assign(natural(p) ?? {}, {
        dateAndPlaceOfBirth: { dateOfBirth: '2999-01-01', placeOfBirth: 'X' },
      }),
    ),
    ...broken((p) => Object.assign(vasp(p) ?? {}, { nationalIdentifier: '506700T7Z685VUOZL878' })),
    ...broken((p) => Object.assign(vasp(p) ?? {}, { registrationAuthority: 'RA000001' })),
    ...broken((p) => Object.assign(p.transferPath?.[0] ?? {}, { sequence: 1 })),
    ...broken((p) => Object.assign(p.originator.originatorPerson[0] ?? {}, { naturalPerson: undefined })),
  ]).toEqual([
    `${person}.naturalPerson.name.nameIdentifier: Enter the legal name`,
    `${person}.naturalPerson.geographicAddress.0.country: Enter the two capital letters of a country, such as DE`,
    `${person}.naturalPerson.geographicAddress.0.streetName: Enter the street with a building number or name, or an address line`,
    `${person}.naturalPerson.dateAndPlaceOfBirth.dateOfBirth: Enter a date in the past`,
    'IVMS101.originatingVASP.legalPerson.nationalIdentification.nationalIdentifier: This is not a valid LEI',
    'IVMS101.originatingVASP.legalPerson.nationalIdentification.registrationAuthority: An LEI has no registration authority',
    'IVMS101.transferPath: Number intermediaries from 0',
    `${person}: Enter either a natural person or a company`,
  ]);
  expect(readIvms101(undefined)).toHaveProperty('problems');
  expect(readIvms101({ originator: [], beneficiary: 7 })).toHaveProperty('problems');
  expect(isLei('5493001KJTIIGC8Y1R12')).toBe(true);
  expect(travelPayload.safeParse(read(sent2020)).success).toBe(true);
});

test('travel addresses: published examples, LNURL, and what is none', () => {
  const example = 'ta2W2HPKfHxgSgrzY178knqXHg1H3jfeQrwQ9JrKBs9wv';
  expect(encodeTravelAddress('https://beneficiary.com/x/12345')).toBe(example);
  expect(encodeTravelAddress('https://beneficiary.com/x/12345?t=i')).toBe(example);
  expect(decodeTravelAddress(example)?.href).toBe('https://beneficiary.com/x/12345?t=i');
  expect(decodeTravelAddress('takLQA9MSCjHr3kkHh4fnC5rWNbrySUJhTwQHZsML2anv95kkqe')?.href).toBe(
    'https://beneficiary.com:8000/x/12345?t=i',
  );
  for (const none of [
    '',
    'ta',
    `${example}1`,
    'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
    'https://beneficiary.com/x/12345',
    'http://beneficiary.com/x?t=i',
    'https://user:secret@beneficiary.com/x?t=i',
    'LNURL1DP68GURN8GHJ7UM9WFMXJCM99E3K7MF0V9CXJ0M385EKVCENXC6R2C35XVUKXVS89HM',
  ]) {
    expect(decodeTravelAddress(none), none).toBeUndefined();
  }
});

test('amounts are exact, however they are written', () => {
  expect(unitsOf('0.000021', 8)).toBe(2_100n);
  expect(unitsOf('2.1e-5', 8)).toBe(2_100n);
  expect(unitsOf('1E2', 8)).toBe(10_000_000_000n);
  expect(unitsOf('0.100000000000000000', 8)).toBe(10_000_000n);
  for (const wrong of ['0.000000001', '-1', '1,5', '0x10', 'NaN', '1e999', ''])
    expect(unitsOf(wrong, 8), wrong).toBeUndefined();
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 255n }),
      fc.integer({ min: 0, max: 30 }),
      (units, decimals) => {
        const text = decimalOf(units, decimals);
        expect(unitsOf(text, decimals)).toBe(units);
        const inquiry = writeInquiry({
          asset: { slip0044: 60 },
          amount: text,
          callback: 'https://a.example/c',
          ivms101: {},
        });
        expect(readInquiry(bytes(inquiry))).toMatchObject({ amount: text });
      },
    ),
  );
});

test('messages of the protocol, and those that break it', () => {
  expect(
    readInquiry(
      bytes('{"asset":{"slip0044":0},"amount":0.000021,"callback":"https://a.example/c","IVMS101":{}}'),
    ),
  ).toEqual({
    asset: { slip0044: 0, dti: undefined },
    amount: '0.000021',
    callback: 'https://a.example/c',
    ivms101: {},
  });
  const approved = { approved: { address: 'some address', callback: 'https://b.example/d' } };
  expect(readResolution(bytes(approved))).toEqual(approved);
  expect(readResolution(bytes({ rejected: 'no' }))).toEqual({ rejected: 'no', more: false });
  expect(readResolution(bytes(writeResolution({ rejected: 'more', more: true })))).toEqual({
    rejected: 'more',
    more: true,
  });
  expect(readResolution(bytes({ version: '3.2.1', vendor: 'x' }))).toEqual({ version: '3.2.1' });
  expect(readConfirmation(bytes({ txid: 'ab' }))).toEqual({ txid: 'ab' });
  expect(readConfirmation(bytes({ canceled: 'no' }))).toEqual({ canceled: 'no' });
  const reasons = [
    () => readInquiry(bytes('{')),
    () => readInquiry(Uint8Array.of(0xff, 0xfe)),
    () => readInquiry(bytes('[]')),
    () => readInquiry(bytes({ amount: 1 })),
    () => readInquiry(bytes({ asset: { slip0044: 0 }, amount: null })),
    () => readInquiry(bytes({ asset: { slip0044: 0 }, amount: 1, callback: 'http://a.example' })),
    () => readResolution(bytes({ approved: { callback: 'https://b.example' } })),
    () => readResolution(bytes({})),
    () => readConfirmation(bytes({ txid: 7 })),
  ].map((attempt) => {
    try {
      attempt();
      return 'nothing';
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
  });
  expect(reasons).toEqual([
    'The body is not JSON in UTF-8',
    'The body is not JSON in UTF-8',
    'The body is not a JSON object',
    'asset must have a number slip0044 or a text dti',
    'amount must be a number',
    'callback must be an HTTPS URL',
    'approved.address must be a text',
    'Expected approved, rejected, or version',
    'Expected txid or canceled',
  ]);
});
