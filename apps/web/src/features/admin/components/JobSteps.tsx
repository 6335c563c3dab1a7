import type { DirectoryJob } from '@hopscope/contract';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { List, ListItem } from '../../../ui/display/List.tsx';
import { UntrustedText } from '../../../ui/text/UntrustedText.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { stateWords, stepText } from '../model/job-text.ts';

/** Maximum number of refused rows shown per list. */
const refusedShown = 10;

/** The lists of a job: progress, results, and refused rows with reasons. */
export function JobSteps({ job }: { job: DirectoryJob }) {
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
