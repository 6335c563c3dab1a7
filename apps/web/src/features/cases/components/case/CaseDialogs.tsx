import { type CaseDetails, caseStatuses } from '@hopscope/contract';
import { Dialog } from '../../../../ui/overlay/Dialog.tsx';
import type { CaseRights } from '../../model/case-rights.ts';
import { caseStatusActs } from '../../model/case-labels.ts';
import type { CaseSearch } from '../../model/cases-search.ts';
import { AddAddresses } from './CaseAddresses.tsx';
import { LinkDocument } from './CaseDocuments.tsx';
import { DecideForm } from './DecideForm.tsx';
import { EditCase } from './EditCase.tsx';
import { HoldForm } from './HoldForm.tsx';
import { ReopenForm } from './ReopenForm.tsx';
import { StatusForm } from './StatusForm.tsx';
import { TaskForm } from './TaskForm.tsx';

/** Returns the dialog named in the URL if the person may use it. */
function contentOf({
  found,
  rights,
  view,
  onClose,
}: {
  found: CaseDetails;
  rights: CaseRights;
  view: CaseSearch;
  onClose: () => void;
}) {
  const shared = { found, onClose };
  switch (view.dialog) {
    case 'edit':
      return rights.writes && { title: 'Edit case', width: 560, form: <EditCase {...shared} /> };
    case 'status': {
      const to = caseStatuses.find((status) => status === view.what);
      const allowed = rights.statuses.find((each) => each.to === to);
      return (
        allowed && {
          title: caseStatusActs[allowed.to],
          width: 480,
          form: <StatusForm {...shared} to={allowed.to} needsNote={allowed.needsNote} />,
        }
      );
    }
    case 'decide':
      return rights.decides && { title: 'Decide', width: 560, form: <DecideForm {...shared} /> };
    case 'reopen':
      return rights.reopens && { title: 'Reopen', width: 480, form: <ReopenForm {...shared} /> };
    case 'hold':
      return (
        rights.mayHold && {
          title: found.hold ? 'Release legal hold' : 'Legal hold',
          width: 480,
          form: <HoldForm {...shared} />,
        }
      );
    case 'address':
      return rights.writes && { title: 'Add addresses', width: 480, form: <AddAddresses {...shared} /> };
    case 'document':
      return (
        rights.writes && {
          title: 'Link a FlowTrace document',
          width: 560,
          form: <LinkDocument {...shared} />,
        }
      );
    case 'task': {
      const task = found.tasks.find(({ _id }) => _id === view.what);
      return (
        rights.writes && {
          title: task ? 'Change task' : 'New task',
          width: 480,
          form: <TaskForm {...shared} task={task} />,
        }
      );
    }
    case undefined:
      return undefined;
  }
}

/** Dialogs of the page of a case. */
export function CaseDialogs(props: {
  found: CaseDetails;
  rights: CaseRights;
  view: CaseSearch;
  onClose: () => void;
}) {
  const content = contentOf(props);
  const shown = content === false ? undefined : content;
  return (
    <Dialog
      title={shown?.title ?? ''}
      open={shown !== undefined}
      width={shown?.width ?? 480}
      onClose={props.onClose}
    >
      {shown?.form}
    </Dialog>
  );
}
