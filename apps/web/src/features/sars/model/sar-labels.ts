import type { SarEventKind, SarStatus } from '@hopscope/contract';
import type { TagTone } from '../../../ui/display/Tag.tsx';

export const statusTones: Readonly<Record<SarStatus, TagTone>> = {
  DRAFT: 'gray',
  READY: 'orange',
  SIGNED_ONCE: 'orange',
  SIGNED: 'blue',
  SUBMITTED: 'green',
  WITHDRAWN: 'gray',
};

export const eventNames: Readonly<Record<SarEventKind, string>> = {
  created: 'Created',
  changed: 'Changed',
  asked: 'Signatures requested',
  signed: 'Signed',
  returned: 'Returned to draft',
  submitted: 'Filed',
  withdrawn: 'Withdrawn',
};

const partNames: Readonly<Record<string, string>> = {
  title: 'title',
  forms: 'where it is filed',
  filing: 'filing',
  institution: 'institution',
  subjects: 'subjects',
  activity: 'activity',
  lawEnforcement: 'law enforcement',
  transactions: 'transactions',
  attachTransactions: 'attachment',
  narrative: 'narrative',
  goaml: 'goAML',
};

export const partName = (part: string): string => partNames[part] ?? part;
