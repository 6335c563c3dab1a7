import type { Step } from '@hopscope/canvas';
import type { FlowRight } from '@hopscope/contract';
import { shortAddress } from '@hopscope/domain';
import { titleOf } from './node-words.ts';

/** Names the canvas that somebody had in this browser before they were in an organization. */
export const browserDocument = 'browser';

const newPrefix = 'new-';

/** Id of a canvas that the server does not know yet. */
export const newDocumentId = (id: string): string => `${newPrefix}${id}`;
export const isNewDocument = (id: string): boolean => id.startsWith(newPrefix);

/** What a document is called that begins with these steps: as its traced address. */
export function titleOfSteps(steps: readonly Step[]): string {
  for (const { query, changes } of steps) {
    if (query?.kind !== 'trace') continue;
    const { address } = query;
    for (const one of changes) {
      if (one.change !== 'create' || one.record.kind !== 'node') continue;
      if (one.record.address === address) return titleOf(one.record);
    }
    return shortAddress(address);
  }
  return steps[0]?.title === 'Import a file' ? 'Imported canvas' : 'Untitled canvas';
}

export const rightWords: Readonly<Record<FlowRight, string>> = {
  view: 'May look',
  comment: 'May write notes',
  edit: 'May edit',
  own: 'Owner',
};

/** Why tools are off; null: they are not. */
export function reasonOf(right: FlowRight | null): string | null {
  if (right === 'view') return 'You may only look at this canvas';
  if (right === 'comment') return 'You may only write notes on this canvas';
  return null;
}
