import type { Blockchain } from '@hopscope/contract';
import { ApiError } from '../../../lib/api/api-error.ts';

type Named = { blockchain: Blockchain };

function isOn<Answer extends Named, Chain extends Blockchain>(
  answer: Answer,
  chain: Chain,
): answer is Extract<Answer, { blockchain: Chain }> {
  return answer.blockchain === chain;
}

/** Narrows an answer to `chain`. Throws ApiError `bad_answer` if it is about another chain. */
export function onChain<Answer extends Named, Chain extends Blockchain>(
  answer: Answer,
  chain: Chain,
): Extract<Answer, { blockchain: Chain }> {
  if (isOn(answer, chain)) return answer;
  throw new ApiError('bad_answer', 'The server sent data of another blockchain.');
}
