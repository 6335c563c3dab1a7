import {
  may,
  nameOfTravelPerson,
  type Organization,
  type TravelPerson,
  type TravelTransferDetails,
} from '@hopscope/contract';
import { chains } from '@hopscope/domain';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Hash } from '../../../../shared/chain/Hash.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { DescriptionList, type Fact } from '../../../../ui/display/DescriptionList.tsx';
import { type RowColumns, RowTable, RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';
import { LoadFailure } from '../../../../ui/feedback/LoadFailure.tsx';
import { Notice } from '../../../../ui/feedback/Notice.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { TitledGroup } from '../../../../ui/layout/TitledGroup.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { useTravelTransfer } from '../../api/travel-rule.ts';
import { dollarsOfCents } from '../../model/cents.ts';
import { eventNames, TransferState, TransferSum } from './labels.tsx';
import { TransferStep, type StepName } from './TransferStep.tsx';

type Event = TravelTransferDetails['events'][number];
type Steps = readonly { name: StepName; label: string; primary?: boolean }[];

const approve = { name: 'approve', label: 'Approve', primary: true } as const;
const reject = { name: 'reject', label: 'Reject' } as const;
const more = { name: 'more', label: 'Request more' } as const;
const cancel = { name: 'cancel', label: 'Cancel transfer' } as const;
const report = { name: 'complete', label: 'Report transaction', primary: true } as const;
const again = { name: 'information', label: 'Send again' } as const;

/** What can be done with a transfer in its state, by a member with these rights. */
function stepsOf({ direction, state }: TravelTransferDetails, decides: boolean): Steps {
  if (direction === 'in') {
    if (state === 'undecided') return decides ? [approve, reject, more] : [more];
    return state === 'more_requested' && decides ? [approve, reject] : [];
  }
  const steps: Partial<Record<typeof state, Steps>> = {
    sending: [cancel],
    waiting: [cancel],
    more_requested: [again, cancel],
    rejected: [again],
    failed: [again],
    approved: [report, cancel],
    recorded: [report, cancel],
  };
  return steps[state] ?? [];
}

/** Facts about a person, in the words of the form. */
function factsOfPerson({ naturalPerson: natural, legalPerson: legal }: TravelPerson): Fact[] {
  const person = natural ?? legal;
  const id = person?.nationalIdentification;
  const fact = (label: string, value: string | undefined): Fact[] =>
    value === undefined || value === '' ? [] : [[label, value]];
  const others = (natural?.name.localNameIdentifier ?? []).map((name) =>
    [name.secondaryIdentifier, name.primaryIdentifier].filter(Boolean).join(' '),
  );
  return [
    ...fact('Name', nameOfTravelPerson({ naturalPerson: natural, legalPerson: legal })),
    ...fact('Name in another script', others.join(', ')),
    ...(person?.geographicAddress ?? []).flatMap(({ addressLine = [], ...address }) =>
      fact(
        'Address',
        [
          [address.streetName, address.buildingNumber ?? address.buildingName].filter(Boolean).join(' '),
          ...addressLine,
          [address.postCode, address.townName].filter(Boolean).join(' '),
          address.country,
        ]
          .filter(Boolean)
          .join(', '),
      ),
    ),
    ...fact('Client number', person?.customerIdentification),
    ...fact('Identification', id && [id.nationalIdentifierType, id.nationalIdentifier].join(' ')),
    ...fact(
      'Born',
      natural?.dateAndPlaceOfBirth &&
        `${natural.dateAndPlaceOfBirth.dateOfBirth} in ${natural.dateAndPlaceOfBirth.placeOfBirth}`,
    ),
    ...fact('Country', natural?.countryOfResidence ?? legal?.countryOfRegistration),
  ];
}

function PersonGroup({
  title,
  people,
  accounts = [],
}: {
  title: string;
  people: readonly TravelPerson[];
  accounts?: readonly string[] | undefined;
}) {
  const facts = [
    ...people.flatMap(factsOfPerson),
    ...accounts.map(
      (account): Fact => [
        'Account',
        <Hash key={account} plain value={account} what="account" length="full" />,
      ],
    ),
  ];
  return (
    <TitledGroup title={title}>
      <DescriptionList facts={facts} />
    </TitledGroup>
  );
}

const eventColumns = (time: (at: string) => string): RowColumns<Event> => [
  { title: 'Time', render: (_, { at }) => time(at) },
  { title: 'What happened', render: (_, { kind }) => eventNames[kind] },
  { title: 'By', render: (_, { by }) => by?.name ?? <Text tone={3}>the other side</Text> },
  { title: 'Reason', render: (_, { reason }) => reason ?? <Text tone={3}>none</Text> },
];

function factsOf(transfer: TravelTransferDetails, { decimal }: ReturnType<typeof useFormats>): Fact[] {
  const { cents, counterparty, host, entity, address, transaction, proof, delivery } = transfer;
  const place: Fact[] =
    address === null
      ? []
      : [
          [
            'Wallet that receives',
            <Hash
              key="address"
              value={address}
              what="address"
              length="full"
              link={(content) => (
                <Link to="/home/risk-dashboard" search={{ address }}>
                  {content}
                </Link>
              )}
            />,
          ],
        ];
  const payment: Fact[] =
    transaction === null
      ? []
      : [
          [
            'Transaction',
            <Hash
              key="transaction"
              value={transaction}
              what="transaction hash"
              length="full"
              link={(content) => (
                <Link to="/home/block-explorer/transaction/$txid" params={{ txid: transaction }}>
                  {content}
                </Link>
              )}
            />,
          ],
        ];
  return [
    ['State', <TransferState key="state" state={transfer.state} delivery={transfer.delivery} />],
    ['Direction', transfer.direction === 'in' ? 'Incoming' : 'Outgoing'],
    ['Amount', <TransferSum key="amount" transfer={transfer} />],
    ['Worth', cents === null ? 'unknown' : `$${decimal(dollarsOfCents(cents))}`],
    ['Blockchain', chains[transfer.blockchain].name],
    ...(host === null
      ? ([['Receiver', 'Self-hosted wallet']] satisfies Fact[])
      : ([
          ['Institution', counterparty ?? 'It does not say'],
          ['Server', host],
          ['In the directory', entity?.name ?? 'none'],
        ] satisfies Fact[])),
    ['Client', transfer.clientId ?? 'none'],
    ...place,
    ...payment,
    ...(proof ? ([['Proof', `${proof.method ?? 'none'}, ${proof.state}`]] satisfies Fact[]) : []),
    ['Reference', transfer.reference],
    ['Format', `IVMS 101 of ${transfer.ivmsVersion}`],
    ...(delivery?.error ? ([['Not delivered yet', delivery.error]] satisfies Fact[]) : []),
  ];
}

/** A transfer: what is known, its people, what happened, and what can be done. */
export function TransferDetails({ organization, id }: { organization: Organization; id: string }) {
  const formats = useFormats();
  const { data: transfer, error, refetch } = useTravelTransfer(organization._id, id);
  const [step, setStep] = useState<StepName>();
  if (error && !transfer)
    return <LoadFailure title="The transfer could not be loaded" error={error} onRetry={refetch} />;
  if (!transfer) return <RowTableSkeleton rows={8} kind="facts" />;
  const { payload } = transfer;
  const steps = stepsOf(transfer, may(organization.role, 'travel_rule.decide'));
  return (
    <>
      {transfer.problems.length > 0 && (
        <Notice kind="warning" icon={<TriangleAlert size={16} strokeWidth={1.6} aria-hidden="true" />}>
          {transfer.problems.join('. ')}.
        </Notice>
      )}
      <DescriptionList facts={factsOf(transfer, formats)} />
      {payload ? (
        <>
          <PersonGroup
            title="Originator"
            people={payload.originator.originatorPerson}
            accounts={payload.originator.accountNumber}
          />
          <PersonGroup
            title="Beneficiary"
            people={payload.beneficiary.beneficiaryPerson}
            accounts={payload.beneficiary.accountNumber}
          />
          {payload.originatingVASP && (
            <PersonGroup title="Institution of the originator" people={[payload.originatingVASP]} />
          )}
        </>
      ) : (
        <Text tone={2}>
          The personal data was erased at the end of the retention time, or is encrypted with a secret that
          this server no longer has.
        </Text>
      )}
      <TitledGroup title="History">
        <RowTable
          label="History"
          words
          columns={eventColumns(formats.dateTime)}
          rows={transfer.events}
          rowKey={({ kind, at }) => `${kind} ${at}`}
        />
      </TitledGroup>
      {step === undefined ? (
        steps.length > 0 && (
          <Row gap={8}>
            {steps.map(({ name, label, primary }) => (
              <Button key={name} kind={primary ? 'primary' : 'default'} onClick={() => setStep(name)}>
                {label}
              </Button>
            ))}
          </Row>
        )
      ) : (
        <TransferStep
          key={step}
          organizationId={organization._id}
          transfer={transfer}
          step={step}
          onDone={() => setStep(undefined)}
        />
      )}
    </>
  );
}
