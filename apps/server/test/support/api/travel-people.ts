import type { NewTravelInstitution, TravelPerson } from '@hopscope/contract';

export const institutionOf = (
  name: string,
  more: Partial<NewTravelInstitution> = {},
): NewTravelInstitution => ({
  name,
  lei: null,
  country: 'DE',
  address: { streetName: 'Long Street', buildingNumber: '7', postCode: '10115', townName: 'Berlin' },
  thresholds: [{ country: 'DE', cents: '0' }],
  proofCents: '100000',
  retentionDays: 1_826,
  ivmsVersion: '2023',
  tokens: [],
  ...more,
});

export const natural = (
  given: string,
  family: string,
  more: NonNullable<TravelPerson['naturalPerson']> | object = {},
): TravelPerson => ({
  naturalPerson: {
    name: {
      nameIdentifier: [
        { primaryIdentifier: family, secondaryIdentifier: given, naturalPersonNameIdentifierType: 'LEGL' },
      ],
    },
    ...more,
  },
});
