import { z } from 'zod';
import { country, line as text } from './fields.ts';

/**
 * People and companies of a transfer, as IVMS 101.2023 (interVASP Messaging Standard) describes them, with its constraints
 * C1 to C12. Payloads of the version of 2020 are converted when they arrive and when they are sent.
 */

export const naturalNameTypes = ['LEGL', 'ALIA', 'BIRT', 'MAID', 'MISC'] as const;
export const legalNameTypes = ['LEGL', 'SHRT', 'TRAD'] as const;
export const personAddressTypes = ['HOME', 'BIZZ', 'GEOG'] as const;
export const naturalIdentifierTypes = [
  'ARNU',
  'CCPT',
  'DRLC',
  'FIIN',
  'IDCD',
  'MISC',
  'SOCS',
  'TXID',
] as const;
/** C7 */
export const legalIdentifierTypes = ['LEIX', 'MISC', 'RAID', 'TXID'] as const;

/** C11: a Legal Entity Identifier with its check digits (ISO 17442, ISO 7064 MOD 97-10). */
export function isLei(given: string): boolean {
  if (!/^[A-Z0-9]{18}\d{2}$/.test(given)) return false;
  let rest = 0;
  for (const character of given) {
    for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97;
  }
  return rest === 1;
}

const hasOne = (names: readonly string[]): boolean => names.includes('LEGL');

/** C8: a free text, or a street with a number or name of a building. */
const geographicAddress = z
  .object({
    addressType: z.enum(personAddressTypes),
    department: text(50).optional(),
    subDepartment: text(70).optional(),
    streetName: text(70).optional(),
    buildingNumber: text(16).optional(),
    buildingName: text(35).optional(),
    floor: text(70).optional(),
    postBox: text(16).optional(),
    room: text(70).optional(),
    postCode: text(16).optional(),
    townName: text(35),
    townLocationName: text(35).optional(),
    districtName: text(35).optional(),
    countrySubDivision: text(35).optional(),
    addressLine: z.array(text(70)).max(7).optional(),
    country,
  })
  .refine(
    ({ addressLine = [], streetName, buildingName, buildingNumber }) =>
      addressLine.length > 0 ||
      (streetName !== undefined && (buildingName !== undefined || buildingNumber !== undefined)),
    { path: ['streetName'], message: 'Enter the street with a building number or name, or an address line' },
  );

const naturalName = z.object({
  primaryIdentifier: text(100),
  secondaryIdentifier: text(100).optional(),
  naturalPersonNameIdentifierType: z.enum(naturalNameTypes),
});
const otherNames = <T extends z.ZodType>(name: T) => z.array(name).max(10).optional();

const naturalPerson = z.object({
  name: z.object({
    /** C6 */
    nameIdentifier: z
      .array(naturalName)
      .max(10)
      .refine((names) => hasOne(names.map((name) => name.naturalPersonNameIdentifierType)), {
        message: 'Enter the legal name',
      }),
    localNameIdentifier: otherNames(naturalName),
    phoneticNameIdentifier: otherNames(naturalName),
  }),
  geographicAddress: z.array(geographicAddress).max(5).optional(),
  nationalIdentification: z
    .object({
      nationalIdentifier: text(35),
      nationalIdentifierType: z.enum(naturalIdentifierTypes),
      countryOfIssue: country.optional(),
    })
    .optional(),
  customerIdentification: text(50).optional(),
  dateAndPlaceOfBirth: z
    .object({
      /** C2 */
      dateOfBirth: z.iso.date().refine((date) => Date.parse(date) < Date.now(), 'Enter a date in the past'),
      placeOfBirth: text(70),
    })
    .optional(),
  countryOfResidence: country.optional(),
});

const legalName = z.object({
  legalPersonName: text(100),
  legalPersonNameIdentifierType: z.enum(legalNameTypes),
});

const legalPerson = z.object({
  name: z.object({
    /** C5 */
    nameIdentifier: z
      .array(legalName)
      .max(10)
      .refine((names) => hasOne(names.map((name) => name.legalPersonNameIdentifierType)), {
        message: 'Enter the legal name',
      }),
    localNameIdentifier: otherNames(legalName),
    phoneticNameIdentifier: otherNames(legalName),
  }),
  geographicAddress: z.array(geographicAddress).max(5).optional(),
  customerIdentification: text(50).optional(),
  nationalIdentification: z
    .object({
      nationalIdentifier: text(35),
      nationalIdentifierType: z.enum(legalIdentifierTypes),
      /** C10: the code of the Registration Authorities List. */
      registrationAuthority: z
        .string()
        .regex(/^RA\d{6}$/, 'Enter a code such as RA000001')
        .optional(),
    })
    .superRefine((id, context) => {
      const say = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message });
      const isLeiType = id.nationalIdentifierType === 'LEIX';
      if (isLeiType && !isLei(id.nationalIdentifier)) say('nationalIdentifier', 'This is not a valid LEI');
      // C9
      if (isLeiType && id.registrationAuthority !== undefined) {
        say('registrationAuthority', 'An LEI has no registration authority');
      }
      if (!isLeiType && id.registrationAuthority === undefined) {
        say('registrationAuthority', 'Enter the registration authority');
      }
    })
    .optional(),
  countryOfRegistration: country.optional(),
});

/** A natural or a legal person: one of the two. */
export const travelPerson = z
  .object({ naturalPerson: naturalPerson.optional(), legalPerson: legalPerson.optional() })
  .refine(
    ({ naturalPerson: natural, legalPerson: legal }) => (natural === undefined) !== (legal === undefined),
    { message: 'Enter either a natural person or a company' },
  );
export type TravelPerson = z.output<typeof travelPerson>;
export type TravelNaturalPerson = z.output<typeof naturalPerson>;
export type TravelLegalPerson = z.output<typeof legalPerson>;

const accountNumber = z.array(text(100)).max(20).optional();

const transliteration = z
  .array(
    z.enum([
      'arab',
      'aran',
      'armn',
      'cyrl',
      'deva',
      'geor',
      'grek',
      'hani',
      'hebr',
      'kana',
      'kore',
      'thai',
      'othr',
    ]),
  )
  .max(13);

/** A whole payload. */
export const travelPayload = z.object({
  originator: z.object({ originatorPerson: z.array(travelPerson).min(1).max(10), accountNumber }),
  beneficiary: z.object({ beneficiaryPerson: z.array(travelPerson).min(1).max(10), accountNumber }),
  originatingVASP: travelPerson.optional(),
  beneficiaryVASP: travelPerson.optional(),
  /** C12: in order, from 0. */
  transferPath: z
    .array(z.object({ intermediaryVASP: travelPerson, sequence: z.int().min(0) }))
    .max(5)
    .refine((path) => path.every(({ sequence }, i) => sequence === i), 'Number intermediaries from 0')
    .optional(),
  payloadMetadata: z.object({ transliterationMethod: transliteration.optional() }).optional(),
});
export type TravelPayload = z.output<typeof travelPayload>;

/** What an originator lacks beside the name (C1, C4): an address, an identification, or date and place of birth. */
export function isOriginatorComplete({ naturalPerson: natural, legalPerson: legal }: TravelPerson): boolean {
  const person = natural ?? legal;
  return (
    (person?.geographicAddress?.length ?? 0) > 0 ||
    person?.customerIdentification !== undefined ||
    person?.nationalIdentification !== undefined ||
    natural?.dateAndPlaceOfBirth !== undefined
  );
}

/** The legal name of a person, given names first. */
export function nameOfTravelPerson({
  naturalPerson: natural,
  legalPerson: legal,
}: TravelPerson): string | undefined {
  const own = natural?.name.nameIdentifier.find(
    ({ naturalPersonNameIdentifierType: type }) => type === 'LEGL',
  );
  if (own) return [own.secondaryIdentifier, own.primaryIdentifier].filter(Boolean).join(' ');
  return legal?.name.nameIdentifier.find(({ legalPersonNameIdentifierType: type }) => type === 'LEGL')
    ?.legalPersonName;
}
