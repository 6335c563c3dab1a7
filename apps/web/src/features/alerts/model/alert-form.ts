import type { BitcoinNetwork } from '@hopscope/chain';
import {
  type AlertRuleInput,
  alertTexts as sharedTexts,
  type Blockchain,
  indirectRefusal,
  texts,
  alertEndpoints,
} from '@hopscope/contract';
import { chainOf, chains, defaultChain, isBlockchain } from '@hopscope/domain';
import { categories, type CategoryId, categoryIds } from '@hopscope/risk';
import { type FormRead, readForm } from '../../../lib/form/read-form.ts';
import { detectAddress } from '../../../lib/search/search-input.ts';
import { alertSeverities } from './alerts-view.ts';
import type { AlertType } from './alert-list.ts';

/** Texts required verbatim by. */
export const alertTexts = {
  targetTypeRequired: 'Please select target type',
  targetRequired: sharedTexts.targetRequired,
  blockchainRequired: 'Please select a blockchain',
  amountRequired: 'Please enter an amount or choose Any Amount',
  directionRequired: 'Please select transfer direction',
  severityRequired: 'Please select alert severity',
  saved: sharedTexts.saved,
} as const;

export const targetTypes = ['address', 'entity', 'transaction'] as const satisfies readonly AlertType[];
export const directions = ['in', 'out', 'both'] as const;
export type AlertDirection = (typeof directions)[number];
/** Relations of a counterparty to the target. */
export const relations = ['direct', 'indirect'] as const;
export type CounterpartyRelation = (typeof relations)[number];
/** Categories that indicate a risk, most severe first. */
export const riskyCategories: readonly CategoryId[] = categoryIds.filter((id) => categories[id].severity > 0);

/** Form values as typed. */
export type AlertFields = {
  targetType: string;
  target: string;
  /** `yes`: the whole cluster of a Bitcoin address. */
  withCluster: string;
  blockchain: string;
  /** `any`: Any Amount. */
  amountOf: 'custom' | 'any';
  /** Decimal text in coins of the chain, never a floating-point number. */
  amount: string;
  direction: string;
  severity: string;
  /** `any` or one of the relations. */
  counterpartyRelation: string;
  counterpartyEntity: string;
  /** `any` or a risk category. */
  category: string;
  alertSummary: string;
};

/** Default values. */
export const alertDefaults: AlertFields = {
  targetType: 'address',
  target: '',
  withCluster: '',
  blockchain: 'bitcoin',
  amountOf: 'custom',
  amount: '100',
  direction: 'in',
  severity: 'medium',
  counterpartyRelation: 'any',
  counterpartyEntity: '',
  category: 'any',
  alertSummary: '',
};

function isOneOf<Value extends string>(values: readonly Value[], text: string): text is Value {
  return (values as readonly string[]).includes(text);
}

/** Returns the selected chain, or the default chain if none is selected. */
export const chainOfForm = ({ blockchain }: Pick<AlertFields, 'blockchain'>): Blockchain =>
  isBlockchain(blockchain) ? blockchain : defaultChain;

/** Returns the fields changed by Any Amount: on clears the amount, off sets 100. */
export function amountFields(any: boolean): Pick<AlertFields, 'amountOf' | 'amount'> {
  return any ? { amountOf: 'any', amount: '' } : { amountOf: 'custom', amount: alertDefaults.amount };
}

const withArticle = (name: string): string => `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`;

function targetProblem({ targetType, target, blockchain }: AlertFields, network: BitcoinNetwork) {
  const text = target.trim();
  if (text === '') return alertTexts.targetRequired;
  if (targetType === 'transaction' && !/^(0x)?[\da-f]{64}$/i.test(text))
    return 'A transaction hash has 64 hexadecimal digits';
  if (targetType !== 'address') return undefined;
  const found = detectAddress(text, network);
  if (found.kind !== 'go') return texts.addressInvalid;
  const chain = chainOf(found.value);
  return isBlockchain(blockchain) && chain !== blockchain
    ? `This is ${withArticle(chains[chain].name)} address`
    : undefined;
}

function amountProblem({ amountOf, amount, blockchain }: AlertFields): string | undefined {
  if (amountOf === 'any') return undefined;
  const text = amount.trim();
  if (text === '') return alertTexts.amountRequired;
  if (text.startsWith('-')) return 'Please enter an amount of 0 or more';
  const decimals = /^\d+(?:\.(\d+))?$/.exec(text);
  if (!decimals) return 'Please enter a number such as 0.5';
  const coin = chains[isBlockchain(blockchain) ? blockchain : 'ethereum'].coin;
  return (decimals[1]?.length ?? 0) > coin.decimals
    ? `${coin.symbol} has ${coin.decimals} decimals at most`
    : undefined;
}

/** Returns whether the form can include a cluster: only Bitcoin addresses have one. */
export function hasCluster({ targetType, blockchain }: AlertFields): boolean {
  return targetType === 'address' && isBlockchain(blockchain) && chains[blockchain].hasClusters;
}

/** Returns the problem of an indirect relation that is incompatible with other fields, at the field to change. */
function indirectProblems({ targetType, direction, withCluster, ...form }: AlertFields) {
  const type = targetTypes.find((each) => each === targetType);
  const way = directions.find((each) => each === direction);
  if (form.counterpartyRelation !== 'indirect' || !type || !way) return {};
  const refusal = indirectRefusal({
    targetType: type,
    direction: way,
    withCluster: hasCluster({ targetType, direction, withCluster, ...form }) && withCluster === 'yes',
    counterpartyRelation: 'indirect',
  });
  if (refusal === undefined) return {};
  const text = sharedTexts.indirect[refusal];
  return refusal === 'direction' ? { direction: text } : { counterpartyRelation: text };
}

/** Returns the problems of the form by field. */
function problemsOf(form: AlertFields, network: BitcoinNetwork): Record<string, string> {
  const problems: Record<string, string | undefined> = {
    targetType: isOneOf(targetTypes, form.targetType) ? undefined : alertTexts.targetTypeRequired,
    target: targetProblem(form, network),
    blockchain: isBlockchain(form.blockchain) ? undefined : alertTexts.blockchainRequired,
    amount: amountProblem(form),
    direction: isOneOf(directions, form.direction) ? undefined : alertTexts.directionRequired,
    severity: isOneOf(alertSeverities, form.severity) ? undefined : alertTexts.severityRequired,
    ...indirectProblems(form),
  };
  const wrong = Object.entries(problems).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, text] as const],
  );
  return Object.fromEntries(wrong);
}

const verbs: Readonly<Record<AlertDirection, string>> = {
  in: 'receives',
  out: 'sends',
  both: 'receives or sends',
};
const sides: Readonly<Record<AlertDirection, string>> = { in: 'from', out: 'to', both: 'from or to' };

function categoryName({ category }: AlertFields): string | undefined {
  const id = riskyCategories.find((each) => each === category);
  return id && categories[id].name;
}

/** Returns whether a rule is limited to certain counterparties of a monitored address. */
const meansSomebody = (form: AlertFields): boolean =>
  form.targetType === 'entity' || form.counterpartyEntity.trim() !== '' || categoryName(form) !== undefined;

/**
 * Returns the words for a rule without a relation, which also checks the source of incoming payments for indirect counterparties.
 */
function eitherWay(form: AlertFields, direction: AlertDirection): string {
  if (!meansSomebody(form)) return '';
  if (direction === 'both') {
    return `, directly or, where it ${form.targetType === 'entity' ? 'sends' : 'receives'}, indirectly,`;
  }
  return direction === (form.targetType === 'entity' ? 'out' : 'in') ? ', directly or indirectly,' : '';
}

function counterparty(form: AlertFields, direction: AlertDirection): string {
  const entity = form.counterpartyEntity.trim();
  const direct = form.counterpartyRelation === 'direct';
  // For an entity, the category is that of the target.
  const category = form.targetType === 'entity' ? undefined : categoryName(form);
  const kind = category === undefined ? '' : ` of category ${category}`;
  const end = form.counterpartyRelation === 'any' ? eitherWay(form, direction) : '';
  if (entity !== '') return ` ${sides[direction]} ${entity}${kind}${direct ? ' directly' : end}`;
  if (direct) return ` ${sides[direction]} a direct counterparty${kind}`;
  return kind === '' ? end : ` ${sides[direction]} a counterparty${kind}${end}`;
}

interface Words {
  readonly whom: string;
  readonly much: string;
}

/** Describes the event at the target, or at its counterparty. */
function happens(form: AlertFields, direction: AlertDirection, { whom, much }: Words): string {
  return `${form.targetType} ${whom} ${verbs[direction]} ${much}${counterparty(form, direction)}`;
}

const farWays: Readonly<Record<AlertDirection, string>> = {
  in: 'comes',
  out: 'goes',
  both: 'comes or goes',
};

/** Describes a payment with an indirect counterparty; for an entity, from the view of its counterparties. */
function happensFar(form: AlertFields, direction: AlertDirection, { whom, much }: Words): string {
  const [far, entity] = ['indirectly, over two or more hops,', form.counterpartyEntity.trim()];
  const payment = `a payment of ${much}`;
  if (form.targetType === 'entity') {
    const other = entity === '' ? 'a monitored address' : entity;
    const seen = farWays[direction === 'in' ? 'out' : direction === 'out' ? 'in' : 'both'];
    const ends = {
      in: `to entity ${whom} from ${other}`,
      out: `from entity ${whom} to ${other}`,
      both: `between entity ${whom} and ${other}`,
    };
    return `${payment} ${seen} ${far} ${ends[direction]}`;
  }
  const category = categoryName(form);
  const kind = category === undefined ? '' : ` of category ${category}`;
  const end = entity === '' ? `a known party${kind}` : `${entity}${kind}`;
  return `${form.targetType} ${whom} ${verbs[direction]} ${payment} that ${farWays[direction]} ${far} ${sides[direction]} ${end}`;
}

/** Returns the live summary of the form; undefined until target, chain, amount, direction, and severity are set. */
export function summaryOf(form: AlertFields): string | undefined {
  const { targetType, blockchain, amountOf, direction, severity } = form;
  const [target, amount] = [form.target.trim(), form.amount.trim()];
  if (target === '' || !isBlockchain(blockchain) || !isOneOf(directions, direction)) return undefined;
  if (!isOneOf(alertSeverities, severity) || (amountOf === 'custom' && amount === '')) return undefined;
  const much = amountOf === 'any' ? 'any amount' : `${amount} ${chains[blockchain].coin.symbol} or more`;
  const level = severity.charAt(0).toUpperCase() + severity.slice(1);
  const kind = targetType === 'entity' ? categoryName(form) : undefined;
  const cluster = hasCluster(form) && form.withCluster === 'yes' ? ' or its cluster' : '';
  const whom = kind === undefined ? `${target}${cluster}` : `${target} of category ${kind}`;
  const what =
    form.counterpartyRelation === 'indirect'
      ? happensFar(form, direction, { whom, much })
      : happens(form, direction, { whom, much });
  return `${level} alert when ${what} on ${chains[blockchain].name}.`;
}

/** Returns the rule of a form, or its problems by field; addresses are normalized. */
export function readAlertForm(form: AlertFields, network: BitcoinNetwork): FormRead<AlertRuleInput> {
  const target = form.target.trim();
  const found = form.targetType === 'address' ? detectAddress(target, network) : undefined;
  const right = { ...form, target: found?.kind === 'go' ? found.value : target };
  const own = form.alertSummary.trim();
  const rule: AlertRuleInput = {
    targetType: targetTypes.find((type) => type === form.targetType) ?? 'address',
    target: right.target,
    withCluster: hasCluster(form) && form.withCluster === 'yes',
    blockchain: chainOfForm(form),
    amount: form.amountOf === 'any' ? null : form.amount.trim(),
    direction: directions.find((direction) => direction === form.direction) ?? 'in',
    severity: alertSeverities.find((severity) => severity === form.severity) ?? 'medium',
    counterpartyRelation: relations.find((relation) => relation === form.counterpartyRelation) ?? null,
    counterpartyEntity: form.counterpartyEntity.trim() || null,
    category: riskyCategories.find((id) => id === form.category) ?? null,
    summary: own === '' ? (summaryOf(right) ?? '') : own,
  };
  return readForm(alertEndpoints.createAlertRule.body, rule, problemsOf(form, network), ([name]) =>
    name === 'summary' ? 'alertSummary' : String(name),
  );
}

/** Converts a saved rule to form values; a summary that equals the generated one is left to the form. */
export function fieldsOf(saved: AlertRuleInput): AlertFields {
  const { targetType, target, blockchain, amount, direction, severity, summary } = saved;
  const fields: AlertFields = {
    targetType,
    target,
    withCluster: saved.withCluster === true ? 'yes' : '',
    blockchain,
    direction,
    severity,
    amountOf: amount === null ? 'any' : 'custom',
    amount: amount ?? '',
    counterpartyRelation: saved.counterpartyRelation ?? 'any',
    counterpartyEntity: saved.counterpartyEntity ?? '',
    category: saved.category ?? 'any',
    alertSummary: '',
  };
  // The summary of earlier versions, when a rule without a relation checked only the direct counterparty.
  const earlier = summaryOf({ ...fields, counterpartyRelation: '' });
  return { ...fields, alertSummary: summary === summaryOf(fields) || summary === earlier ? '' : summary };
}

/** Returns the summary of a saved rule. */
export const summaryOfSaved = (saved: AlertRuleInput): string => summaryOf(fieldsOf(saved)) ?? '';
