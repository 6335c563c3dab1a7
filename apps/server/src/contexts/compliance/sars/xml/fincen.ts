import {
  digitsOf,
  type SarContent,
  type SarInstitution,
  sarLimits,
  sarProducts,
  sarSubtypes,
} from '@hopscope/contract';
import { blocksOf, oneLine } from './blocks.ts';
import { type Element, leaf, numbered, type Parts, writeXml } from './element.ts';
import { addressOf, compactDay, identification, subjectParty, tinText } from './fincen-parties.ts';

/** Types of parties (User Guide, ActivityPartyTypeCode). */
const party = {
  transmitter: '35',
  transmitterContact: '37',
  filer: '30',
  contactOffice: '8',
  agency: '18',
  agencyContact: '19',
  place: '34',
} as const;

const nameOf = (code: 'L' | 'DBA', text: string): Element | undefined =>
  text === ''
    ? undefined
    : numbered('PartyName', [leaf('PartyNameTypeCode', code), leaf('RawPartyFullName', oneLine(text))]);

const phoneOf = (phone: string, extension = ''): Element | undefined =>
  phone === ''
    ? undefined
    : numbered('PhoneNumber', [
        leaf('PhoneNumberExtensionText', digitsOf(extension)),
        leaf('PhoneNumberText', digitsOf(phone)),
      ]);

const classOf = ({ type, otherType }: SarInstitution): Element =>
  numbered('OrganizationClassificationTypeSubtype', [
    leaf('OrganizationTypeID', type),
    type === '999' ? leaf('OtherOrganizationTypeText', oneLine(otherType)) : undefined,
  ]);

/** Who sends the file; the one transmitter of all its activities (User Guide, section 3). */
function transmitters(from: SarInstitution): Parts {
  return [
    numbered('Party', [
      leaf('ActivityPartyTypeCode', party.transmitter),
      nameOf('L', from.legalName),
      addressOf(from.address, false),
      phoneOf(from.phone),
      identification({ number: from.transmitterCode, type: '28' }),
      identification({ number: tinText(from), type: '4' }),
    ]),
    numbered('Party', [
      leaf('ActivityPartyTypeCode', party.transmitterContact),
      nameOf('L', from.transmitterContact),
    ]),
  ];
}

function filers(from: SarInstitution): Parts {
  const tin = identification({ number: tinText(from), type: from.tinType });
  const names: Parts = [
    nameOf('L', from.legalName),
    nameOf('DBA', from.tradeName),
    addressOf(from.address, false),
    tin,
    classOf(from),
  ];
  const [legal, trade, ...rest] = names;
  return [
    numbered('Party', [
      leaf('ActivityPartyTypeCode', party.filer),
      leaf('PrimaryRegulatorTypeCode', from.regulator),
      legal,
      trade,
      ...rest,
    ]),
    numbered('Party', [
      leaf('ActivityPartyTypeCode', party.contactOffice),
      nameOf('L', from.contactOffice),
      phoneOf(from.phone, from.phoneExtension),
    ]),
  ];
}

function agencies({ lawEnforcement: { agency, name, phone, date } }: SarContent): Parts {
  if (agency === '') return [];
  const hasContact = `${name}${phone}${date}` !== '';
  return [
    numbered('Party', [leaf('ActivityPartyTypeCode', party.agency), nameOf('L', agency)]),
    hasContact
      ? numbered('Party', [
          leaf('ActivityPartyTypeCode', party.agencyContact),
          leaf('ContactDateText', compactDay(date)),
          nameOf('L', name),
          phoneOf(phone),
        ])
      : undefined,
  ];
}

/** The filing institution is also where the activity was: one report names one institution. */
function place({ institution: from, activity }: SarContent): Element {
  return numbered('Party', [
    leaf('ActivityPartyTypeCode', party.place),
    leaf('LossToFinancialAmountText', activity.loss),
    leaf('NoBranchActivityInvolvedIndicator', 'Y'),
    leaf('PrimaryRegulatorTypeCode', from.regulator),
    nameOf('L', from.legalName),
    nameOf('DBA', from.tradeName),
    addressOf(from.address, false),
    identification({ number: tinText(from), type: from.tinType }),
    classOf(from),
  ]);
}

function suspicious({ activity, filing }: SarContent): Element {
  const { amountIs } = activity;
  return numbered('SuspiciousActivity', [
    leaf('AmountUnknownIndicator', amountIs === 'unknown' ? 'Y' : ''),
    leaf('CumulativeTotalViolationAmountText', filing.kind === 'continuing' ? activity.cumulative : ''),
    leaf('NoAmountInvolvedIndicator', amountIs === 'none' ? 'Y' : ''),
    leaf('SuspiciousActivityFromDateText', compactDay(activity.from)),
    leaf('SuspiciousActivityToDateText', compactDay(activity.to)),
    leaf('TotalSuspiciousAmountText', amountIs === 'known' ? activity.amount : ''),
    ...activity.kinds.map(({ code, other }) =>
      numbered('SuspiciousActivityClassification', [
        leaf('OtherSuspiciousActivityTypeText', oneLine(other)),
        leaf('SuspiciousActivitySubtypeID', code),
        leaf('SuspiciousActivityTypeID', sarSubtypes.get(code)?.type),
      ]),
    ),
  ]);
}

function around({ activity }: SarContent): Parts {
  return [
    ...activity.ips.map(({ ip, date }) =>
      numbered('ActivityIPAddress', [
        leaf('ActivityIPAddressDateText', compactDay(date)),
        leaf('IPAddressText', ip),
      ]),
    ),
    ...activity.cyber.map(({ kind, other, value, date }) =>
      numbered('CyberEventIndicators', [
        leaf('CyberEventDateText', compactDay(date)),
        leaf('CyberEventIndicatorsTypeCode', kind),
        leaf('CyberEventTypeOtherText', kind === '999' ? oneLine(other) : ''),
        leaf('EventValueText', oneLine(value)),
      ]),
    ),
    ...activity.products.map(({ code, other }) =>
      numbered('Assets', [
        leaf('AssetSubtypeID', code),
        leaf('AssetTypeID', sarProducts.find((each) => each.code === code)?.type),
        leaf('OtherAssetSubtypeText', oneLine(other)),
      ]),
    ),
  ];
}

/** One report of a file. */
export interface FincenReport {
  readonly content: SarContent;
  /** Name of the attached file. */
  readonly attachment: string | null;
}

function activityOf(
  { content, attachment }: FincenReport,
  { today, transmitter }: { today: string; transmitter: SarInstitution },
): Element {
  const { filing, subjects, institution } = content;
  const flag = (is: boolean): string => (is ? 'Y' : '');
  return numbered('Activity', [
    leaf('EFilingPriorDocumentNumber', filing.kind === 'initial' ? '' : filing.priorNumber),
    leaf('FilingDateText', compactDay(today)),
    leaf('FilingInstitutionNotetoFinCEN', oneLine(filing.noteToFincen)),
    numbered('ActivityAssociation', [
      leaf('ContinuingActivityReportIndicator', flag(filing.kind === 'continuing')),
      leaf('CorrectsAmendsPriorReportIndicator', flag(filing.kind === 'correct')),
      leaf('InitialReportIndicator', flag(filing.kind === 'initial')),
    ]),
    attachment === null
      ? undefined
      : numbered('ActivitySupportDocument', [leaf('OriginalAttachmentFileName', attachment)]),
    ...transmitters(transmitter),
    ...filers(institution),
    ...agencies(content),
    place(content),
    ...subjects.map((subject) => subjectParty(subject, tinText(institution))),
    suspicious(content),
    ...around(content),
    ...blocksOf(content.narrative, sarLimits.narrativeBlock).map((text, index) =>
      numbered('ActivityNarrativeInformation', [
        leaf('ActivityNarrativeSequenceNumber', String(index + 1)),
        leaf('ActivityNarrativeText', text),
      ]),
    ),
  ]);
}

/**
 * Reports as a batch file for FinCEN's BSA E-Filing System (FinCEN SAR XML Schema 2.0 User Guide, version 1.6 of August 2021): an
 * activity for each, with the filing institution that the report names. `today`, `YYYY-MM-DD`: the day it is filed. `transmitter`: who
 * sends the file.
 */
export function fincenXml(
  reports: readonly FincenReport[],
  batch: { today: string; transmitter: SarInstitution },
): string {
  const amount = reports.reduce(
    (sum, { content: { activity } }) => sum + BigInt(activity.amountIs === 'known' ? activity.amount : ''),
    0n,
  );
  const attachments = String(reports.filter(({ attachment }) => attachment !== null).length);
  const root: Element = {
    name: 'EFilingBatchXML',
    attributes: {
      'xmlns:fc2': 'www.fincen.gov/base',
      TotalAmount: String(amount),
      PartyCount: String(reports.reduce((sum, { content }) => sum + content.subjects.length, 0)),
      ActivityCount: String(reports.length),
      ActivityAttachmentCount: attachments,
      AttachmentCount: attachments,
    },
    children: [{ name: 'FormTypeCode', text: 'SARX' }, ...reports.map((each) => activityOf(each, batch))],
  };
  return writeXml(root, 'fc2:');
}
