import { limits } from '@hopscope/canvas';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useReducedMotion } from '../../../../lib/browser/use-media.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { Actions, Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { tutorial } from '../../model/texts.ts';
import css from './TutorialDialog.module.css';

const icon = { size: 14, strokeWidth: 1.8, 'aria-hidden': true } as const;
const last = tutorial.length - 1;

/** Eight steps that advance every three seconds until the user navigates or the last step is reached. */
function Steps({ onClose }: { onClose: () => void }) {
  const still = useReducedMotion();
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(!still);
  const step = tutorial[at] ?? tutorial[0];

  useEffect(() => {
    if (!playing || at >= last) return;
    const timer = setTimeout(() => setAt(at + 1), limits.tutorialStepTime);
    return () => clearTimeout(timer);
  }, [playing, at]);

  function turn(to: number) {
    setPlaying(false);
    setAt(Math.max(0, Math.min(last, to)));
  }

  // Arrow keys work regardless of the focus in the dialog.
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      const moves: Readonly<Record<string, number>> = {
        ArrowRight: at + 1,
        ArrowLeft: at - 1,
        Home: 0,
        End: last,
      };
      const to = moves[event.key];
      if (to === undefined) return;
      event.preventDefault();
      turn(to);
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [at]);

  return (
    <div className={css.steps}>
      <div className={css.step} aria-live={playing ? 'off' : 'polite'}>
        <p className={css.number}>
          Step {at + 1} of {tutorial.length}
        </p>
        <h3>{step.title}</h3>
        <p>{step.text}</p>
      </div>
      <div className={css.dots}>
        {tutorial.map(({ title }, i) => (
          <button
            key={title}
            type="button"
            aria-label={`Step ${i + 1}: ${title}`}
            aria-current={i === at ? 'step' : undefined}
            onClick={() => turn(i)}
          />
        ))}
      </div>
      <Actions>
        <Button
          icon={playing ? <Pause {...icon} /> : <Play {...icon} />}
          disabled={at === last}
          onClick={() => setPlaying(!playing)}
        >
          {playing && at < last ? 'Pause' : 'Play'}
        </Button>
        <Button icon={<ChevronLeft {...icon} />} disabled={at === 0} onClick={() => turn(at - 1)}>
          Back
        </Button>
        {at < last ? (
          <Button kind="primary" icon={<ChevronRight {...icon} />} onClick={() => turn(at + 1)}>
            Next
          </Button>
        ) : (
          <Button kind="primary" onClick={onClose}>
            Start
          </Button>
        )}
      </Actions>
    </div>
  );
}

/** Tutorial of FlowTrace. */
export function TutorialDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog title="How FlowTrace works" open={open} width={520} onClose={onClose}>
      <Steps onClose={onClose} />
    </Dialog>
  );
}
