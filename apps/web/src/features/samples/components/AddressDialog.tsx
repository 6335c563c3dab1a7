import { Bell } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { CheckBox } from '../../../ui/form/CheckBox.tsx';
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Hash } from '../../../shared/chain/Hash.tsx';
import { Row } from '../../../ui/layout/Row.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { Pair, Stack } from '../../../ui/layout/Stack.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { Time } from '../../../ui/text/Time.tsx';
import {
  addressPartNames,
  addressParts,
  addressStatuses,
  alertTypes,
  categories,
  sampleAddresses,
  type SampleAddress,
} from '../model/addresses.ts';
import { spaced, titled } from '../model/levels.ts';
import { officerName } from '../model/officers.ts';
import type { SamplesView } from '../model/samples-view.ts';
import { IdleButtons, notStored } from './Idle.tsx';
import { AddressStatusTag, GravityTag, SampleRisk, ScoreBar } from './marks.tsx';
import { Line, Prose, Placeholder, SampleDialog, useLast } from './SampleDialog.tsx';

const day = (text: string) => <Time seconds={Date.parse(text) / 1000} to="day" />;

function Overview({ entry }: { entry: SampleAddress }) {
  const { count } = useFormats();
  return (
    <DescriptionList
      facts={[
        ['ID', entry.id],
        ['Address', <Hash key="address" value={entry.address} what="address" length="full" />],
        ['Blockchain', entry.blockchain],
        ['Label', entry.label],
        ['Category', <GravityTag key="category" gravity={entry.category} />],
        ['Risk Score', <SampleRisk key="risk" score={entry.riskScore} />],
        ['Status', <AddressStatusTag key="status" status={entry.status} alerts={entry.alertsEnabled} />],
        ['Added', day(entry.dateAdded)],
        ['Added by', officerName(entry.addedBy)],
        ['Last activity', day(entry.lastActivity)],
        ['Transactions', count(entry.totalTransactions)],
        ['Volume', entry.totalVolume],
        [
          'Tags',
          <Row key="tags" gap={4} wrap>
            {entry.tags.map((tag) => (
              <Tag key={tag}>{tag}</Tag>
            ))}
          </Row>,
        ],
        ['Monitoring reason', entry.monitoringReason],
        ['Notes', entry.notes],
      ]}
    />
  );
}

function Alerts({ entry }: { entry: SampleAddress }) {
  const { count } = useFormats();
  const [off, setOff] = useState<readonly string[]>([]);
  return (
    <>
      <Prose title="Alert types">
        {alertTypes.map(({ id, name }) => (
          <Line
            key={id}
            marks={
              <CheckBox
                label={`Enabled: ${name}`}
                bare
                checked={!off.includes(id)}
                onChange={(on) => setOff(on ? off.filter((each) => each !== id) : [...off, id])}
              />
            }
          >
            <Row gap={8}>
              <Bell size={14} strokeWidth={1.8} aria-hidden="true" />
              {name}
            </Row>
          </Line>
        ))}
      </Prose>
      <Text tone={3} size={12}>
        Threshold of large transactions: ${count(entry.alertThreshold)}. {notStored}.
      </Text>
    </>
  );
}

function Analysis({ entry }: { entry: SampleAddress }) {
  const score = (difference: number) => Math.min(100, Math.max(0, entry.riskScore + difference));
  return (
    <Stack gap={12}>
      <ScoreBar name="Overall" score={entry.riskScore} text={entry.monitoringReason} />
      <ScoreBar name="Counterparties" score={score(-8)} text="Risk of its counterparties" />
      <ScoreBar name="Behavior" score={score(-19)} text="Transaction patterns" />
    </Stack>
  );
}

function Settings({ entry }: { entry: SampleAddress }) {
  const [status, setStatus] = useState<string>(entry.status);
  const [category, setCategory] = useState<string>(entry.category);
  const [threshold, setThreshold] = useState(String(entry.alertThreshold));
  return (
    <>
      <Pair>
        <SelectField<string>
          label="Status"
          value={status}
          options={addressStatuses.map((value) => ({ value, label: titled(value) }))}
          help={notStored}
          onChange={setStatus}
        />
        <SelectField<string>
          label="Category"
          value={category}
          options={categories.map((value) => ({ value, label: spaced(value) }))}
          help={notStored}
          onChange={setCategory}
        />
      </Pair>
      <Pair>
        <Field
          label="Alert threshold"
          name="threshold"
          size="middle"
          inputMode="numeric"
          unit="USD"
          optional
          maxLength={12}
          value={threshold}
          help={notStored}
          onChange={(text) => setThreshold(text.replaceAll(/\D/g, ''))}
        />
      </Pair>
      <IdleButtons names={['Save Settings', 'Remove Address']} />
    </>
  );
}

/** Details of a monitored address of the samples. */
export function AddressDialog({
  view,
  onView,
}: {
  view: SamplesView;
  onView: (change: SamplesView) => void;
}) {
  const chosen = sampleAddresses.find(({ id }) => id === view.entry);
  const entry = useLast(chosen);
  const part = addressParts.find((each) => each === view.part) ?? 'overview';
  return (
    <SampleDialog
      title={entry ? `Address Details: ${entry.id}` : 'Address Details'}
      open={chosen !== undefined}
      parts={addressPartNames}
      part={part}
      onClose={() => onView({ entry: undefined, part: undefined })}
    >
      {entry && (
        <>
          {part === 'overview' && <Overview entry={entry} />}
          {part === 'transactions' && (
            <Placeholder title="Transactions">Transactions appear here. The sample has none.</Placeholder>
          )}
          {part === 'alerts' && <Alerts entry={entry} />}
          {part === 'analysis' && <Analysis entry={entry} />}
          {part === 'settings' && <Settings key={entry.id} entry={entry} />}
        </>
      )}
    </SampleDialog>
  );
}
