import { FileText } from 'lucide-react';
import { useState } from 'react';
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { Row } from '../../../ui/layout/Row.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { Pair } from '../../../ui/layout/Stack.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import { Time } from '../../../ui/text/Time.tsx';
import {
  casePartNames,
  caseParts,
  evidenceOf,
  sampleCases,
  type SampleCase,
  timelineOf,
  updateStatuses,
} from '../model/cases.ts';
import { priorityMeanings, titled } from '../model/levels.ts';
import { officerName, officerOptions } from '../model/officers.ts';
import type { SamplesView } from '../model/samples-view.ts';
import { sampleTransactions } from '../model/transactions.ts';
import { IdleButtons, notStored } from './Idle.tsx';
import { GravityTag, SampleRisk, SampleStatusTag } from './marks.tsx';
import { Line, Prose, Placeholder, SampleDialog, useLast } from './SampleDialog.tsx';

const day = (text: string) => <Time seconds={Date.parse(text) / 1000} to="day" />;

function Overview({ entry }: { entry: SampleCase }) {
  return (
    <>
      <p>{entry.description}</p>
      <DescriptionList
        facts={[
          ['Case', entry.id],
          ['Client', entry.clientId],
          ['Assigned to', officerName(entry.assignedTo)],
          [
            'Priority',
            <Row key="priority" wrap>
              <GravityTag gravity={entry.priority} /> {priorityMeanings[entry.priority]}
            </Row>,
          ],
          ['Status', <SampleStatusTag key="status" status={entry.status} />],
          ['Risk Score', <SampleRisk key="risk" score={entry.riskScore} />],
          ['Amount', entry.totalAmount],
          ['Transactions', entry.transactionCount],
          ['Created', day(entry.createdDate)],
          ['Last activity', day(entry.lastActivity)],
          ['Due', day(entry.dueDate)],
          [
            'Tags',
            <Row key="tags" gap={4} wrap>
              {entry.tags.map((tag) => (
                <Tag key={tag}>{tag}</Tag>
              ))}
            </Row>,
          ],
        ]}
      />
    </>
  );
}

function Transactions({ entry }: { entry: SampleCase }) {
  const rows = sampleTransactions.filter(({ clientId }) => clientId === entry.clientId);
  return (
    <Prose title={`Sample transactions of ${entry.clientId}`}>
      {rows.map(({ id, amount, riskScore, timestamp }) => (
        <Line
          key={id}
          marks={
            <>
              <SampleRisk score={riskScore} plain />
              <Time seconds={Date.parse(timestamp) / 1000} to="minute" />
            </>
          }
        >
          {amount}
        </Line>
      ))}
    </Prose>
  );
}

function Evidence({ entry }: { entry: SampleCase }) {
  return (
    <>
      {entry.evidence === 0 ? (
        <Placeholder title="No evidence">No evidence has been added to this sample.</Placeholder>
      ) : (
        <Prose title="Evidence">
          {evidenceOf(entry).map(({ name, type, day: on, officer }) => (
            <Line
              key={name}
              marks={
                <>
                  <Tag>{type}</Tag> {officerName(officer)} {day(on)}
                </>
              }
            >
              <Row gap={8}>
                <FileText size={14} strokeWidth={1.8} aria-hidden="true" />
                {name}
              </Row>
            </Line>
          ))}
        </Prose>
      )}
      <IdleButtons names={['Add Evidence']} />
    </>
  );
}

function Timeline({ entry }: { entry: SampleCase }) {
  return (
    <Prose title="Timeline, newest first">
      {timelineOf(entry).map(({ day: on, text }) => (
        <Line key={text} marks={day(on)}>
          {text}
        </Line>
      ))}
    </Prose>
  );
}

function Actions({ entry }: { entry: SampleCase }) {
  const [status, setStatus] = useState<string>(entry.status);
  const [officer, setOfficer] = useState<string>(entry.assignedTo);
  const [note, setNote] = useState('');
  return (
    <>
      <Pair>
        <SelectField<string>
          label="Update status"
          value={status}
          options={updateStatuses.map((value) => ({ value, label: titled(value) }))}
          help={notStored}
          onChange={setStatus}
        />
        <SelectField<string>
          label="Assign to"
          value={officer}
          options={officerOptions}
          help={notStored}
          onChange={setOfficer}
        />
      </Pair>
      <TextArea
        label="Note"
        name="note"
        optional
        maxLength={2000}
        value={note}
        help={notStored}
        onChange={setNote}
      />
      <IdleButtons names={['Update Case', 'Escalate', 'Close Case']} />
    </>
  );
}

/** Details of a case of the samples. */
export function CaseDialog({ view, onView }: { view: SamplesView; onView: (change: SamplesView) => void }) {
  const chosen = sampleCases.find(({ id }) => id === view.case);
  const entry = useLast(chosen);
  const part = caseParts.find((each) => each === view.part) ?? 'overview';
  return (
    <SampleDialog
      title={entry ? `${entry.id}: ${entry.title}` : 'Case'}
      open={chosen !== undefined}
      parts={casePartNames}
      part={part}
      onClose={() => onView({ case: undefined, part: undefined })}
    >
      {entry && (
        <>
          {part === 'overview' && <Overview entry={entry} />}
          {part === 'transactions' && <Transactions entry={entry} />}
          {part === 'evidence' && <Evidence entry={entry} />}
          {part === 'timeline' && <Timeline entry={entry} />}
          {part === 'actions' && <Actions key={entry.id} entry={entry} />}
        </>
      )}
    </SampleDialog>
  );
}
