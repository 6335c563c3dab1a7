import { useCallback, useEffect, useState } from 'react';
import { useReducedMotion } from '../../../lib/browser/use-media.ts';

/** length of the onboarding animation. */
export const stageMs = 300;

/** A view comes, stays, and goes before the next one comes. */
export type Phase = 'entering' | 'stable' | 'exiting';

/** Which view is shown and in which phase; `go` lets the present one leave first. */
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
