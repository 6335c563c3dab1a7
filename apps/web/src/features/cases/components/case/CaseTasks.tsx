import { type CaseDetails, caseEndpoints } from '@hopscope/contract';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { failureMessage } from '../../../../lib/api/failure-message.ts';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { useNow } from '../../../../lib/use-now.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { CheckBox } from '../../../../ui/form/CheckBox.tsx';
import { IconButton } from '../../../../ui/button/IconButton.tsx';
import { List, ListItem } from '../../../../ui/display/List.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { Time } from '../../../../ui/text/Time.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { useCaseCall } from '../../api/cases.ts';
import css from '../Cases.module.css';

type Task = CaseDetails['tasks'][number];
type OpenTask = (id: string | undefined) => void;

/** Assignee and due date of a task, and who completed it. */
function About({ task }: { task: Task }) {
  const now = useNow();
  const due = task.dueAt === null ? undefined : Date.parse(task.dueAt) / 1000;
  if (task.done && task.doneAt !== null) {
    return (
      <>
        Done by {task.doneBy?.name ?? 'unknown'},{' '}
        <Time seconds={Date.parse(task.doneAt) / 1000} to="minute" />
      </>
    );
  }
  return (
    <Row gap={8} wrap>
      <span>{task.assignee === null ? 'Unassigned' : task.assignee.name}</span>
      {due !== undefined && (
        <span>
          Due <Time seconds={due} to="minute" />
        </span>
      )}
      {due !== undefined && due < now && <Tag tone="red">Overdue</Tag>}
    </Row>
  );
}

function Line({
  found,
  task,
  writes,
  onOpen,
}: {
  found: CaseDetails;
  task: Task;
  writes: boolean;
  onOpen: OpenTask;
}) {
  const toast = useToast();
  const { organizationId, _id: id } = found;
  const change = useCaseCall(caseEndpoints.changeCaseTask, organizationId);
  const remove = useCaseCall(caseEndpoints.removeCaseTask, organizationId);
  const params = { id, taskId: task._id };
  const onError = (thrown: Error) => toast.error(failureMessage(thrown, 'Failed to change the task'));
  return (
    <ListItem
      icon={
        <CheckBox
          bare
          label={`Done: ${task.text}`}
          checked={task.done}
          disabled={!writes || change.isPending}
          onChange={(done) => change.mutate({ params, body: { done } }, { onError })}
        />
      }
      title={<span className={css.text}>{task.text}</span>}
      text={<About task={task} />}
      beside
      actions={
        writes && (
          <>
            <IconButton label={`Change task: ${task.text}`} onClick={() => onOpen(task._id)}>
              <Pencil size={14} aria-hidden="true" />
            </IconButton>
            {found.hold === null && (
              <IconButton
                label={`Delete task: ${task.text}`}
                onClick={() => remove.isPending || remove.mutate({ params }, { onError })}
              >
                <Trash2 size={14} aria-hidden="true" />
              </IconButton>
            )}
          </>
        )
      }
    />
  );
}

/** The tasks of a case. */
export function CaseTasks({
  found,
  writes,
  onOpen,
}: {
  found: CaseDetails;
  writes: boolean;
  /** Opens the form; undefined: for a new task. */
  onOpen: OpenTask;
}) {
  const { count } = useFormats();
  const { openTasks, tasks } = found.counts;
  return (
    <Card
      title="Tasks"
      count={tasks === 0 ? undefined : `${count(openTasks)} open of ${count(tasks)}`}
      extra={
        writes && (
          <Button
            size="small"
            icon={<Plus size={14} aria-hidden="true" />}
            label="Add task"
            onClick={() => onOpen(undefined)}
          >
            Add
          </Button>
        )
      }
    >
      {found.tasks.length === 0 ? (
        <p className={css.muted}>No tasks.</p>
      ) : (
        <List label="Tasks">
          {found.tasks.map((task) => (
            <Line key={task._id} found={found} task={task} writes={writes} onOpen={onOpen} />
          ))}
        </List>
      )}
    </Card>
  );
}
