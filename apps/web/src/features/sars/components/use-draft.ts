import { type SarContent, type SarDetails, sarContent, sarEndpoints } from '@hopscope/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { formFailure } from '../../../lib/api/failure-message.ts';
import { currentSarOf, useSarCall } from '../api/sars.ts';
import { withValue } from '../model/content-path.ts';

/** Delay in milliseconds after which typed text is saved. */
const pauseMs = 1_200;

interface Draft {
  readonly title: string;
  readonly content: SarContent;
}

const of = ({ title, content }: SarDetails): Draft => ({ title, content });
const same = (a: Draft, b: Draft): boolean => JSON.stringify(a) === JSON.stringify(b);

export type SaveState = 'saved' | 'typing' | 'saving' | 'failed' | 'conflict';

/**
 * Returns the state of a report's form: saved automatically after a delay and when the page is left, but never over another
 * person's change.
 */
export function useDraft(found: SarDetails) {
  const save = useSarCall(sarEndpoints.saveSar, found.organizationId);
  const [draft, setDraft] = useState<Draft>(() => of(found));
  const [base, setBase] = useState(found);
  const [failure, setFailure] = useState<string>();
  const [theirs, setTheirs] = useState<SarDetails>();
  const dirty = !same(draft, of(base));
  const isOpen = found.status === 'DRAFT';

  // Another person's change is shown if nothing is being typed here; otherwise, saving reports a conflict.
  useEffect(() => {
    if (found.version <= base.version || dirty || save.isPending) return;
    setBase(found);
    setDraft(of(found));
  }, [found, base.version, dirty, save.isPending]);

  const { mutate, isPending } = save;
  const send = useCallback(
    (sent: Draft, version: number) => {
      const checked = sarContent.safeParse(sent.content);
      if (!checked.success) {
        const [issue] = checked.error.issues;
        setFailure(issue && `${issue.path.join(' ')}: ${issue.message}`);
        return;
      }
      setFailure(undefined);
      mutate(
        { params: { id: found._id }, body: { title: sent.title, content: sent.content, version } },
        {
          onSuccess({ data }) {
            // The server trims texts; the typed text stays unchanged until the person stops typing.
            setBase({ ...data, ...sent });
            setTheirs(undefined);
          },
          onError(thrown) {
            const current = currentSarOf(thrown);
            if (current) setTheirs(current);
            else setFailure(formFailure(thrown, 'Could not be saved'));
          },
        },
      );
    },
    [found._id, mutate],
  );

  useEffect(() => {
    if (!dirty || !isOpen || isPending || theirs) return undefined;
    const timer = setTimeout(() => send(draft, base.version), pauseMs);
    return () => clearTimeout(timer);
  }, [draft, base.version, dirty, isOpen, isPending, theirs, send]);

  const latest = useRef({ draft, version: base.version, unsaved: false });
  latest.current = { draft, version: base.version, unsaved: dirty && isOpen && !theirs && !isPending };
  useEffect(
    () => () => {
      const { draft: last, version, unsaved } = latest.current;
      if (unsaved) send(last, version);
    },
    [send],
  );

  const state: SaveState = theirs
    ? 'conflict'
    : failure !== undefined
      ? 'failed'
      : isPending
        ? 'saving'
        : dirty
          ? 'typing'
          : 'saved';
  return {
    draft,
    version: base.version,
    state,
    failure,
    change: (path: string, value: unknown) =>
      setDraft((previous) => ({ ...previous, content: withValue(previous.content, path, value) })),
    rename: (title: string) => setDraft((previous) => ({ ...previous, title })),
    /** Replaces the typed text with the other person's change. */
    takeTheirs() {
      if (!theirs) return;
      setBase(theirs);
      setDraft(of(theirs));
      setTheirs(undefined);
    },
    /** Saves the typed text over the other person's change, which stays in the history. */
    keepMine() {
      if (theirs) send(draft, theirs.version);
    },
  };
}
