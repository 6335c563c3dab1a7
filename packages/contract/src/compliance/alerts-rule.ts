import { chains, shortDecimal } from '@hopscope/domain';
import { z } from 'zod';
import { type Blockchain, blockchain } from '../explorer/chain-shapes.ts';
import { texts } from '../texts.ts';

export const alertTargetTypes = ['address', 'entity', 'transaction'] as const;
export type AlertTargetType = (typeof alertTargetTypes)[number];
export const alertDirections = ['in', 'out', 'both'] as const;
/** What the issuer of a token did to a monitored account. */
export const alertMeasure = z.object({
  /** `frozen`: blocked the account; `seized`: destroyed its tokens. */
  kind: z.enum(['frozen', 'seized']),
  /** The token. */
  contract: z.string(),
});

export const alertSeverities = ['high', 'medium', 'low'] as const;
export const alertRelations = ['direct', 'indirect'] as const;

/** Texts of, and reasons for rejecting a rule. */
export const alertTexts = {
  targetRequired: 'Please enter a target address or entity',
  indirect: {
    direction:
      'Indirect exposure is known for incoming payments only. Choose Outgoing if the target is an entity, otherwise Incoming.',
    cluster:
      'Indirect exposure is not known for clusters. Turn off “Include its cluster”, or choose another relation.',
    category: 'Indirect exposure is not traced for this category. Choose another category or relation.',
  },
  saved: 'Alert configuration saved successfully',
} as const;

const line = (most: number) =>
  z
    .string()
    .regex(/^\P{Cc}*$/u, texts.controlCharacters)
    .trim()
    .max(most);

/** Fields of a rule; all except `severity` and `summary` are conditions. */
export const alertRuleFields = {
  /**
   * Type of `target`. `address`: a monitored address of the organization, compared with the address of the transaction.
   * `entity`: name or ID of an entity, compared with those of the counterparties (names ignore case).
   * `transaction`: a transaction hash.
   */
  targetType: z.enum(alertTargetTypes),
  target: line(300).min(1, alertTexts.targetRequired),
  /**
   * Bitcoin addresses only: includes all addresses of the cluster at the time of the comparison. A counterparty in the cluster
   * is compared like an entity: it sends what the monitored address receives, and the amount is the sum over the counterparties
   * in the cluster.
   */
  withCluster: z.boolean().optional(),
  blockchain,
  /**
   * Direction from the view of the target. For an address or a transaction, the view of the monitored address. An entity sends
   * what the monitored address receives.
   */
  direction: z.enum(alertDirections),
  /**
   * Minimum amount in coins of the chain, as decimal text; null: any amount, including tokens. Compared with the net amount of
   * the transaction. If an entity or category is set, compared with the sum over matching direct counterparties, or with the
   * whole amount for indirect ones. Unknown amounts and token amounts match no minimum.
   */
  amount: z
    .string()
    .regex(/^\d{1,40}(?:\.\d{1,18})?$/)
    .nullable(),
  severity: z.enum(alertSeverities),
  /**
   * Relation of the monitored address to `target`, `counterpartyEntity`, or `category`. `direct`: counterparty of the
   * transaction. `indirect`: two or more hops before an incoming payment, by the exposure behind the score of the transaction,
   * and not a direct counterparty; any known entity if none is set. Known once the transaction is in a block. For incoming
   * payments only, without `withCluster` (otherwise 400). Null: either.
   */
  counterpartyRelation: z.enum(alertRelations).nullable(),
  /**
   * Name or ID of an entity among the 50 largest counterparties. If the target is an entity: the name that the organization
   * gave the owner of the monitored address.
   */
  counterpartyEntity: line(300).min(1).nullable(),
  /**
   * Risk category of a counterparty in the directory at that time. If an entity is set, that entity must have it.
   * Counterparties outside the directory have no category.
   */
  category: z.string().min(1).max(60).nullable(),
  /** Description for members; can be empty. */
  summary: line(1_000),
};
export const alertRuleInput = z.object(alertRuleFields);
export type AlertRuleInput = z.infer<typeof alertRuleInput>;

/** Conditions of a rule. */
export type AlertCondition = Omit<AlertRuleInput, 'severity' | 'summary'>;

/** Conditions without a column of their own, stored as one JSON document. */
export type StoredAlertConditions = Omit<AlertCondition, 'targetType' | 'target' | 'blockchain'>;

/** An entity that a rule can match. */
export interface AlertOrigin {
  readonly entityId: string | null;
  /** As visible to members of the organization. */
  readonly name: string | null;
  readonly categories: readonly string[];
}

/** A direct counterparty of the monitored address. */
export interface AlertParty extends AlertOrigin {
  readonly address: string;
  /** Coin of the chain in its smallest unit; null: unknown. */
  readonly amount: bigint | null;
}

/** The fields of a compliance transaction that rules compare. */
export interface AlertSubject {
  readonly blockchain: Blockchain;
  readonly txId: string;
  /** The monitored address, and the name that the organization gave its owner. */
  readonly address: string;
  readonly addressEntity: string | null;
  /** From the view of the monitored address. */
  readonly direction: 'in' | 'out';
  /** Coin of the chain in its smallest unit; null: unknown, or a token. */
  readonly amount: bigint | null;
  readonly parties: readonly AlertParty[];
  /**
   * Entities two or more hops before an incoming payment that are not among `parties`. `isComplete`: none is missing. Null:
   * unknown.
   */
  readonly indirect: { readonly origins: readonly AlertOrigin[]; readonly isComplete: boolean } | null;
  /** Known clusters of the addresses above and of targets with `withCluster`, by address. */
  readonly clusters: ReadonlyMap<string, string>;
}

/** Converts decimal text in coins to the smallest unit; undefined if it is not an amount of the chain. */
export function unitsOfCoins(text: string, chain: Blockchain): bigint | undefined {
  const parts = /^(\d{1,40})(?:\.(\d{1,18}))?$/.exec(text.trim());
  const fraction = parts?.[2] ?? '';
  if (!parts || fraction.length > chains[chain].coin.decimals) return undefined;
  return BigInt((parts[1] ?? '') + fraction.padEnd(chains[chain].coin.decimals, '0'));
}

/** Converts an amount in the smallest unit to coins, without trailing zeros. */
export function coinsOfUnits(units: bigint, chain: Blockchain): string {
  return shortDecimal(units, chains[chain].coin.decimals);
}

const folded = (text: string): string => text.normalize('NFKC').trim().toLowerCase();
const bareHash = (text: string): string => text.trim().toLowerCase().replace(/^0x/, '');

const isNamed = (party: AlertOrigin, entity: string): boolean =>
  party.entityId === entity.trim() || (party.name !== null && folded(party.name) === folded(entity));

/** Tests whether an address is the target, or in its cluster if the rule includes clusters. */
function isTargetAddress(
  { target, withCluster }: AlertCondition,
  { clusters }: AlertSubject,
  address: string,
): boolean {
  if (address === target) return true;
  const cluster = withCluster ? clusters.get(target) : undefined;
  return cluster !== undefined && clusters.get(address) === cluster;
}

type Side = 'own' | 'other';

/** Returns the side of the transaction that the target is on; undefined: neither. */
function sideOfTarget(rule: AlertCondition, subject: AlertSubject): Side | undefined {
  if (rule.targetType === 'transaction') {
    return bareHash(subject.txId) === bareHash(rule.target) ? 'own' : undefined;
  }
  if (rule.targetType === 'address') {
    if (isTargetAddress(rule, subject, subject.address)) return 'own';
    if (!rule.withCluster) return undefined;
  }
  return subject.parties.some((party) => isTargetParty(rule, subject, party)) ? 'other' : undefined;
}

function isTargetParty(rule: AlertCondition, subject: AlertSubject, party: AlertParty): boolean {
  return rule.targetType === 'entity'
    ? isNamed(party, rule.target)
    : isTargetAddress(rule, subject, party.address);
}

/** Compares directions; the other side receives what the monitored address sends. */
function isDirection({ direction }: AlertCondition, subject: AlertSubject, side: Side): boolean {
  if (direction === 'both') return true;
  return (subject.direction === direction) === (side === 'own');
}

/** Returns the matching counterparties; undefined: the rule names none, and the whole transaction counts. */
function partiesMeant(
  rule: AlertCondition,
  subject: AlertSubject,
  side: Side,
): readonly AlertParty[] | undefined {
  const { counterpartyEntity: entity, category } = rule;
  if (side === 'own' && entity === null && category === null) return undefined;
  return subject.parties.filter(
    (party) =>
      (side === 'own' ? entity === null || isNamed(party, entity) : isTargetParty(rule, subject, party)) &&
      (category === null || party.categories.includes(category)),
  );
}

/** Tests whether the known amounts add up to at least `least`; false if none is known. */
function reaches(amounts: readonly (bigint | null)[], least: bigint): boolean {
  const known = amounts.filter((amount) => amount !== null);
  return known.length > 0 && known.reduce((sum, amount) => sum + amount, 0n) >= least;
}

/** Compares the owner of the monitored address with the owner that a rule on an entity names. */
function isOwner({ counterpartyEntity: asked }: AlertCondition, { addressEntity }: AlertSubject): boolean {
  return asked === null || (addressEntity !== null && folded(addressEntity) === folded(asked));
}

/** Compares a rule with the direct counterparties. */
function raisesDirectly(rule: AlertCondition, subject: AlertSubject): boolean {
  const side = sideOfTarget(rule, subject);
  if (side === undefined || !isDirection(rule, subject, side)) return false;
  if (rule.counterpartyRelation === 'direct' && subject.parties.length === 0) return false;
  if (side === 'other' && !isOwner(rule, subject)) return false;
  const meant = partiesMeant(rule, subject, side);
  if (meant?.length === 0) return false;
  if (rule.amount === null) return true;
  const least = unitsOfCoins(rule.amount, rule.blockchain);
  const amounts = meant ? meant.map(({ amount }) => amount) : [subject.amount];
  return least !== undefined && reaches(amounts, least);
}

/** Tests whether a rule names an entity or category. */
function meansSomebody({ targetType, counterpartyEntity, category }: AlertCondition): boolean {
  return targetType === 'entity' || counterpartyEntity !== null || category !== null;
}

/** Tests whether a rule compares indirect counterparties. */
export function asksIndirect(rule: AlertCondition): boolean {
  const { counterpartyRelation: relation } = rule;
  return relation === 'indirect' || (relation === null && meansSomebody(rule));
}

/** Returns why a rule can't use indirect relations; undefined if it can, or doesn't. */
export function indirectRefusal(
  rule: Pick<AlertCondition, 'targetType' | 'direction' | 'withCluster' | 'counterpartyRelation'>,
): 'direction' | 'cluster' | undefined {
  if (rule.counterpartyRelation !== 'indirect') return undefined;
  if (rule.withCluster === true) return 'cluster';
  return rule.direction === (rule.targetType === 'entity' ? 'out' : 'in') ? undefined : 'direction';
}

/** `unknown`: all other conditions are true, but the indirect counterparties are unknown. */
export type AlertVerdict = 'raises' | 'silent' | 'unknown';

/** Compares a rule with the indirect counterparties of an incoming payment, by its whole amount. */
function compareIndirect(rule: AlertCondition, subject: AlertSubject): AlertVerdict {
  const { amount, indirect } = subject;
  const side = rule.targetType === 'entity' ? 'other' : sideOfTarget(rule, subject);
  // Addresses and clusters are known only for direct counterparties.
  if (side === undefined || (side === 'other' && rule.targetType !== 'entity')) return 'silent';
  if (subject.direction !== 'in' || !isDirection(rule, subject, side)) return 'silent';
  if (side === 'other' && !isOwner(rule, subject)) return 'silent';
  if (rule.amount !== null) {
    const least = unitsOfCoins(rule.amount, rule.blockchain);
    if (least === undefined || !reaches([amount], least)) return 'silent';
  }
  if (!indirect) return 'unknown';
  const entity = side === 'other' ? rule.target : rule.counterpartyEntity;
  const meant = indirect.origins.some(
    (origin) =>
      (entity === null || isNamed(origin, entity)) &&
      (rule.category === null || origin.categories.includes(rule.category)),
  );
  if (meant) return 'raises';
  return indirect.isComplete ? 'silent' : 'unknown';
}

/** Compares a rule with a transaction; see `AlertRule`. */
export function compareRule(rule: AlertCondition, subject: AlertSubject): AlertVerdict {
  if (rule.blockchain !== subject.blockchain) return 'silent';
  if (rule.counterpartyRelation !== 'indirect' && raisesDirectly(rule, subject)) return 'raises';
  return asksIndirect(rule) ? compareIndirect(rule, subject) : 'silent';
}

/** Tests whether a rule raises an alert for a transaction; an undecided rule does not. */
export function ruleRaises(rule: AlertCondition, subject: AlertSubject): boolean {
  return compareRule(rule, subject) === 'raises';
}
