import { type CaseDetails, type CasePriority, casePriorities, caseLimits } from '@hopscope/contract';

/** What is said of a case, as a form holds it. */
export type CaseForm = {
  title: string;
  description: string;
  priority: string;
  clientId: string;
  tags: string;
  /** A day, or nothing. */
  dueAt: string;
};
export type CaseFormName = keyof CaseForm;
export type CaseProblems = Partial<Record<string, string>>;

export const emptyCaseForm: CaseForm = {
  title: '',
  description: '',
  priority: 'MEDIUM',
  clientId: '',
  tags: '',
  dueAt: '',
};

/** Due dates are days: a case is due when its day is over (UTC). */
const dueTime = 'T23:59:59.000Z';

export function caseFormOf(found: CaseDetails): CaseForm {
  return {
    title: found.title,
    description: found.description,
    priority: found.priority,
    clientId: found.clientId ?? '',
    tags: found.tags.join('; '),
    dueAt: found.dueAt?.slice(0, 10) ?? '',
  };
}

export const dueOfDay = (day: string): string | null => (day === '' ? null : `${day}${dueTime}`);
const priorityOf = (text: string): CasePriority => casePriorities.find((each) => each === text) ?? 'MEDIUM';

/** What is sent of a form. */
export function caseValues(form: CaseForm) {
  return {
    title: form.title.trim(),
    description: form.description.trim(),
    priority: priorityOf(form.priority),
    clientId: form.clientId.trim() === '' ? null : form.clientId.trim(),
    tags: form.tags
      .split(';')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    dueAt: dueOfDay(form.dueAt),
  };
}

export function caseProblems(form: CaseForm): CaseProblems {
  const { title, tags } = caseValues(form);
  return {
    ...(title === '' && { title: 'Please enter a title' }),
    ...(tags.length > caseLimits.tags && { tags: `At most ${String(caseLimits.tags)} tags` }),
    ...(tags.some((tag) => tag.length > 60) && { tags: 'A tag has at most 60 characters' }),
  };
}

/** Names of the fields in which the form differs from what it began with. */
export function changedNames(base: CaseForm, form: CaseForm): CaseFormName[] {
  return (Object.keys(base) as CaseFormName[]).filter((name) => base[name].trim() !== form[name].trim());
}

/** Fields that somebody else changed meanwhile. */
export const changedByOthers = (base: CaseForm, current: CaseForm): CaseFormName[] =>
  changedNames(base, current);

/** Their changes under mine: what I have changed stays as I typed it. */
export function mergeCaseForm(base: CaseForm, mine: CaseForm, theirs: CaseForm): CaseForm {
  const own = new Set(changedNames(base, mine));
  const names = Object.keys(base) as CaseFormName[];
  return Object.fromEntries(
    names.map((name) => [name, own.has(name) ? mine[name] : theirs[name]]),
  ) as CaseForm;
}
