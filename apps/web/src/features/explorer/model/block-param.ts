import { texts } from '@hopscope/contract';

/** Returns the problem with the block in the URL; undefined for a height or hash. */
export function blockParamProblem(text: string): string | undefined {
  if (text.trim() === '') return texts.blockNumberMissing;
  return /^(\d+|(0x)?[\da-f]{64})$/i.test(text) ? undefined : texts.blockNumberInvalid;
}
