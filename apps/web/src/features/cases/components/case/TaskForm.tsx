import { type CaseDetails, caseEndpoints } from '@hopscope/contract';
import { useForm } from '../../../../lib/form/use-form.ts';
import { readForm, blankFields } from '../../../../lib/form/read-form.ts';
import { useState } from 'react';
import { Button } from '../../../../ui/button/Button.tsx';
import { Actions } from '../../../../ui/overlay/Dialog.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { Pair } from '../../../../ui/layout/Stack.tsx';
import { useCaseCall, useMembers, useOutdated } from '../../api/cases.ts';
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
  const { outdated, refused } = useOutdated(organizationId, (current) => setVersion(current.version));
  const add = useCaseCall(caseEndpoints.addCaseTask, organizationId);
  const change = useCaseCall(caseEndpoints.changeCaseTask, organizationId);
  const people = (members ?? []).flatMap(({ userId, name, surname, status }) =>
    userId !== null && status === 'active' ? [{ value: userId, label: `${name} ${surname}` }] : [],
  );
  const former = task?.assignee;
  const left = former && !people.some(({ value }) => value === former._id);
  const form = useForm({
    start: {
      text: task?.text ?? '',
      assignee: task?.assignee?._id ?? toNobody,
      due: task?.dueAt?.slice(0, 10) ?? '',
    },
    read: (values) =>
      readForm(
        caseEndpoints.addCaseTask.body,
        {
          text: values.text.trim(),
          assigneeId: values.assignee === toNobody ? null : values.assignee,
          dueAt: dueOfDay(values.due),
        },
        blankFields(values, { text: 'Please describe the task' }),
      ),
    send: (body) =>
      task
        ? change.mutateAsync({ params: { id, taskId: task._id }, body: { ...body, version } })
        : add.mutateAsync({ params: { id }, body }),
    sent: onClose,
    failure: 'Failed to save the task',
    refused,
  });

  return (
    <FormStack label={task ? 'Change task' : 'New task'} onSubmit={form.submit}>
      <Field
        label="Description"
        size="middle"
        autoFocus
        maxLength={500}
        {...form.field('text')}
        name="task"
      />
      <Pair>
        <SelectField
          label="Assignee"
          searchable
          options={[
            { value: toNobody, label: 'Unassigned' },
            ...(left ? [{ value: former._id, label: former.name }] : []),
            ...people,
          ]}
          {...form.field('assignee')}
        />
        <Field label="Due (UTC)" type="date" size="middle" optional {...form.field('due')} name="task-due" />
      </Pair>
      <ChangedNotice shown={outdated} />
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={form.busy}>
          {task ? 'Save task' : 'Add task'}
        </Button>
      </Actions>
    </FormStack>
  );
}
