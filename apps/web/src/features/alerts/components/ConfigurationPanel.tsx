import { may } from '@hopscope/contract';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { InOrganization } from '../../../ui/InOrganization.tsx';
import { AlertForm } from './AlertForm.tsx';
import css from './ConfigurationPanel.module.css';
import { SavedConfigurations } from './SavedConfigurations.tsx';

/** The expandable panel above the lists. */
export function ConfigurationPanel({ open, onOpen }: { open: boolean; onOpen: (open: boolean) => void }) {
  const id = useId();
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <section className={css.panel} aria-labelledby={`${id}-title`}>
      <h2 className={css.title}>
        <button
          type="button"
          id={`${id}-title`}
          className={css.toggle}
          aria-expanded={open}
          aria-controls={open ? `${id}-body` : undefined}
          onClick={() => onOpen(!open)}
        >
          <Chevron size={16} strokeWidth={1.8} aria-hidden="true" />
          Alert Configuration
        </button>
      </h2>
      {open && (
        <div id={`${id}-body`} className={css.body}>
          <InOrganization why="Alert configurations belong to an organization.">
            {({ _id, role }) => (
              <>
                <AlertForm key={_id} organizationId={_id} writes={may(role, 'alerts.write')} />
                <SavedConfigurations organizationId={_id} writes={may(role, 'alerts.write')} />
              </>
            )}
          </InOrganization>
        </div>
      )}
    </section>
  );
}
