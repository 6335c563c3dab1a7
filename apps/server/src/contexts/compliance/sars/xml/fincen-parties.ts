import { digitsOf, type SarAddress, type SarSubject } from '@hopscope/contract';
import { oneLine } from './blocks.ts';
import { type Element, leaf, numbered, type Parts } from './element.ts';

const subjectCode = '33';
const accountPlaceCode = '41';
const withStates: readonly string[] = ['', 'US', 'CA', 'MX'];

/** `YYYYMMDD` from `YYYY-MM-DD`. */
export const compactDay = (day: string): string => day.replaceAll('-', '');

/** Normalizes a taxpayer number: digits only, except foreign ones. */
export const tinText = ({ tin, tinType }: { tin: string; tinType: string }): string =>
  tinType === '9' ? oneLine(tin) : digitsOf(tin);

export function identification({ number, type }: { number: string; type: string }): Element {
  return numbered('PartyIdentification', [
    leaf('PartyIdentificationNumberText', number),
    leaf('PartyIdentificationTypeCode', type),
  ]);
}

/** `saysUnknown`: reports empty fields as unknown (subjects only). */
export function addressOf(
  { street, city, state, zip, country }: SarAddress,
  saysUnknown: boolean,
): Element | undefined {
  if (!saysUnknown && `${street}${city}${state}${zip}${country}` === '') return undefined;
  const unknown = (text: string): string => (saysUnknown && text === '' ? 'Y' : '');
  return numbered('Address', [
    leaf('CityUnknownIndicator', unknown(city)),
    leaf('CountryCodeUnknownIndicator', unknown(country)),
    leaf('RawCityText', oneLine(city)),
    leaf('RawCountryCodeText', country),
    leaf('RawStateCodeText', state),
    leaf('RawStreetAddress1Text', oneLine(street)),
    leaf('RawZIPCode', country === 'US' ? digitsOf(zip) : zip.replaceAll(/[^0-9A-Za-z]/g, '').slice(0, 9)),
    leaf('StateCodeUnknownIndicator', withStates.includes(country) ? unknown(state) : ''),
    leaf('StreetAddressUnknownIndicator', unknown(street)),
    leaf('ZIPCodeUnknownIndicator', unknown(zip)),
  ]);
}

function namesOf(subject: SarSubject): Parts {
  const { kind, name, firstName, middleName, suffix } = subject;
  const isPerson = kind === 'person';
  const nicknames = isPerson ? [...subject.aliases, ...subject.usernames] : subject.aliases;
  return [
    numbered('PartyName', [
      leaf('EntityLastNameUnknownIndicator', name === '' ? 'Y' : ''),
      leaf('FirstNameUnknownIndicator', isPerson && firstName === '' ? 'Y' : ''),
      leaf('PartyNameTypeCode', 'L'),
      leaf('RawEntityIndividualLastName', oneLine(name)),
      isPerson ? leaf('RawIndividualFirstName', oneLine(firstName)) : undefined,
      isPerson ? leaf('RawIndividualMiddleName', oneLine(middleName)) : undefined,
      isPerson ? leaf('RawIndividualNameSuffixText', oneLine(suffix)) : undefined,
    ]),
    ...nicknames
      .filter((each) => each !== '')
      .map((each) =>
        numbered('PartyName', [leaf('PartyNameTypeCode', 'AKA'), leaf('RawPartyFullName', oneLine(each))]),
      ),
  ];
}

function papersOf(subject: SarSubject): Parts {
  const { tin, identifications } = subject;
  const papers = identifications.map(({ type, otherType, number, country, state }) =>
    numbered('PartyIdentification', [
      leaf('OtherIssuerCountryText', country),
      leaf('OtherIssuerStateText', state),
      leaf('OtherPartyIdentificationTypeText', type === '999' ? oneLine(otherType) : ''),
      leaf('PartyIdentificationNumberText', oneLine(number)),
      leaf('PartyIdentificationTypeCode', type),
    ]),
  );
  const none = numbered('PartyIdentification', [leaf('IdentificationPresentUnknownIndicator', 'Y')]);
  return [
    ...(papers.length === 0 && subject.kind === 'person' ? [none] : papers),
    tin === ''
      ? numbered('PartyIdentification', [leaf('TINUnknownIndicator', 'Y')])
      : identification({ number: tinText(subject), type: subject.tinType }),
  ];
}

/** Accounts at the institution that the activity affected. */
function accountsOf({ accounts }: SarSubject, institutionTin: string): Element | undefined {
  const numbers = accounts.filter((each) => each !== '');
  if (numbers.length === 0) return undefined;
  return numbered('PartyAccountAssociation', [
    leaf('PartyAccountAssociationTypeCode', '7'),
    numbered('Party', [
      leaf('ActivityPartyTypeCode', accountPlaceCode),
      identification({ number: institutionTin, type: '4' }),
      ...numbers.map((number) =>
        numbered('Account', [
          leaf('AccountNumberText', oneLine(number)),
          numbered('PartyAccountAssociation', [leaf('PartyAccountAssociationTypeCode', '5')]),
        ]),
      ),
    ]),
  ]);
}

function relationOf(subject: SarSubject, institutionTin: string): Element | undefined {
  const { relationship, stillCustomer } = subject;
  if (relationship === '') return undefined;
  const continues = leaf('RelationshipContinuesIndicator', stillCustomer ? 'Y' : '');
  return numbered('PartyAssociation', [
    leaf(relationship, 'Y'),
    continues,
    leaf('SubjectRelationshipFinancialInstitutionTINText', institutionTin),
  ]);
}

/** Builds the party of a subject; an unknown subject reports everything as unknown. */
export function subjectParty(subject: SarSubject, institutionTin: string): Element {
  const { kind, gender, role, birthDate, phones, emails, websites } = subject;
  const flag = (is: boolean): string => (is ? 'Y' : '');
  if (kind === 'unknown') {
    return numbered('Party', [
      leaf('ActivityPartyTypeCode', subjectCode),
      leaf('AllCriticalSubjectInformationUnavailableIndicator', 'Y'),
    ]);
  }
  const isPerson = kind === 'person';
  const accounts = accountsOf(subject, institutionTin);
  const electronic = (texts: readonly string[], code: 'E' | 'U') =>
    texts
      .filter((each) => each !== '')
      .map((each) =>
        numbered('ElectronicAddress', [
          leaf('ElectronicAddressText', oneLine(each)),
          leaf('ElectronicAddressTypeCode', code),
        ]),
      );
  return numbered('Party', [
    leaf('ActivityPartyTypeCode', subjectCode),
    leaf('BirthDateUnknownIndicator', flag(isPerson && birthDate === '')),
    leaf('BothPurchaserSenderPayeeReceiveIndicator', flag(role === 'both')),
    leaf('FemaleGenderIndicator', flag(isPerson && gender === 'female')),
    leaf('IndividualBirthDateText', isPerson ? compactDay(birthDate) : ''),
    leaf('MaleGenderIndicator', flag(isPerson && gender === 'male')),
    leaf('NoKnownAccountInvolvedIndicator', flag(accounts === undefined)),
    leaf('PartyAsEntityOrganizationIndicator', flag(!isPerson)),
    leaf('PayeeReceiverIndicator', flag(role === 'receiver')),
    leaf('PurchaserSenderIndicator', flag(role === 'sender')),
    leaf('UnknownGenderIndicator', flag(isPerson && gender === 'unknown')),
    ...namesOf(subject),
    addressOf(subject.address, true),
    ...phones
      .filter((each) => each !== '')
      .map((each) => numbered('PhoneNumber', [leaf('PhoneNumberText', digitsOf(each))])),
    ...papersOf(subject),
    subject.occupation === ''
      ? undefined
      : numbered('PartyOccupationBusiness', [leaf('OccupationBusinessText', oneLine(subject.occupation))]),
    ...electronic(emails, 'E'),
    ...electronic(websites, 'U'),
    relationOf(subject, institutionTin),
    accounts,
  ]);
}
