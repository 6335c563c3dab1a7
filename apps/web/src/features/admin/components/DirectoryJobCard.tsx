import { type DirectoryJob, texts } from '@hopscope/contract';
import { Info } from 'lucide-react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { InfoTooltip } from '../../../ui/overlay/InfoTooltip.tsx';
import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { Row } from '../../../ui/layout/Row.tsx';
import { type RowColumns, RowTable } from '../../../ui/display/RowTable.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { Time } from '../../../ui/text/Time.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useCancelJob, useDirectoryJobs, useStartJob } from '../api/directory.ts';
import { stateWords, stepText } from '../model/job-text.ts';
import { List, ListItem } from '../../../ui/display/List.tsx';
import { UntrustedText } from '../../../ui/text/UntrustedText.tsx';

/** Maximum number of refused rows shown per list. */
const refusedShown = 10;

/** The lists of a job: progress, results, and refused rows with reasons. */
function JobSteps({ job }: { job: DirectoryJob }) {
  const formats = useFormats();
  return (
    <List label="Lists of the job">
      {job.steps.map((step) => (
        <ListItem
          key={step.feed}
          title={
            <>
              {step.name}
              <Tag tone={stateWords[step.state].tone}>{stateWords[step.state].name}</Tag>
            </>
          }
          text={
            <>
              {stepText(step, formats)}
              {step.report && step.report.refusedSample.length > 0 && (
                <ul>
                  {step.report.refusedSample.slice(0, refusedShown).map(({ place, reason }) => (
                    <li key={`${place} ${reason}`}>
                      <UntrustedText>{`${place}: ${reason}`}</UntrustedText>
                    </li>
                  ))}
                </ul>
              )}
            </>
          }
        />
      ))}
    </List>
  );
}

const seconds = (time: string): number => Date.parse(time) / 1000;

function useColumns(): RowColumns<DirectoryJob> {
  const { count } = useFormats();
  return [
    {
      title: 'Started',
      render: (_, { startedAt }) => <Time seconds={seconds(startedAt)} to="second" />,
    },
    {
      title: 'State',
      render: (_, { state }) => <Tag tone={stateWords[state].tone}>{stateWords[state].name}</Tag>,
    },
    { title: 'Lists', align: 'right', render: (_, { steps }) => count(steps.length) },
    {
      title: 'Changes',
      align: 'right',
      render: (_, job) => count(job.count),
    },
    {
      title: 'Ended',
      render: (_, { finishedAt }) =>
        finishedAt === null ? '–' : <Time seconds={seconds(finishedAt)} to="second" />,
    },
    { title: 'Error', render: (_, { error }) => error ?? 'none' },
  ];
}

/** The running job: the progress of every list, and a button to stop it. */
function Running({ job }: { job: DirectoryJob }) {
  const toast = useToast();
  const cancel = useCancelJob();
  return (
    <Card
      title="Running"
      extra={
        <Button
          size="small"
          loading={cancel.isPending}
          onClick={() =>
            cancel.mutate(
              { params: { jobId: job._id }, body: {} },
              { onError: (thrown) => toast.error(failureMessage(thrown, 'The job could not be stopped.')) },
            )
          }
        >
          Cancel job
        </Button>
      }
    >
      <JobSteps job={job} />
    </Card>
  );
}

/** Updates the stored directory data and shows the results of earlier updates. */
export function DirectoryJobCard() {
  const toast = useToast();
  const columns = useColumns();
  const start = useStartJob();
  const jobs = useDirectoryJobs(({ state }) => {
    if (state === 'succeeded') toast.success(texts.jobCompleted);
    else if (state === 'failed') toast.error(texts.directoryUpdateFailed);
  });
  const { job } = jobs;
  const busy = job !== undefined || start.isPending;

  function run() {
    start.mutate({ body: {} }, { onError: () => toast.error(texts.directoryUpdateFailed) });
  }

  return (
    <>
      <Card title="Stored directory data" padded>
        <Stack gap={12}>
          <Row wrap gap={8}>
            <Button kind="primary" disabled={busy} onClick={run}>
              {busy ? 'Running...' : 'Update directory data'}
            </Button>
            <InfoTooltip
              label="What the update does"
              text="Reads each enabled list and saves its changes. If a list fails, its previous data is kept. You can continue working during the update."
            >
              <Info size={16} strokeWidth={1.6} aria-hidden="true" />
            </InfoTooltip>
          </Row>
          <FormFailure
            text={
              start.error
                ? `${texts.jobTriggerFailed}: ${failureMessage(start.error, texts.directoryUpdateFailed)}`
                : undefined
            }
          />
        </Stack>
      </Card>
      {job && <Running job={job} />}
      <LoadedCard title="Recent Job History" query={jobs} failure="The jobs could not be loaded" skeleton={5}>
        {(data) =>
          data.length === 0 ? (
            <EmptyState title="No jobs yet">The directory has never been updated.</EmptyState>
          ) : (
            <>
              <RowTable
                label="Recent Job History"
                columns={columns}
                rows={data}
                rowKey={({ _id }) => _id}
                detail={(row) => <JobSteps job={row} />}
                detailLabel="Show changes by list"
              />
            </>
          )
        }
      </LoadedCard>
    </>
  );
}
