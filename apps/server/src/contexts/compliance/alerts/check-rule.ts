import { type AlertRuleInput, alertTexts, indirectRefusal, unitsOfCoins } from '@hopscope/contract';
import { chains } from '@hopscope/domain';
import { type CategoryId, categoryIds } from '@hopscope/risk';
import { badRequest } from '../../../lib/app-error.ts';
import type { NetworkName } from '../../../ledger/bitcoin/ledger.ts';
import { identifiers, isHash } from '../../../lib/identifiers.ts';

/** Categories that aren't entities, and owners that tracing passes through. */
const notIndirect: readonly CategoryId[] = ['personal', 'mined', 'fee', 'unspent', 'burnt'];

/** With its address in the one spelling; 400 for what could never be decided. */
export function checkRule(input: AlertRuleInput, network: NetworkName): AlertRuleInput {
  const { targetType, target, blockchain, amount, category } = input;
  if (category !== null && !categoryIds.some((id) => id === category)) {
    throw badRequest('bad_request', `Unknown category ${category}`);
  }
  const refusal = indirectRefusal(input);
  if (refusal !== undefined) throw badRequest('bad_request', alertTexts.indirect[refusal]);
  if (input.counterpartyRelation === 'indirect' && notIndirect.some((id) => id === category)) {
    throw badRequest('bad_request', alertTexts.indirect.category);
  }
  if (amount !== null && unitsOfCoins(amount, blockchain) === undefined) {
    throw badRequest('bad_request', 'The amount has more decimals than the coin');
  }
  if (input.withCluster === true && (targetType !== 'address' || !chains[blockchain].hasClusters)) {
    throw badRequest('bad_request', 'Only Bitcoin addresses have clusters');
  }
  if (targetType === 'transaction' && !isHash(target)) {
    throw badRequest('invalid_hash', 'A transaction hash has 64 hexadecimal digits');
  }
  if (targetType !== 'address') return input;
  const { text } = identifiers[blockchain].address(target, network);
  return { ...input, target: text };
}
