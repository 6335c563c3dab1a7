import type { TravelPerson } from '@hopscope/contract';
import { expect, it } from 'vitest';
import { formOfPerson, personOfForm } from './travel-person.ts';

const person: TravelPerson = {
  naturalPerson: {
    name: {
      nameIdentifier: [
        {
          primaryIdentifier: 'Post',
          secondaryIdentifier: 'Johanna',
          naturalPersonNameIdentifierType: 'LEGL',
        },
        { primaryIdentifier: 'Sendling', naturalPersonNameIdentifierType: 'MAID' },
      ],
      localNameIdentifier: [{ primaryIdentifier: 'Пост', naturalPersonNameIdentifierType: 'LEGL' }],
    },
    geographicAddress: [
      {
        addressType: 'GEOG',
        streetName: 'Quay',
        buildingNumber: '4',
        floor: '2',
        townName: 'Hamburg',
        country: 'DE',
      },
      { addressType: 'BIZZ', addressLine: ['Pier 7'], townName: 'Bremen', country: 'DE' },
    ],
    customerIdentification: 'C-1',
    nationalIdentification: { nationalIdentifier: 'X1', nationalIdentifierType: 'CCPT' },
    countryOfResidence: 'DE',
  },
};

it('a person who is not changed stays as it is, with what the form does not show', () => {
  expect(personOfForm(formOfPerson(person), person)).toEqual(person);
});

it('what is emptied is gone, and what is not shown stays', () => {
  const changed = personOfForm({ ...formOfPerson(person), client: '', building: '5' }, person);
  expect(changed.naturalPerson).not.toHaveProperty('customerIdentification');
  expect(changed.naturalPerson?.geographicAddress).toMatchObject([
    { buildingNumber: '5', floor: '2', addressType: 'GEOG' },
    { addressLine: ['Pier 7'] },
  ]);
  expect(changed.naturalPerson?.nationalIdentification?.nationalIdentifier).toBe('X1');
});
