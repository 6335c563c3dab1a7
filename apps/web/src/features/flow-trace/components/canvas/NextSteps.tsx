import { Network, Route, Waypoints } from 'lucide-react';
import { Button } from '../../../../ui/button/Button.tsx';
import css from './NextSteps.module.css';

const icon = { size: 14, strokeWidth: 1.8, 'aria-hidden': true } as const;

/** Three ways to continue from an address. */
export interface NextStepActions {
  autoTrace: () => void;
  expand: () => void;
  findPath: () => void;
}

/** Buttons for what to do with an address next. */
export function NextSteps({ autoTrace, expand, findPath }: NextStepActions) {
  return (
    <div className={css.steps} role="group" aria-label="Next steps">
      <Button kind="primary" icon={<Waypoints {...icon} />} onClick={autoTrace}>
        Auto-trace
      </Button>
      <Button icon={<Network {...icon} />} onClick={expand}>
        Expand
      </Button>
      <Button icon={<Route {...icon} />} onClick={findPath}>
        Find a path
      </Button>
    </div>
  );
}
