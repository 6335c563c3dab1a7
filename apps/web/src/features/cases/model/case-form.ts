import { type CaseDetails, type CasePriority, casePriorities, caseLimits } from '@hopscope/contract';

/** Form values of a case. */
export type CaseForm = {
  title: string;
  description: string;
  priority: string;
  clientId: string;
  tags: string;
  /** A day, or empty. */
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

/** Returns the request body of a form. */
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

/** Returns the names of fields that differ from the initial values. */
export function changedNames(base: CaseForm, form: CaseForm): CaseFormName[] {
  return (Object.keys(base) as CaseFormName[]).filter((name) => base[name].trim() !== form[name].trim());
}

/** Returns fields that others changed meanwhile. */
export const changedByOthers = (base: CaseForm, current: CaseForm): CaseFormName[] =>
  changedNames(base, current);

/** Merges changes of others into the form; fields that the person changed keep the typed values. */
export function mergeCaseForm(base: CaseForm, mine: CaseForm, theirs: CaseForm): CaseForm {
  const own = new Set(changedNames(base, mine));
  const names = Object.keys(base) as CaseFormName[];
  return Object.fromEntries(
    names.map((name) => [name, own.has(name) ? mine[name] : theirs[name]]),
  ) as CaseForm;
}
