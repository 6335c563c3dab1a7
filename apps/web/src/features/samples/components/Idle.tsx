import { CircleOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button/Button.tsx';
import css from './Idle.module.css';

const note = 'Sample: no action';

/** Buttons of the samples, which have no function: described below them and in their accessible names. */
export function IdleButtons({ names, icon }: { names: readonly string[]; icon?: ReactNode }) {
  return (
    <div className={css.group}>
      <div className={css.buttons}>
        {names.map((name) => (
          <Button key={name} label={`${name}. ${note}`} icon={icon}>
            {name}
          </Button>
        ))}
      </div>
      <p className={css.note}>
        <CircleOff size={12} strokeWidth={1.8} aria-hidden="true" />
        {note}
      </p>
    </div>
  );
}

/** Placeholder of inputs that aren't saved. */
export const notStored = 'Sample: not saved';
