import { texts } from '@hopscope/contract';

/** What is wrong with the block in the address bar; undefined where the server can be asked (height or hash). */
export function blockParamProblem(text: string): string | undefined {
  if (text.trim() === '') return texts.blockNumberMissing;
  return /^(\d+|(0x)?[\da-f]{64})$/i.test(text) ? undefined : texts.blockNumberInvalid;
}
