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

type Address = NonNullable<TravelNaturalPerson['geographicAddress']>[number];

/** The address of the form, with the other addresses of the person and the parts of this one that the form does not show. */
function addressesOf(
  form: PersonForm,
  [before, ...others]: readonly Address[],
): Pick<TravelNaturalPerson, 'geographicAddress'> {
  const { street, building, postCode, town, country } = form;
  const isEmpty = [street, building, postCode, town, country].every((text) => text.trim() === '');
  const { streetName: _street, buildingNumber: _building, postCode: _code, ...rest } = before ?? {};
  const first: Address[] = isEmpty
    ? []
    : [
        {
          addressType: form.kind === 'person' ? 'HOME' : 'BIZZ',
          ...rest,
          ...(street.trim() !== '' && { streetName: street }),
          ...(building.trim() !== '' && { buildingNumber: building }),
          ...(postCode.trim() !== '' && { postCode }),
          townName: town,
          country: country.toUpperCase(),
        },
      ];
  const all = [...first, ...others];
  return all.length > 0 ? { geographicAddress: all } : {};
}

/** Makes a person of the form; parts of `before` that the form does not show stay. */
export function personOfForm(form: PersonForm, before: TravelPerson = {}): TravelPerson {
  const { given, name, client, birthDate, birthPlace } = form;
  const known = before.naturalPerson ?? before.legalPerson;
  const shared = {
    ...addressesOf(form, known?.geographicAddress ?? []),
    ...(client.trim() !== '' && { customerIdentification: client }),
  };
  if (form.kind === 'company') {
    const {
      geographicAddress: _addresses,
      customerIdentification: _client,
      ...rest
    } = before.legalPerson ?? {};
    const others = before.legalPerson?.name.nameIdentifier.slice(1) ?? [];
    const legal: TravelLegalPerson = {
      ...rest,
      ...shared,
      name: {
        ...before.legalPerson?.name,
        nameIdentifier: [{ legalPersonName: name, legalPersonNameIdentifierType: 'LEGL' }, ...others],
      },
    };
    return { legalPerson: legal };
  }
  const {
    geographicAddress: _addresses,
    customerIdentification: _client,
    dateAndPlaceOfBirth: _birth,
    ...rest
  } = before.naturalPerson ?? {};
  const others = before.naturalPerson?.name.nameIdentifier.slice(1) ?? [];
  const natural: TravelNaturalPerson = {
    ...rest,
    ...shared,
    name: {
      ...before.naturalPerson?.name,
      nameIdentifier: [
        {
          primaryIdentifier: name,
          ...(given.trim() !== '' && { secondaryIdentifier: given }),
          naturalPersonNameIdentifierType: 'LEGL',
        },
        ...others,
      ],
    },
    ...(birthDate !== '' && { dateAndPlaceOfBirth: { dateOfBirth: birthDate, placeOfBirth: birthPlace } }),
  };
  return { naturalPerson: natural };
}
