import { z } from 'zod';
import { blockchain } from '../explorer/chain-shapes.ts';
import { mostAssets } from '../compliance/compliance.ts';
import { multilineText } from '../account/organizations.ts';
import {
  sarCyberKinds,
  sarIdentificationTypes,
  sarInstitutionTypes,
  sarProducts,
  sarRegulators,
  sarRelationships,
  sarSubtypes,
  sarTinTypes,
} from './sars-codes.ts';
import { texts } from '../texts.ts';

export const sarLimits = {
  pageSizes: [10, 20, 50, 100],
  pageSize: 10,
  /** Limit of FinCEN: 17,000 characters in blocks of 4,000. */
  narrative: 17_000,
  narrativeBlock: 4_000,
  subjects: 50,
  /** Of each list of a subject. */
  each: 20,
  transactions: 200,
  /** Maximum number of IP addresses and of cyber event indicators; the schema allows 99. */
  indicators: 99,
  reason: 2_000,
  /** Reports of one batch file. */
  batch: 100,
} as const;

/** Named forms that a report can be filed in. */
export const sarForms = ['fincen', 'goaml'] as const;
export type SarForm = (typeof sarForms)[number];

/** Single-line text; can be empty in a draft. */
const line = (most: number) =>
  z
    .string()
    .regex(/^\P{Cc}*$/u, texts.controlCharacters)
    .trim()
    .max(most)
    .default('');
/** `YYYY-MM-DD`, or empty. */
const day = z.union([z.iso.date(), z.literal('')]).default('');
/** Whole US dollars, or empty. */
const dollars = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,14})?$/, 'Please enter whole US dollars without separators')
  .default('');
const codesOf = (list: readonly { readonly code: string }[]): [string, ...string[]] => [
  '',
  ...list.map(({ code }) => code),
];
const codeOf = (list: readonly { readonly code: string }[]) => z.enum(codesOf(list)).default('');

const sarAddress = z.object({
  street: line(100),
  city: line(50),
  state: line(3),
  zip: line(10),
  /** Two letters. */
  country: line(2),
});
export type SarAddress = z.infer<typeof sarAddress>;
const noAddress: SarAddress = { street: '', city: '', state: '', zip: '', country: '' };

/** Filing institution, saved for the organization and copied into each report. */
export const sarInstitution = z.object({
  legalName: line(150),
  tradeName: line(150),
  tinType: codeOf(sarTinTypes),
  tin: line(25),
  type: codeOf(sarInstitutionTypes),
  otherType: line(50),
  regulator: codeOf(sarRegulators),
  address: sarAddress.default(noAddress),
  contactOffice: line(150),
  phone: line(25),
  phoneExtension: line(6),
  /** FinCEN's Transmitter Control Code of the one who sends the file. */
  transmitterCode: line(25),
  transmitterContact: line(150),
  goaml: z
    .object({
      /** Reporting entity ID that the FIU assigned. */
      rentityId: line(10),
      branch: line(255),
      /** Currency of the FIU's country, three letters. */
      currency: line(3),
      reportCode: line(20),
      /** Codes of the FIU's own lists. */
      transmodeCode: line(20),
      transmodeComment: line(255),
      fundsCode: line(20),
      contactType: line(20),
      unknownCountry: line(5),
      communicationType: line(20),
      reporterFirstName: line(100),
      reporterLastName: line(100),
      reporterEmail: line(255),
    })
    .prefault({}),
});
export type SarInstitution = z.infer<typeof sarInstitution>;

const sarSubject = z.object({
  kind: z.enum(['person', 'entity', 'unknown']).default('person'),
  /** Last name of a person, legal name of an entity. */
  name: line(150),
  firstName: line(35),
  middleName: line(35),
  suffix: line(35),
  aliases: z.array(line(150)).max(sarLimits.each).default([]),
  birthDate: day,
  gender: z.enum(['', 'female', 'male', 'unknown']).default(''),
  occupation: line(50),
  address: sarAddress.default(noAddress),
  tinType: codeOf(sarTinTypes),
  tin: line(25),
  identifications: z
    .array(
      z.object({
        type: codeOf(sarIdentificationTypes),
        otherType: line(50),
        number: line(25),
        country: line(2),
        state: line(3),
      }),
    )
    .max(sarLimits.each)
    .default([]),
  phones: z.array(line(25)).max(sarLimits.each).default([]),
  emails: z.array(line(255)).max(sarLimits.each).default([]),
  websites: z.array(line(255)).max(sarLimits.each).default([]),
  usernames: z.array(line(100)).max(sarLimits.each).default([]),
  /** Account numbers at the institution. */
  accounts: z.array(line(40)).max(sarLimits.each).default([]),
  wallets: z.array(line(128)).max(sarLimits.each).default([]),
  role: z.enum(['', 'sender', 'receiver', 'both']).default(''),
  relationship: codeOf(sarRelationships),
  stillCustomer: z.boolean().default(false),
  /** Fields that goAML requires only for clients of the institution; codes as listed by the FIU. */
  client: z
    .object({
      /** Told in the schema's forms for clients (`t_person_my_client` and the like). */
      isClient: z.boolean().default(false),
      nationality: line(5),
      residence: line(5),
      sourceOfWealth: line(255),
      legalForm: line(20),
      registration: line(50),
      registrationState: line(255),
      registrationCountry: line(5),
      /** Fields of the account that the address represents. */
      accountType: line(20),
      accountStatus: line(20),
      accountOpened: day,
    })
    .prefault({}),
});
export type SarSubject = z.infer<typeof sarSubject>;

const exactAmount = z.string().regex(/^\d{1,78}(?:\.\d{1,78})?$/);

/** A transaction with its facts at the time it was put into the report. */
const sarTransaction = z.object({
  /** ID of the compliance transaction it was copied from; null: entered manually. */
  complianceId: z.uuid().nullable().default(null),
  txId: line(100),
  blockchain,
  asset: line(50),
  /** Exact amount of the asset. */
  amount: z.union([exactAmount, z.literal('')]).default(''),
  /** What else it moved; with `mostAssets` in all there may be more. Reports of earlier versions have none. */
  others: z
    .array(z.object({ asset: line(50), amount: exactAmount, direction: z.enum(['in', 'out']) }))
    .max(mostAssets - 1)
    .optional(),
  /** Worth in US dollars then, of all assets that moved the same way; empty: unknown. */
  usd: z.union([z.string().regex(/^\d{1,30}(?:\.\d{2})?$/), z.literal('')]).default(''),
  /** Value in the currency of the FIU's country at the time; can be empty. */
  localAmount: z.union([z.string().regex(/^\d{1,15}(?:\.\d{1,2})?$/), z.literal('')]).default(''),
  time: z.union([z.iso.datetime(), z.literal('')]).default(''),
  direction: z.enum(['in', 'out']),
  address: line(128),
  counterparties: z.array(line(200)).max(50).default([]),
});
export type SarTransaction = z.infer<typeof sarTransaction>;

/** Signed content. Can be incomplete while a draft; `checkSar` returns what is missing. */
export const sarContent = z.object({
  forms: z
    .array(z.enum(sarForms))
    .refine((forms) => new Set(forms).size === forms.length, 'Duplicate form')
    .default(['fincen']),
  filing: z
    .object({
      kind: z.enum(['initial', 'correct', 'continuing']).default('initial'),
      /** BSA identifier of the earlier report, 14 digits. */
      priorNumber: line(14),
      noteToFincen: line(50),
      /** Reference of the FIU's request. */
      fiuReference: line(255),
    })
    .prefault({}),
  institution: sarInstitution.prefault({}),
  subjects: z.array(sarSubject).max(sarLimits.subjects).default([]),
  activity: z
    .object({
      from: day,
      to: day,
      amountIs: z.enum(['known', 'unknown', 'none']).default('known'),
      amount: dollars,
      /** Total amount of a continuing activity. */
      cumulative: dollars,
      /** What the institution lost itself. */
      loss: dollars,
      kinds: z
        .array(z.object({ code: z.enum(['', ...sarSubtypes.keys()]).default(''), other: line(50) }))
        .max(sarLimits.indicators)
        .default([]),
      products: z
        .array(z.object({ code: codeOf(sarProducts), other: line(50) }))
        .max(sarProducts.length)
        .default([]),
      ips: z
        .array(z.object({ ip: line(39), date: day }))
        .max(sarLimits.indicators)
        .default([]),
      cyber: z
        .array(z.object({ kind: codeOf(sarCyberKinds), other: line(50), value: line(4_000), date: day }))
        .max(sarLimits.indicators)
        .default([]),
    })
    .prefault({}),
  lawEnforcement: z
    .object({
      agency: line(150),
      name: line(150),
      phone: line(25),
      date: day,
    })
    .prefault({}),
  transactions: z.array(sarTransaction).max(sarLimits.transactions).default([]),
  /** Names the list of transactions as the attachment of the report. */
  attachTransactions: z.boolean().default(false),
  narrative: multilineText.max(sarLimits.narrative).default(''),
  goaml: z
    .object({
      action: multilineText.trim().max(4_000).default(''),
      /** Codes of the FIU's list of indicators. */
      indicators: z.array(line(50)).max(sarLimits.each).default([]),
    })
    .prefault({}),
});
export type SarContent = z.infer<typeof sarContent>;

export const emptySarSubject = (): SarSubject => sarSubject.parse({});
export const emptySarContent = (): SarContent => sarContent.parse({});
