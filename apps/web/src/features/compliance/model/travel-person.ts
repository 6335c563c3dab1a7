import type { TravelLegalPerson, TravelNaturalPerson, TravelPerson } from '@hopscope/contract';

/** A person as the form has it; other parts of a person stay as they are. */
export interface PersonForm {
  kind: 'person' | 'company';
  given: string;
  /** Family name, or name of the company. */
  name: string;
  street: string;
  building: string;
  postCode: string;
  town: string;
  country: string;
  client: string;
  birthDate: string;
  birthPlace: string;
}

export const emptyPerson: PersonForm = {
  kind: 'person',
  given: '',
  name: '',
  street: '',
  building: '',
  postCode: '',
  town: '',
  country: '',
  client: '',
  birthDate: '',
  birthPlace: '',
};

/** Fills the form with a person. */
export function formOfPerson({ naturalPerson: natural, legalPerson: legal }: TravelPerson): PersonForm {
  const person = natural ?? legal;
  const [address] = person?.geographicAddress ?? [];
  const [own] = natural?.name.nameIdentifier ?? [];
  return {
    kind: natural ? 'person' : 'company',
    given: own?.secondaryIdentifier ?? '',
    name: own?.primaryIdentifier ?? legal?.name.nameIdentifier[0]?.legalPersonName ?? '',
    street: address?.streetName ?? '',
    building: address?.buildingNumber ?? '',
    postCode: address?.postCode ?? '',
    town: address?.townName ?? '',
    country: address?.country ?? '',
    client: person?.customerIdentification ?? '',
    birthDate: natural?.dateAndPlaceOfBirth?.dateOfBirth ?? '',
    birthPlace: natural?.dateAndPlaceOfBirth?.placeOfBirth ?? '',
  };
}

function addressOf(form: PersonForm): Pick<TravelNaturalPerson, 'geographicAddress'> {
  const { street, building, postCode, town, country } = form;
  if ([street, building, postCode, town, country].every((text) => text.trim() === '')) return {};
  return {
    geographicAddress: [
      {
        addressType: form.kind === 'person' ? 'HOME' : 'BIZZ',
        ...(street.trim() !== '' && { streetName: street }),
        ...(building.trim() !== '' && { buildingNumber: building }),
        ...(postCode.trim() !== '' && { postCode }),
        townName: town,
        country: country.toUpperCase(),
      },
    ],
  };
}

/** Makes a person of the form; parts of `before` that the form does not show stay. */
export function personOfForm(form: PersonForm, before: TravelPerson = {}): TravelPerson {
  const { given, name, client, birthDate, birthPlace } = form;
  const shared = { ...addressOf(form), ...(client.trim() !== '' && { customerIdentification: client }) };
  if (form.kind === 'company') {
    const legal: TravelLegalPerson = {
      ...before.legalPerson,
      ...shared,
      name: {
        ...before.legalPerson?.name,
        nameIdentifier: [{ legalPersonName: name, legalPersonNameIdentifierType: 'LEGL' }],
      },
    };
    return { legalPerson: legal };
  }
  const natural: TravelNaturalPerson = {
    ...before.naturalPerson,
    ...shared,
    name: {
      ...before.naturalPerson?.name,
      nameIdentifier: [
        {
          primaryIdentifier: name,
          ...(given.trim() !== '' && { secondaryIdentifier: given }),
          naturalPersonNameIdentifierType: 'LEGL',
        },
      ],
    },
    ...(birthDate !== '' && { dateAndPlaceOfBirth: { dateOfBirth: birthDate, placeOfBirth: birthPlace } }),
  };
  return { naturalPerson: natural };
}
