import {
  type IvmsVersion,
  type TravelPayload,
  travelPayload,
  type TravelLegalPerson,
  type TravelNaturalPerson,
  type TravelPerson,
} from '@hopscope/contract';
import '../../../../lib/issue-texts.ts';

const version2023 = '101.2023';

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectOf = (value: unknown): Json => (isObject(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Without undefined values, so that a missing field is reported as missing. */
const given = (fields: Json): Json =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));

const mapped = (value: unknown, each: (one: Json) => Json): unknown =>
  Array.isArray(value) ? value.map((one) => (isObject(one) ? each(one) : one)) : value;

/** Names are an object of lists in the standard; some senders have the list itself. */
function names(value: unknown, each: (one: Json) => Json): unknown {
  const groups = Array.isArray(value) ? { nameIdentifier: value } : value;
  if (!isObject(groups)) return value;
  return given({
    nameIdentifier: mapped(groups['nameIdentifier'], each),
    localNameIdentifier: mapped(groups['localNameIdentifier'], each),
    phoneticNameIdentifier: mapped(groups['phoneticNameIdentifier'], each),
  });
}

/** What both versions have, under the names of 2023. */
const shared = (person: Json): Json => ({
  ...person,
  geographicAddress: mapped(person['geographicAddress'], ({ postcode, ...address }) =>
    given({ ...address, postCode: address['postCode'] ?? postcode }),
  ),
  customerIdentification: person['customerIdentification'] ?? person['customerNumber'],
});

function readPerson(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { naturalPerson: natural, legalPerson: legal } = value;
  return given({
    naturalPerson: isObject(natural)
      ? given({
          ...shared(natural),
          name: names(natural['name'], ({ nameIdentifierType, ...name }) =>
            given({
              ...name,
              naturalPersonNameIdentifierType: name['naturalPersonNameIdentifierType'] ?? nameIdentifierType,
            }),
          ),
        })
      : natural,
    legalPerson: isObject(legal)
      ? given({ ...shared(legal), name: names(legal['name'], (name) => name) })
      : legal,
  });
}

/** Some senders leave out the inner object of the standard. */
const readVasp = (value: unknown, inner: string): unknown =>
  value === undefined || value === null ? undefined : readPerson(objectOf(value)[inner] ?? value);

/**
 * Reads a payload of either version (IVMS 101, 2020 and 2023), also in the variants that are in use.
 *
 * @returns the payload as of 2023, and its version; or the fields that break the standard
 */
export function readIvms101(
  raw: unknown,
):
  | { payload: TravelPayload; version: IvmsVersion }
  | { problems: readonly { field: string; message: string }[] } {
  const body = objectOf(raw);
  const [originator, beneficiary] = [objectOf(body['originator']), objectOf(body['beneficiary'])];
  const metadata = objectOf(body['payloadMetadata']);
  const path = body['transferPath'];
  const is2023 = metadata['payloadVersion'] === version2023 || originator['originatorPerson'] !== undefined;
  const people = (list: unknown): unknown => (Array.isArray(list) ? list.map(readPerson) : list);
  const parsed = travelPayload.safeParse(
    given({
      originator: given({
        originatorPerson: people(originator['originatorPerson'] ?? originator['originatorPersons']),
        accountNumber: originator['accountNumber'],
      }),
      beneficiary: given({
        beneficiaryPerson: people(beneficiary['beneficiaryPerson'] ?? beneficiary['beneficiaryPersons']),
        accountNumber: beneficiary['accountNumber'],
      }),
      originatingVASP: readVasp(body['originatingVASP'], 'originatingVASP'),
      beneficiaryVASP: readVasp(body['beneficiaryVASP'], 'beneficiaryVASP'),
      transferPath:
        path === undefined || path === null
          ? undefined
          : listOf(isObject(path) ? path['transferPath'] : path).map((step) => ({
              ...objectOf(step),
              intermediaryVASP: readPerson(objectOf(step)['intermediaryVASP']),
            })),
      payloadMetadata:
        metadata['transliterationMethod'] === undefined
          ? undefined
          : { transliterationMethod: metadata['transliterationMethod'] },
    }),
  );
  if (!parsed.success) {
    return {
      problems: parsed.error.issues.map(({ path: at, message }) => ({
        field: ['IVMS101', ...at].map(String).join('.'),
        message,
      })),
    };
  }
  return { payload: parsed.data, version: is2023 ? '2023' : '2020' };
}

function naturalOf2020({ name, ...person }: TravelNaturalPerson): Json {
  const each = (list: TravelNaturalPerson['name']['localNameIdentifier']) =>
    list?.map(({ naturalPersonNameIdentifierType: nameIdentifierType, ...rest }) => ({
      ...rest,
      nameIdentifierType,
    }));
  return given({
    ...person,
    name: given({
      nameIdentifier: each(name.nameIdentifier),
      localNameIdentifier: each(name.localNameIdentifier),
      phoneticNameIdentifier: each(name.phoneticNameIdentifier),
    }),
  });
}

/** 2020 calls the identification of a company its customer number. */
const legalOf2020 = ({ customerIdentification, ...person }: TravelLegalPerson): Json =>
  given({ ...person, customerNumber: customerIdentification });

function personOf2020({ naturalPerson: natural, legalPerson: legal }: TravelPerson): Json {
  return natural ? { naturalPerson: naturalOf2020(natural) } : { legalPerson: legal && legalOf2020(legal) };
}

/** Writes a payload in a version of the standard. */
export function writeIvms101(payload: TravelPayload, version: IvmsVersion): Json {
  const is2023 = version === '2023';
  const person = (one: TravelPerson): unknown => (is2023 ? one : personOf2020(one));
  const { originator, beneficiary, originatingVASP, beneficiaryVASP, transferPath, payloadMetadata } =
    payload;
  const metadata = given({
    transliterationMethod: payloadMetadata?.transliterationMethod,
    payloadVersion: is2023 ? version2023 : undefined,
  });
  return given({
    originator: given({
      [is2023 ? 'originatorPerson' : 'originatorPersons']: originator.originatorPerson.map(person),
      accountNumber: originator.accountNumber,
    }),
    beneficiary: given({
      [is2023 ? 'beneficiaryPerson' : 'beneficiaryPersons']: beneficiary.beneficiaryPerson.map(person),
      accountNumber: beneficiary.accountNumber,
    }),
    originatingVASP: originatingVASP && { originatingVASP: person(originatingVASP) },
    beneficiaryVASP: beneficiaryVASP && { beneficiaryVASP: person(beneficiaryVASP) },
    transferPath: transferPath && {
      transferPath: transferPath.map(({ intermediaryVASP, sequence }) => ({
        intermediaryVASP: person(intermediaryVASP),
        sequence,
      })),
    },
    payloadMetadata: Object.keys(metadata).length > 0 ? metadata : undefined,
  });
}
