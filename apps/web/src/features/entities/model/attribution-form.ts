import type { CallInput, changeAttribution, EntityAddress } from '@hopscope/contract';
import type { FormRead } from '../../../lib/form/read-form.ts';
import { type Blockchain, blockchains } from '@hopscope/domain';

export type AttributionAction = 'add' | 'correct' | 'end';

/** An attribution as texts of a form. */
export interface AttributionForm {
  readonly blockchain: Blockchain;
  readonly address: string;
  readonly kind: 'direct' | 'derived';
  readonly bo: string;
  readonly custodian: string;
  readonly label: string;
  readonly confidence: string;
  readonly ref: string;
  readonly validFrom: string;
  readonly validTo: string;
}

/** Returns the form of a row; empty without one. To end an attribution of a source, the editor's own reference is needed. */
export function attributionForm(row: EntityAddress | undefined, action: AttributionAction): AttributionForm {
  return {
    blockchain: row?.blockchain ?? blockchains[0],
    address: row?.address ?? '',
    kind: row?.kind ?? 'direct',
    bo: row?.bo ?? '',
    custodian: row?.custodian ?? '',
    label: row?.label ?? '',
    confidence: String(row?.confidence ?? 100),
    ref: action === 'correct' ? (row?.ref ?? '') : '',
    validFrom: row?.validFrom ?? '',
    validTo: row?.validTo ?? '',
  };
}

const orNone = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** Returns the request body without reason, or problems by field. */
export function readAttribution(
  form: AttributionForm,
  action: AttributionAction,
): FormRead<Omit<CallInput<typeof changeAttribution>['body'], 'reason'>> {
  const problems: Partial<Record<keyof AttributionForm, string>> = {};
  if (form.address.trim() === '') problems.address = 'Please enter an address';
  if (form.ref.trim() === '') problems.ref = 'Please enter a link or reference';
  const confidence = /^\d{1,3}$/.test(form.confidence.trim()) ? Number(form.confidence) : -1;
  if (confidence < 0 || confidence > 100) problems.confidence = 'Please enter a whole number from 0 to 100';
  if (form.validFrom !== '' && form.validTo !== '' && form.validTo < form.validFrom)
    problems.validTo = 'The last day must not be before the first';
  if (Object.keys(problems).length > 0) return { problems };
  const { blockchain, kind } = form;
  return {
    body: {
      action,
      blockchain,
      address: form.address.trim(),
      kind,
      bo: orNone(form.bo),
      custodian: orNone(form.custodian),
      label: orNone(form.label),
      confidence,
      ref: form.ref.trim(),
      validFrom: orNone(form.validFrom),
      validTo: orNone(form.validTo),
    },
  };
}
