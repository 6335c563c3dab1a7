import { may, type Organization } from '@hopscope/contract';
import { InOrganization } from '../../../shared/organization/InOrganization.tsx';
import { RowTableSkeleton } from '../../../ui/display/RowTable.tsx';
import { useAlertRules } from '../api/alert-rules.ts';
import type { AlertsView } from '../model/alerts-view.ts';
import { AlertForm } from './AlertForm.tsx';
import { ExpandingPanel } from './ExpandingPanel.tsx';
import { SavedConfigurations } from './SavedConfigurations.tsx';

type Shown = { view: AlertsView; onView: (change: AlertsView) => void };

function Content({ organization, view, onView }: Shown & { organization: Organization }) {
  const { _id, role } = organization;
  const writes = may(role, 'alerts.write');
  const { data: rules } = useAlertRules(_id);
  const edited = writes ? rules?.find((rule) => rule._id === view.edit) : undefined;
  const form = { organizationId: _id, writes };
  return (
    <>
      {view.edit !== undefined && writes && !rules ? (
        <RowTableSkeleton rows={4} kind="facts" />
      ) : (
        <AlertForm
          key={edited?._id ?? _id}
          {...form}
          edited={edited}
          onEdited={() => onView({ edit: undefined })}
        />
      )}
      <SavedConfigurations {...form} onEdit={(id) => onView({ edit: id })} />
    </>
  );
}

/** Alert configuration: the form and the saved rules. */
export function ConfigurationPanel({ view, onView }: Shown) {
  return (
    <ExpandingPanel
      title="Alert Configuration"
      open={view.configure === true}
      onOpen={(open) => onView({ configure: open ? true : undefined, edit: undefined })}
    >
      <InOrganization why="You need to be part of an organization to configure alerts.">
        {(organization) => (
          <Content key={organization._id} organization={organization} view={view} onView={onView} />
        )}
      </InOrganization>
    </ExpandingPanel>
  );
}
