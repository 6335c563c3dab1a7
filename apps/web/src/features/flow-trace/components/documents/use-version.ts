import { changesBetween, type CanvasDocument } from '@hopscope/canvas';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { toApiError } from '../../../../lib/api/api-error.ts';
import { useServices } from '../../../../lib/services.ts';
import { createDocumentCalls } from '../../api/document-calls.ts';
import type { CanvasStore } from '../../model/canvas-store.ts';
import type { Collaboration } from '../../model/collaboration.ts';
import { diffDocument, type DiffLine, diffLines } from '../../model/document-diff.ts';

export interface Version {
  readonly sequence: number;
  /** null while loading. */
  readonly document: CanvasDocument | null;
  readonly failure: string | null;
  /** Differences of the current version from it; null: not compared. */
  readonly lines: readonly DiffLine[] | null;
  readonly compare: (on: boolean) => void;
  /** Restores it as the current version, as one step. */
  readonly restore: () => void;
}

/** Opens an earlier version of a document for viewing; null: none is open. */
export function useVersion(
  store: CanvasStore,
  collaboration: Collaboration | null,
  documentId: string | undefined,
  sequence: number | undefined,
): Version | null {
  const { api } = useServices();
  const [loaded, setLoaded] = useState<{ sequence: number; document: CanvasDocument }>();
  const [failure, setFailure] = useState<string | null>(null);
  const [comparing, setComparing] = useState(false);
  const now = useStore(store, ({ replica }) => replica.view.document);
  const wanted = collaboration && documentId !== undefined ? sequence : undefined;
  const document = loaded?.sequence === wanted ? (loaded?.document ?? null) : null;

  useEffect(() => {
    setFailure(null);
    if (!collaboration || documentId === undefined || wanted === undefined) {
      setComparing(false);
      setLoaded(undefined);
      return;
    }
    let gone = false;
    createDocumentCalls(api, collaboration.organizationId, collaboration.link)
      .version(documentId, wanted)
      .then(
        (version) => gone || setLoaded({ sequence: wanted, document: version }),
        (thrown: unknown) => gone || setFailure(toApiError(thrown).message),
      );
    return () => {
      gone = true;
    };
  }, [api, collaboration, documentId, wanted]);

  const compared = useMemo(
    () =>
      document && comparing ? { shown: diffDocument(document, now), lines: diffLines(document, now) } : null,
    [document, comparing, now],
  );
  const shown = wanted === undefined ? null : (compared?.shown ?? document);
  useEffect(() => store.actions.look(shown), [store, shown]);

  if (wanted === undefined) return null;
  return {
    sequence: wanted,
    document,
    failure,
    lines: compared?.lines ?? null,
    compare: setComparing,
    restore() {
      if (!document) return;
      store.actions.look(null);
      store.actions.act({
        title: `Restore version ${wanted}`,
        changes: changesBetween(now, document),
      });
    },
  };
}
