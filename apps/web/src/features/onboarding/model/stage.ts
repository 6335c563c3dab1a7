import { useCallback, useEffect, useState } from 'react';
import { useReducedMotion } from '../../../lib/browser/use-media.ts';

/** Duration of the onboarding animation in milliseconds. */
export const stageMs = 300;

/** Animation phase of a view: it enters, stays, and exits before the next one enters. */
export type Phase = 'entering' | 'stable' | 'exiting';

/** Returns the shown view and its phase; `go` lets the current one exit first. */
export function useStage<View extends string>(
  first: View,
): {
  view: View;
  phase: Phase;
  go: (next: View) => void;
} {
  const [view, setView] = useState(first);
  const [phase, setPhase] = useState<Phase>('entering');
  const [next, setNext] = useState<View>();
  const length = useReducedMotion() ? 0 : stageMs;

  useEffect(() => {
    if (phase === 'stable') return undefined;
    const timer = setTimeout(() => {
      if (phase === 'exiting' && next !== undefined) {
        setView(next);
        setNext(undefined);
        setPhase('entering');
      } else {
        setPhase('stable');
      }
    }, length);
    return () => clearTimeout(timer);
  }, [phase, next, length]);

  const go = useCallback((wanted: View) => {
    setNext(wanted);
    setPhase('exiting');
  }, []);

  return { view, phase, go };
}
