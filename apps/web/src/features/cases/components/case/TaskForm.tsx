import { type CaseDetails, caseEndpoints } from '@hopscope/contract';
import { useState } from 'react';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { Actions } from '../../../../ui/overlay/Dialog.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { Pair } from '../../../../ui/layout/Stack.tsx';
import { currentCaseOf, useCaseCall, useKeepCase, useMembers } from '../../api/cases.ts';
import { dueOfDay } from '../../model/case-form.ts';
import { toNobody } from '../../model/case-rights.ts';
import { ChangedNotice } from './ChangedNotice.tsx';

type Task = CaseDetails['tasks'][number];

/** Creates or edits a task. */
export function TaskForm({
  found,
  task,
  onClose,
}: {
  found: CaseDetails;
  task: Task | undefined;
  onClose: () => void;
}) {
  const { organizationId, _id: id } = found;
  const { data: members } = useMembers(organizationId);
  // Values when the form was opened, and the case's version at that time.
  const [version, setVersion] = useState(found.version);
  const [text, setText] = useState(task?.text ?? '');
  const [assignee, setAssignee] = useState(task?.assignee?._id ?? toNobody);
  const [due, setDue] = useState(task?.dueAt?.slice(0, 10) ?? '');
  const [missing, setMissing] = useState(false);
  const [outdated, setOutdated] = useState(false);
  const keep = useKeepCase(organizationId);
  const add = useCaseCall(caseEndpoints.addCaseTask, organizationId);
  const change = useCaseCall(caseEndpoints.changeCaseTask, organizationId);
  const people = (members ?? []).flatMap(({ userId, name, surname, status }) =>
    userId !== null && status === 'active' ? [{ value: userId, label: `${name} ${surname}` }] : [],
  );
  const former = task?.assignee;
  const left = former && !people.some(({ value }) => value === former._id);
  const failed = add.error ?? change.error;

  function submit() {
    const given = text.trim();
    setMissing(given === '');
    if (given === '' || add.isPending || change.isPending) return;
    const body = {
      text: given,
      assigneeId: assignee === toNobody ? null : assignee,
      dueAt: dueOfDay(due),
    };
    if (!task) return add.mutate({ params: { id }, body }, { onSuccess: onClose });
    change.mutate(
      { params: { id, taskId: task._id }, body: { ...body, version } },
      {
        onSuccess: onClose,
        onError(thrown) {
          const current = currentCaseOf(thrown);
          if (current) {
            keep(current);
            setVersion(current.version);
          }
          setOutdated(current !== undefined);
        },
      },
    );
  }

  return (
    <FormStack label={task ? 'Change task' : 'New task'} onSubmit={submit}>
      <Field
        label="Description"
        name="task"
        size="middle"
        autoFocus
        maxLength={500}
        value={text}
        error={missing ? 'Please describe the task' : undefined}
        onChange={setText}
      />
      <Pair>
        <SelectField
          label="Assignee"
          searchable
          value={assignee}
          options={[
            { value: toNobody, label: 'Unassigned' },
            ...(left ? [{ value: former._id, label: former.name }] : []),
            ...people,
          ]}
          onChange={setAssignee}
        />
        <Field
          label="Due (UTC)"
          name="task-due"
          type="date"
          size="middle"
          optional
          value={due}
          onChange={setDue}
        />
      </Pair>
      <ChangedNotice shown={outdated} />
      <FormFailure
        text={failed && !outdated ? failureMessage(failed, 'Failed to save the task') : undefined}
      />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={add.isPending || change.isPending}>
          {task ? 'Save task' : 'Add task'}
        </Button>
      </Actions>
    </FormStack>
  );
}
