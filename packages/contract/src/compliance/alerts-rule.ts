import { chains, shortDecimal } from '@hopscope/domain';
import { z } from 'zod';
import { type Blockchain, blockchain } from '../explorer/chain-shapes.ts';
import { texts } from '../texts.ts';

export const alertTargetTypes = ['address', 'entity', 'transaction'] as const;
export type AlertTargetType = (typeof alertTargetTypes)[number];
export const alertDirections = ['in', 'out', 'both'] as const;
export const alertSeverities = ['high', 'medium', 'low'] as const;
export const alertRelations = ['direct', 'indirect'] as const;

/** and why some rules are not taken. */
export const alertTexts = {
  targetRequired: 'Please enter a target address or entity',
  indirect: {
    direction: 'Indirect is known of payments that come in: the target receives, or is an entity that sends.',
    cluster: 'Indirect is known of entities and categories, not of clusters.',
    category: 'Nobody of this category is looked for behind a payment.',
  },
  saved: 'Alert configuration saved successfully',
} as const;

const line = (most: number) =>
  z
    .string()
    .regex(/^\P{Cc}*$/u, texts.controlCharacters)
    .trim()
    .max(most);

/** Every field of a rule; all but `severity` and `summary` are conditions. */
export const alertRuleFields = {
  /**
   * What `target` is. `address`: a monitored address of the organization, compared with the address of the transaction.
   * `entity`: name or id of an entity, compared with those of the counterparties (upper and lower case are the same).
   * `transaction`: a transaction's hash.
   */
  targetType: z.enum(alertTargetTypes),
  target: line(300).min(1, alertTexts.targetRequired),
  /**
   * Of a Bitcoin address: all addresses of its cluster are the target too, as the cluster is when a transaction is compared. A
   * counterparty of the cluster is compared as an entity is: it sends what the monitored address receives, and the amount is
   * that of the counterparties of the cluster.
   */
  withCluster: z.boolean().optional(),
  blockchain,
  /**
   * Seen from the target: a monitored address or a transaction as the monitored address sees it; an entity sends what a
   * monitored address receives.
   */
  direction: z.enum(alertDirections),
  /**
   * This much or more, in coins of the chain as decimal text; null: any, also tokens. Compared with the net amount of the
   * transaction; where an entity or a category is named, with the sum of the counterparties that are meant, but of those who
   * stand behind it indirectly with the whole of it. An amount that is not known, and one of a token, reaches none.
   */
  amount: z
    .string()
    .regex(/^\d{1,40}(?:\.\d{1,18})?$/)
    .nullable(),
  severity: z.enum(alertSeverities),
  /**
   * How the monitored address is related to who is meant by `target`, `counterpartyEntity` or `category`. `direct`: on the other
   * side of the transaction itself. `indirect`: at two or more hops behind a payment that comes in, by the exposure that the
   * score of the transaction rests on, and not known on its other side; where nobody in particular is meant, anybody who is
   * known. It is known once the transaction is in a block. Only of payments that come in, without `withCluster` (400). Null:
   * either one.
   */
  counterpartyRelation: z.enum(alertRelations).nullable(),
  /**
   * Name or id of an entity among the counterparties, of whom the 50 largest are known; where the target is an entity, the
   * name that the organization gave to whom the monitored address belongs.
   */
  counterpartyEntity: line(300).min(1).nullable(),
  /**
   * A risk category that a counterparty has in the directory at that time; together with an entity, that entity has it.
   * Who is not in the directory has none.
   */
  category: z.string().min(1).max(60).nullable(),
  /** What members read; empty: nothing of their own. */
  summary: line(1_000),
};
export const alertRuleInput = z.object(alertRuleFields);
export type AlertRuleInput = z.infer<typeof alertRuleInput>;

/** What a rule asks of a transaction. */
export type AlertCondition = Omit<AlertRuleInput, 'severity' | 'summary'>;

/** Conditions that no query asks for: the server stores them together. */
export type StoredAlertConditions = Omit<AlertCondition, 'targetType' | 'target' | 'blockchain'>;

/** Somebody whom a rule may mean. */
export interface AlertOrigin {
  readonly entityId: string | null;
  /** As members of the organization may see it. */
  readonly name: string | null;
  readonly categories: readonly string[];
}

/** Somebody on the other side of the monitored address. */
export interface AlertParty extends AlertOrigin {
  readonly address: string;
  /** Of the chain's coin, in the smallest unit; null: not known. */
  readonly amount: bigint | null;
}

/** A compliance transaction as far as rules look at it. */
export interface AlertSubject {
  readonly blockchain: Blockchain;
  readonly txId: string;
  /** The monitored address, and the name that the organization gave to whom it belongs. */
  readonly address: string;
  readonly addressEntity: string | null;
  /** Seen from the monitored address. */
  readonly direction: 'in' | 'out';
  /** Of the chain's coin, in the smallest unit; null: not known, or a token. */
  readonly amount: bigint | null;
  readonly parties: readonly AlertParty[];
  /**
   * Who stands behind an incoming payment at two or more hops without being one of `parties`; `whole`: nobody was left out. Null: not
   * known.
   */
  readonly indirect: { readonly listed: readonly AlertOrigin[]; readonly whole: boolean } | null;
  /** Clusters of addresses named here and of the targets of rules that ask for clusters; others are in none that is known. */
  readonly clusters: ReadonlyMap<string, string>;
}

/** Coins as decimal text in the smallest unit; undefined for what is no amount of the chain. */
export function unitsOfCoins(text: string, chain: Blockchain): bigint | undefined {
  const parts = /^(\d{1,40})(?:\.(\d{1,18}))?$/.exec(text.trim());
  const fraction = parts?.[2] ?? '';
  if (!parts || fraction.length > chains[chain].coin.decimals) return undefined;
  return BigInt((parts[1] ?? '') + fraction.padEnd(chains[chain].coin.decimals, '0'));
}

/** The smallest unit as coins, without zeros at the end. */
export function coinsOfUnits(units: bigint, chain: Blockchain): string {
  return shortDecimal(units, chains[chain].coin.decimals);
}

const folded = (text: string): string => text.normalize('NFKC').trim().toLowerCase();
const bareHash = (text: string): string => text.trim().toLowerCase().replace(/^0x/, '');

const isNamed = (party: AlertOrigin, entity: string): boolean =>
  party.entityId === entity.trim() || (party.name !== null && folded(party.name) === folded(entity));

/** Whether an address is the target, or of its cluster where that is asked for. */
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

/** Which side of the transaction the target is; undefined: neither. */
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

/** Who is on the other side receives what the monitored address sends. */
function isDirection({ direction }: AlertCondition, subject: AlertSubject, side: Side): boolean {
  if (direction === 'both') return true;
  return (subject.direction === direction) === (side === 'own');
}

/** Who of the other side is meant; undefined: nobody in particular, the whole transaction counts. */
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

/** Whether a sum of which parts may be unknown reaches an amount for sure; where all of them are, nothing is. */
function reaches(amounts: readonly (bigint | null)[], least: bigint): boolean {
  const known = amounts.filter((amount) => amount !== null);
  return known.length > 0 && known.reduce((sum, amount) => sum + amount, 0n) >= least;
}

/** The name that the organization gave to whom the monitored address belongs, where a rule on an entity asks for it. */
function isOwner({ counterpartyEntity: asked }: AlertCondition, { addressEntity }: AlertSubject): boolean {
  return asked === null || (addressEntity !== null && folded(addressEntity) === folded(asked));
}

/** By whom is on the other side of the transaction itself. */
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

/** Whether a rule means somebody in particular of those that a monitored address deals with. */
function meansSomebody({ targetType, counterpartyEntity, category }: AlertCondition): boolean {
  return targetType === 'entity' || counterpartyEntity !== null || category !== null;
}

/** Whether a rule looks at who stands behind payments, beyond whom they come from. */
export function asksIndirect(rule: AlertCondition): boolean {
  const { counterpartyRelation: relation } = rule;
  return relation === 'indirect' || (relation === null && meansSomebody(rule));
}

/** What keeps a rule from being asked of indirect relations; undefined: nothing does. */
export function indirectRefusal(
  rule: Pick<AlertCondition, 'targetType' | 'direction' | 'withCluster' | 'counterpartyRelation'>,
): 'direction' | 'cluster' | undefined {
  if (rule.counterpartyRelation !== 'indirect') return undefined;
  if (rule.withCluster === true) return 'cluster';
  return rule.direction === (rule.targetType === 'entity' ? 'out' : 'in') ? undefined : 'direction';
}

/** `unknown`: all else holds, and who stands behind the payment is not known. */
export type AlertVerdict = 'raises' | 'silent' | 'unknown';

/** By who stands behind an incoming payment, whose whole amount counts. */
function compareIndirect(rule: AlertCondition, subject: AlertSubject): AlertVerdict {
  const { amount, indirect } = subject;
  const side = rule.targetType === 'entity' ? 'other' : sideOfTarget(rule, subject);
  // Addresses and clusters are known of the other side alone.
  if (side === undefined || (side === 'other' && rule.targetType !== 'entity')) return 'silent';
  if (subject.direction !== 'in' || !isDirection(rule, subject, side)) return 'silent';
  if (side === 'other' && !isOwner(rule, subject)) return 'silent';
  if (rule.amount !== null) {
    const least = unitsOfCoins(rule.amount, rule.blockchain);
    if (least === undefined || !reaches([amount], least)) return 'silent';
  }
  if (!indirect) return 'unknown';
  const entity = side === 'other' ? rule.target : rule.counterpartyEntity;
  const meant = indirect.listed.some(
    (origin) =>
      (entity === null || isNamed(origin, entity)) &&
      (rule.category === null || origin.categories.includes(rule.category)),
  );
  if (meant) return 'raises';
  return indirect.whole ? 'silent' : 'unknown';
}

/** What a rule says of a transaction, as `AlertRule` says. */
export function compareRule(rule: AlertCondition, subject: AlertSubject): AlertVerdict {
  if (rule.blockchain !== subject.blockchain) return 'silent';
  if (rule.counterpartyRelation !== 'indirect' && raisesDirectly(rule, subject)) return 'raises';
  return asksIndirect(rule) ? compareIndirect(rule, subject) : 'silent';
}

/** Whether a rule is to raise an alert for a transaction. What cannot be decided does not raise. */
export function ruleRaises(rule: AlertCondition, subject: AlertSubject): boolean {
  return compareRule(rule, subject) === 'raises';
}
