import type { Step } from '@hopscope/canvas';
import type { FlowRight } from '@hopscope/contract';
import { shortAddress } from '@hopscope/domain';
import { titleOf } from './node-labels.ts';

/** ID of the canvas that was created in this browser before the user joined an organization. */
export const browserDocument = 'browser';

const newPrefix = 'new-';

/** Returns the ID of a canvas that is not on the server yet. */
export const newDocumentId = (id: string): string => `${newPrefix}${id}`;
export const isNewDocument = (id: string): boolean => id.startsWith(newPrefix);

/** Returns the default title of a document with these first steps: the traced address. */
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
  return steps[0]?.title === 'Import file' ? 'Imported canvas' : 'Untitled canvas';
}

export const rightWords: Readonly<Record<FlowRight, string>> = {
  view: 'Can view',
  comment: 'Can add notes',
  edit: 'Can edit',
  own: 'Owner',
};

/** Returns why editing tools are disabled; null: they are enabled. */
export function reasonOf(right: FlowRight | null): string | null {
  if (right === 'view') return 'You can only view this canvas';
  if (right === 'comment') return 'You can only add notes to this canvas';
  return null;
}
