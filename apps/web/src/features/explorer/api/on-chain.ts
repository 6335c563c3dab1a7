import type { Blockchain } from '@hopscope/contract';
import { ApiError } from '../../../lib/api/api-error.ts';

type Named = { blockchain: Blockchain };

function isOn<Answer extends Named, Chain extends Blockchain>(
  answer: Answer,
  chain: Chain,
): answer is Extract<Answer, { blockchain: Chain }> {
  return answer.blockchain === chain;
}

/** The answer, which is about `chain`. Throws ApiError `bad_answer` if it is about another. */
export function onChain<Answer extends Named, Chain extends Blockchain>(
  answer: Answer,
  chain: Chain,
): Extract<Answer, { blockchain: Chain }> {
  if (isOn(answer, chain)) return answer;
  throw new ApiError('bad_answer', 'The server answered about another blockchain.');
}
