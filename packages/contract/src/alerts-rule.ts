import type { Blockchain } from './chain-shapes.ts';

export const alertTargetTypes = ['address', 'entity', 'transaction'] as const;
export type AlertTargetType = (typeof alertTargetTypes)[number];
export const alertDirections = ['in', 'out', 'both'] as const;
export const alertSeverities = ['high', 'medium', 'low'] as const;
export const alertRelations = ['direct', 'indirect'] as const;

/** What a rule asks of a transaction; `AlertRule` says what each field is compared with. */
export interface AlertCondition {
  readonly targetType: AlertTargetType;
  readonly target: string;
  /** An address together with all of its cluster. */
  readonly withCluster?: boolean | undefined;
  readonly blockchain: Blockchain;
  readonly direction: (typeof alertDirections)[number];
  /** In coins; null: any. */
  readonly amount: string | null;
  readonly counterpartyRelation: (typeof alertRelations)[number] | null;
  readonly counterpartyEntity: string | null;
  /** A risk category; null: any. */
  readonly category: string | null;
}

/** Somebody on the other side of the monitored address. */
export interface AlertParty {
  readonly address: string;
  readonly entityId: string | null;
  /** As members of the organisation may see it. */
  readonly name: string | null;
  readonly categories: readonly string[];
  /** Of the chain's coin, in the smallest unit; null: not known. */
  readonly amount: bigint | null;
}

/** A compliance transaction as far as rules look at it. */
export interface AlertSubject {
  readonly blockchain: Blockchain;
  readonly txId: string;
  /** The monitored address, and the name that the organisation gave to whom it belongs. */
  readonly address: string;
  readonly addressEntity: string | null;
  /** Seen from the monitored address. */
  readonly direction: 'in' | 'out';
  /** Of the chain's coin, in the smallest unit; null: not known, or a token. */
  readonly amount: bigint | null;
  readonly parties: readonly AlertParty[];
  /** Clusters of addresses named here and of the targets of rules that ask for clusters; others are in none that is known. */
  readonly clusters: ReadonlyMap<string, string>;
}

const decimals: Readonly<Record<Blockchain, number>> = { bitcoin: 8, ethereum: 18 };

/** Coins as decimal text in the smallest unit; undefined for what is no amount of the chain. */
export function unitsOfCoins(text: string, chain: Blockchain): bigint | undefined {
  const parts = /^(\d{1,40})(?:\.(\d{1,18}))?$/.exec(text.trim());
  const fraction = parts?.[2] ?? '';
  if (!parts || fraction.length > decimals[chain]) return undefined;
  return BigInt((parts[1] ?? '') + fraction.padEnd(decimals[chain], '0'));
}

/** The smallest unit as coins, without zeros at the end. */
export function coinsOfUnits(units: bigint, chain: Blockchain): string {
  const digits = String(units).padStart(decimals[chain] + 1, '0');
  const fraction = digits.slice(-decimals[chain]).replace(/0+$/, '');
  return digits.slice(0, -decimals[chain]) + (fraction === '' ? '' : `.${fraction}`);
}

const folded = (text: string): string => text.normalize('NFKC').trim().toLowerCase();
const bareHash = (text: string): string => text.trim().toLowerCase().replace(/^0x/, '');

const isNamed = (party: AlertParty, entity: string): boolean =>
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

/**
 * Whether a rule is to raise an alert for a transaction, as `AlertRule` says. What cannot be decided does not raise.
 */
export function ruleRaises(rule: AlertCondition, subject: AlertSubject): boolean {
  if (rule.blockchain !== subject.blockchain || rule.counterpartyRelation === 'indirect') return false;
  const side = sideOfTarget(rule, subject);
  if (side === undefined || !isDirection(rule, subject, side)) return false;
  if (rule.counterpartyRelation === 'direct' && subject.parties.length === 0) return false;
  if (side === 'other' && rule.counterpartyEntity !== null) {
    const { addressEntity } = subject;
    if (addressEntity === null || folded(addressEntity) !== folded(rule.counterpartyEntity)) return false;
  }
  const meant = partiesMeant(rule, subject, side);
  if (meant?.length === 0) return false;
  if (rule.amount === null) return true;
  const least = unitsOfCoins(rule.amount, rule.blockchain);
  const amounts = meant ? meant.map(({ amount }) => amount) : [subject.amount];
  return least !== undefined && reaches(amounts, least);
}
