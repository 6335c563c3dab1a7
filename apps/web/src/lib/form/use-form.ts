import { useRef, useState } from 'react';
import {
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
  get,
  set,
  useForm as useFormState,
} from 'react-hook-form';
import { toApiError } from '../api/api-error.ts';
import { formFailure } from '../api/failure-message.ts';
import { useServices } from '../services.ts';
import { type FormProblems, type FormRead, wholeForm } from './read-form.ts';

interface FormSetup<Values extends FieldValues, Body, Answer> {
  /** What the form starts with, and returns to when changes are discarded. */
  start: Values;
  /**
   * Name under which typed texts survive a reload, the end of a session, and navigation, with the ID of the form's subject.
   * Never for passwords. A component reused for another subject needs another `key`.
   */
  draft?: string | undefined;
  /** `send` only asks for a confirmation: the draft stays until `reset`. */
  confirms?: boolean;
  read: (values: Values) => FormRead<Body>;
  send: (body: Body) => Promise<Answer>;
  sent: (answer: Answer, form: { reset: (next?: Values) => void }) => void;
  /** Shown if the server gives no reason. */
  failure: string;
  /**
   * Handles a refusal. Returns the text to show above the buttons (empty for none), or errors by field; undefined: the
   * errors of the server at their fields, otherwise its reason.
   */
  refused?: (thrown: Error) => string | FormProblems | undefined;
}

export interface Form<Values extends FieldValues> {
  values: Values;
  /** Returns the values with changes since the last render. */
  current: () => Values;
  /** Properties of the control of a field. */
  field: <Name extends Path<Values>>(
    name: Name,
  ) => {
    name: Name;
    value: PathValue<Values, Name>;
    error: string | undefined;
    onChange: (value: PathValue<Values, Name>) => void;
  };
  change: <Name extends Path<Values>>(name: Name, value: PathValue<Values, Name>) => void;
  /** Error of a field. */
  problem: (name: Path<Values>) => string | undefined;
  /** Shows errors that are found outside of `read`; returns whether there was one to show. */
  showProblems: (problems: FormProblems) => boolean;
  /** Sends the form if it is valid and not being sent. */
  submit: () => Promise<void>;
  /** Why the form was refused, unless its fields say it. */
  failure: string | undefined;
  busy: boolean;
  /** Whether the last attempt to send it succeeded. */
  done: boolean;
  /** Whether the values differ from those it starts with. */
  changed: boolean;
  /** Whether the form has an unsent text of an earlier visit. */
  restored: boolean;
  /** Shows other values, by default those it starts with, and forgets the draft. */
  reset: (next?: Values) => void;
}

function messageOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : undefined;
}

/** Values that a draft can store. */
const textsOf = (values: FieldValues): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

/**
 * State of a form: its values, their errors, and the call that sends them. `read` validates with the contract's schema of the
 * call (`readForm`).
 */
export function useForm<Values extends FieldValues, Body, Answer>(
  setup: FormSetup<Values, Body, Answer>,
): Form<Values> {
  const { start, draft } = setup;
  const { drafts } = useServices();
  const [first] = useState(() => {
    const stored = Object.entries((draft === undefined ? undefined : drafts.read(draft)) ?? {});
    const known = stored.filter(([name]) => typeof start[name] === 'string');
    return { values: { ...start, ...Object.fromEntries(known) }, restored: stored.length > 0 };
  });
  const [restored, setRestored] = useState(first.restored);
  const isField = (path: string): path is Path<Values> => (path.split('.')[0] ?? '') in start;

  const form = useFormState<Values, unknown, { body: Body }>({
    values: first.values,
    shouldFocusError: false,
    resolver(values) {
      const read = setup.read(values);
      if ('body' in read) return { values: { body: read.body }, errors: {} };
      const errors: FieldErrors<Values> = {};
      // An error without a field would stop the form without a word.
      for (const [path, message] of Object.entries(read.problems))
        set(errors, isField(path) ? path : wholeForm, { type: 'read', message });
      return { values: {}, errors };
    },
  });
  const sending = useRef(false);
  const { isSubmitting, isSubmitSuccessful, errors } = form.formState;

  function change<Name extends Path<Values>>(name: Name, value: PathValue<Values, Name>): void {
    form.setValue(name, value, { shouldDirty: true });
    form.clearErrors(name);
    if (draft !== undefined) drafts.write(draft, textsOf(form.getValues()));
  }

  function reset(next = start): void {
    if (draft !== undefined) drafts.clear(draft);
    setRestored(false);
    form.reset(next);
  }

  function showProblems(problems: FormProblems): boolean {
    let shown = false;
    for (const [path, message] of Object.entries(problems)) {
      if (message === undefined) continue;
      if (isField(path)) form.setError(path, { type: 'refused', message });
      else if (path === wholeForm) form.setError('root.failure', { type: 'refused', message });
      else continue;
      shown = true;
    }
    return shown;
  }

  function refuse(thrown: Error): void {
    const shown = setup.refused?.(thrown) ?? toApiError(thrown).fields;
    if (typeof shown !== 'string' && showProblems(shown)) return;
    const message = typeof shown === 'string' ? shown : formFailure(thrown, setup.failure);
    form.setError('root.failure', { type: 'refused', message });
  }

  const send = form.handleSubmit(async ({ body }) => {
    let answer: Answer;
    try {
      answer = await setup.send(body);
    } catch (thrown) {
      return refuse(toApiError(thrown));
    }
    if (setup.confirms !== true) {
      if (draft !== undefined) drafts.clear(draft);
      setRestored(false);
    }
    setup.sent(answer, { reset });
  });

  async function submit(): Promise<void> {
    if (sending.current) return;
    sending.current = true;
    try {
      await send();
    } finally {
      sending.current = false;
    }
  }

  const problem = (name: Path<Values>): string | undefined =>
    form.getFieldState(name, form.formState).error?.message;
  const values = form.watch();
  return {
    values,
    current: form.getValues,
    field: (name) => ({
      name,
      value: form.watch(name),
      error: problem(name),
      onChange: (value) => change(name, value),
    }),
    change,
    problem,
    showProblems,
    submit,
    failure: errors.root?.['failure']?.message || messageOf(get(errors, wholeForm)),
    busy: isSubmitting,
    done: isSubmitSuccessful,
    changed: JSON.stringify(values) !== JSON.stringify(start),
    restored,
    reset,
  };
}
