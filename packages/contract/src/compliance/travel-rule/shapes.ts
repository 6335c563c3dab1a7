import { z } from 'zod';
import { blockchain } from '../../explorer/chain-shapes.ts';
import { country, line } from './fields.ts';
import { isLei, travelPayload, travelPerson } from './ivms101.ts';

/** Limits of the Travel Rule. */
export const travelLimits = {
  reason: 1_000,
  /** Characters of a travel address. */
  address: 1_000,
  /** Days for which personal data is kept after a transfer ends: FATF Recommendation 11 asks for five years. */
  retention: { least: 30, most: 3_650, usual: 1_826 },
  /** Live travel addresses, and incoming transfers that wait, of an organization. */
  addresses: 100_000,
  waiting: 10_000,
  /** Hours in which a wallet proof must be signed. */
  proofHours: 72,
  /** Characters of a signature. */
  signature: 20_000,
} as const;

export const ivmsVersions = ['2020', '2023'] as const;
export type IvmsVersion = (typeof ivmsVersions)[number];

/** US cents. */
const cents = z.string().regex(/^(0|[1-9]\d{0,14})$/, 'Enter a whole number of cents');
/** Code of a token in the Digital Token Identifier registry (ISO 24165). */
const dti = z.string().regex(/^[1-9A-Z]\w{7,8}$/, 'Enter the 9 characters of a Digital Token Identifier');

/** The institution that sends and receives, and its rules. */
const institutionFields = {
  name: line(100),
  lei: z.string().refine(isLei, 'This is not a valid LEI').nullable(),
  /** Jurisdiction under whose rules it works. */
  country,
  address: z.object({
    streetName: line(70),
    buildingNumber: line(16),
    postCode: line(16).nullable(),
    townName: line(35),
  }),
  /** From which value transfers need information: of the own jurisdiction, and of others where theirs is lower. */
  thresholds: z
    .array(z.object({ country, cents }))
    .max(250)
    .refine((all) => new Set(all.map((one) => one.country)).size === all.length, 'Name each country once'),
  /** From which value a self-hosted wallet must be proven; null: never. */
  proofCents: cents.nullable(),
  retentionDays: z.int().min(travelLimits.retention.least).max(travelLimits.retention.most),
  /** Version of IVMS 101 that is sent; both are understood. */
  ivmsVersion: z.enum(ivmsVersions),
  /** Tokens by their identifier: the protocol names tokens by nothing else. */
  tokens: z
    .array(
      z.object({ dti, contract: z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'Enter the contract of the token') }),
    )
    .max(200)
    .refine((all) => new Set(all.map((one) => one.dti)).size === all.length, 'Name each identifier once'),
};
export const newTravelInstitution = z
  .object(institutionFields)
  .refine(({ country: own, thresholds }) => thresholds.some((one) => one.country === own), {
    path: ['thresholds'],
    message: 'Enter the threshold of your jurisdiction',
  });
export type NewTravelInstitution = z.output<typeof newTravelInstitution>;
export const travelInstitution = z.object({
  ...institutionFields,
  updatedAt: z.iso.datetime(),
  /** Why travel addresses cannot be created here; null: they can. */
  problem: z.string().nullable(),
});
export type TravelInstitution = z.output<typeof travelInstitution>;

/** An address that a client gives to senders: it names the institution, not the wallet. */
export const travelAddress = z.object({
  _id: z.string(),
  travelAddress: z.string(),
  clientId: z.string(),
  blockchain: blockchain.nullable(),
  /** Wallet that approvals name unless the reviewer names another. */
  paymentAddress: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type TravelAddress = z.output<typeof travelAddress>;
export const newTravelAddress = z
  .object({ clientId: line(200), blockchain: blockchain.optional(), paymentAddress: line(200).optional() })
  .refine(
    ({ blockchain: chain, paymentAddress }) => (chain === undefined) === (paymentAddress === undefined),
    {
      path: ['paymentAddress'],
      message: 'Name the wallet together with its network',
    },
  );

/** Who answers at a travel address. */
export const travelCounterparty = z.object({
  host: z.string(),
  /** As its server says (TRP, identity); null: it does not say. */
  name: z.string().nullable(),
  lei: z.string().nullable(),
  /** Entity of the directory with a website on the same domain. */
  entity: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Why it could not be asked; null: it was. */
  problem: z.string().nullable(),
});
export type TravelCounterparty = z.output<typeof travelCounterparty>;

const amount = z.string().regex(/^[1-9]\d{0,77}$/, 'Enter a whole number of the smallest unit above 0');
const asset = z.string().max(80);
export const travelRequirementQuery = z.object({
  blockchain,
  asset: asset.optional(),
  amount,
  /** Country of the counterparty. */
  country: country.optional(),
});
/** Whether a transfer needs information, and a self-hosted wallet a proof. */
export const travelRequirement = z.object({
  cents: z.string().nullable(),
  /** The lowest threshold that applies. */
  threshold: z.object({ country, cents: z.string() }),
  information: z.boolean(),
  proof: z.boolean(),
});

/**
 * States of a transfer. Outgoing: `sending`, `waiting` for the counterparty. Incoming: `undecided`.
 * `more_requested`: the receiver asks for more. Then `approved`, and `completed` with a transaction; or `rejected`, `canceled`,
 * `failed` where the counterparty could not be reached. `recorded`: a self-hosted wallet, so nobody is asked.
 */
export const travelStates = [
  'sending',
  'waiting',
  'undecided',
  'more_requested',
  'approved',
  'completed',
  'rejected',
  'canceled',
  'failed',
  'recorded',
] as const;
export type TravelState = (typeof travelStates)[number];
export const travelDirections = ['in', 'out'] as const;

export const proofStates = ['waiting', 'proven', 'expired'] as const;
/** A signature that proves who controls a wallet. */
export const walletProof = z.object({
  _id: z.string(),
  blockchain,
  address: z.string(),
  clientId: z.string().nullable(),
  state: z.enum(proofStates),
  /** What the owner signs, exactly. */
  message: z.string(),
  /** Standard of the signature; null until there is one. */
  method: z.enum(['BIP-322', 'BIP-137', 'EIP-191', 'EIP-1271']).nullable(),
  signature: z.string().nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  provenAt: z.iso.datetime().nullable(),
});
export type WalletProof = z.output<typeof walletProof>;

export const travelEventKinds = [
  'created',
  'sent',
  'received',
  'more_requested',
  'information_sent',
  'approved',
  'rejected',
  'completed',
  'canceled',
  'failed',
  'erased',
] as const;

/** A transfer without personal data. */
export const travelTransfer = z.object({
  _id: z.string(),
  direction: z.enum(travelDirections),
  state: z.enum(travelStates),
  wallet: z.enum(['vasp', 'self_hosted']),
  blockchain,
  asset: z.string().nullable(),
  symbol: z.string(),
  /** In the smallest unit, and how many decimals it has. */
  amount: z.string(),
  decimals: z.int(),
  /** Value in US cents when the transfer was entered; null: unknown. */
  cents: z.string().nullable(),
  /** Name of the other institution, as it says; null: it did not. */
  counterparty: z.string().nullable(),
  host: z.string().nullable(),
  entity: z.object({ id: z.string(), name: z.string() }).nullable(),
  clientId: z.string().nullable(),
  /** Identifier that both institutions use (TRP, Request-Identifier). */
  reference: z.string(),
  /** Wallet that receives; null until the receiver names it. */
  address: z.string().nullable(),
  transaction: z.string().nullable(),
  /** A message to the counterparty waits: why the last try failed, and when the next one is. */
  delivery: z
    .object({ attempts: z.int(), error: z.string().nullable(), nextAt: z.iso.datetime().nullable() })
    .nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int(),
});
export type TravelTransfer = z.output<typeof travelTransfer>;

/** A transfer with its people and what happened to it. */
export const travelTransferDetails = travelTransfer.extend({
  /** Null: personal data was erased at the end of the retention time. */
  payload: travelPayload.nullable(),
  /** Version of IVMS 101 in which it arrived or was sent. */
  ivmsVersion: z.enum(ivmsVersions),
  /** What the information lacks. */
  problems: z.array(z.string()),
  proof: walletProof.nullable(),
  events: z.array(
    z.object({
      kind: z.enum(travelEventKinds),
      at: z.iso.datetime(),
      /** Null: the counterparty, or the server. */
      by: z.object({ id: z.string(), name: z.string() }).nullable(),
      reason: z.string().nullable(),
    }),
  ),
});
export type TravelTransferDetails = z.output<typeof travelTransferDetails>;

const people = {
  originator: z.array(travelPerson).min(1).max(10),
  beneficiary: z.array(travelPerson).min(1).max(10),
};

/** A transfer to another institution, or to a self-hosted wallet. */
export const newTravelTransfer = z
  .object({
    blockchain,
    asset: asset.optional(),
    amount,
    clientId: line(200).optional(),
    ...people,
    /** Account of the originator at the institution, such as the wallet that pays. */
    originatorAccount: line(100).optional(),
    beneficiaryAccount: line(100).optional(),
    /** Travel address of the beneficiary: the other institution is asked. */
    travelAddress: line(travelLimits.address).optional(),
    /** Self-hosted wallet of the beneficiary. */
    address: line(200).optional(),
    /** Proof of the self-hosted wallet. */
    proofId: z.string().optional(),
    entityId: z.string().max(200).optional(),
  })
  .superRefine((body, context) => {
    const say = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if ((body.travelAddress === undefined) === (body.address === undefined)) {
      say('travelAddress', 'Enter either a travel address or a self-hosted wallet');
    }
    if (body.proofId !== undefined && body.address === undefined) {
      say('proofId', 'Only a self-hosted wallet has a proof');
    }
  });
export type NewTravelTransfer = z.output<typeof newTravelTransfer>;
export const moreInformation = z.object(people);
