import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import { useState } from 'react';
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { Hash } from '../../../shared/chain/Hash.tsx';
import { Row } from '../../../ui/layout/Row.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { Pair, Stack } from '../../../ui/layout/Stack.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import { Time } from '../../../ui/text/Time.tsx';
import {
  type ComplianceCheck,
  checksOf,
  confirmations,
  endsOf,
  investigationActions,
  modelScoresOf,
  relatedTo,
  riskFactorsOf,
  type SampleEnd,
  sampleFees,
} from '../model/investigation.ts';
import { officerOptions } from '../model/officers.ts';
import { type SampleTransaction, sampleTransactions } from '../model/transactions.ts';
import { IdleButtons, notStored } from './Idle.tsx';
import { GravityTag, SampleRisk, ScoreBar } from './marks.tsx';
import { Line, Prose, Placeholder } from './SampleDialog.tsx';

function End({ end: { address, mark } }: { end: SampleEnd }) {
  return (
    <Row wrap>
      <Hash value={address} what="address" length="full" />{' '}
      <Tag tone={mark === 'Flagged' ? 'red' : 'green'}>{mark}</Tag>
    </Row>
  );
}

export function Overview({ transaction }: { transaction: SampleTransaction }) {
  const { id, clientId, blockchain, amount, convertedAmount } = transaction;
  const ends = endsOf(transaction);
  return (
    <DescriptionList
      facts={[
        ['Hash', <Hash key="hash" value={id} what="transaction hash" length="full" />],
        [
          'Client ID',
          <Row key="client" wrap>
            {clientId} <Tag tone="green">Verified Customer</Tag>
          </Row>,
        ],
        [
          'Blockchain',
          <Row key="chain" wrap>
            {blockchain} <Tag>Mainnet</Tag>
          </Row>,
        ],
        ['Amount', `${amount} (${convertedAmount})`],
        ['Fee', sampleFees[blockchain]],
        ['Confirmations', `${confirmations} confirmations`],
        ['From', <End key="from" end={ends.from} />],
        ['To', <End key="to" end={ends.to} />],
      ]}
    />
  );
}

export function RiskAnalysis({ transaction }: { transaction: SampleTransaction }) {
  return (
    <>
      <Prose title="Risk factors">
        {riskFactorsOf(transaction).map(({ factor, score, description }) => (
          <Line key={factor} marks={<SampleRisk score={score} plain />}>
            <b>{factor}</b> {description}
          </Line>
        ))}
      </Prose>
      <Stack gap={12}>
        {modelScoresOf(transaction).map(({ model, score }) => (
          <ScoreBar key={model} name={`ML risk: ${model}`} score={score} />
        ))}
      </Stack>
    </>
  );
}

export function Network({ transaction }: { transaction: SampleTransaction }) {
  return (
    <>
      <Placeholder title="Transaction graph">The graph appears here. The sample has none.</Placeholder>
      <Prose title="Related transactions">
        {relatedTo(transaction, sampleTransactions).map(({ id, amount, riskScore, timestamp }) => (
          <Line
            key={id}
            marks={
              <>
                {amount} <SampleRisk score={riskScore} plain />
                <Time seconds={Date.parse(timestamp) / 1000} to="minute" />
              </>
            }
          >
            <Hash value={id} what="transaction hash" length="medium" />
          </Line>
        ))}
      </Prose>
    </>
  );
}

const checkAppearance = {
  Passed: { tone: 'green', icon: CircleCheck },
  Failed: { tone: 'red', icon: CircleX },
  Pending: { tone: 'gray', icon: CircleDashed },
} as const;

function CheckTag({ status }: Pick<ComplianceCheck, 'status'>) {
  const { tone, icon: Icon } = checkAppearance[status];
  return (
    <Tag tone={tone}>
      <Icon size={12} strokeWidth={2} aria-hidden="true" />
      {status}
    </Tag>
  );
}

export function Compliance({ transaction }: { transaction: SampleTransaction }) {
  const [notes, setNotes] = useState('');
  return (
    <>
      <Prose title="Compliance checks">
        {checksOf(transaction).map(({ check, status, severity }) => (
          <Line
            key={check}
            marks={
              <>
                <CheckTag status={status} /> <GravityTag gravity={severity} />
              </>
            }
          >
            {check}
          </Line>
        ))}
      </Prose>
      <TextArea
        label="Investigation notes"
        name="notes"
        optional
        minRows={3}
        maxLength={2000}
        value={notes}
        help={`Notes are saved automatically on a live screen. ${notStored}.`}
        onChange={setNotes}
      />
      <IdleButtons names={['Add Evidence']} />
    </>
  );
}

export function Actions() {
  const [officer, setOfficer] = useState<string>();
  return (
    <>
      <Pair>
        <SelectField<string>
          label="Case assignment"
          value={officer}
          placeholder="Unassigned"
          options={officerOptions}
          help={notStored}
          onChange={setOfficer}
        />
      </Pair>
      <IdleButtons names={investigationActions} />
    </>
  );
}
