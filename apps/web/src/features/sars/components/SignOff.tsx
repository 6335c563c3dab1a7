import {
  allowedSarSteps,
  type Organization,
  sarEndpoints,
  type SarDetails,
  type SarSignature,
  sarStepRefusal,
  sarTransitions,
} from '@hopscope/contract';
import { useNavigate } from '@tanstack/react-router';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { useFormats } from '../../../lib/people/formats-context.tsx';
import { useUser } from '../../../lib/services.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { List, ListItem } from '../../../ui/display/List.tsx';
import { Tag } from '../../../ui/display/Tag.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { currentSarOf, useBeginSar, useKeepSar, useSarCall } from '../api/sars.ts';
import type { SarDialog } from '../model/sars-search.ts';
import css from './Sars.module.css';

function Signature({ signature }: { signature: SarSignature }) {
  const { exactTime } = useFormats();
  const { by, role, at, matches, voided } = signature;
  return (
    <ListItem
      title={
        <>
          {by.name}{' '}
          {voided ? (
            <Tag dashed>Superseded</Tag>
          ) : (
            <Tag tone={matches ? 'green' : 'red'}>{matches ? 'Matches the content' : 'Does not match'}</Tag>
          )}
        </>
      }
      text={
        <>
          <div>
            {role.replace('_', ' ')}, {exactTime(Date.parse(at) / 1000)}
          </div>
          {voided && <div className={css.text}>{voided.reason}</div>}
          <div className={css.hash}>{signature.hash}</div>
        </>
      }
    />
  );
}

function Submission({ found }: { found: SarDetails }) {
  const { exactTime } = useFormats();
  const { submission, withdrawal } = found;
  return (
    <>
      {submission && (
        <DescriptionList
          facts={[
            ['Filed with', submission.authority],
            ['Reference', submission.reference],
            ['On', submission.on],
            ['Recorded', `${submission.by.name}, ${exactTime(Date.parse(submission.at) / 1000)}`],
            ...(submission.note === null ? [] : [['Note', submission.note] as const]),
          ]}
        />
      )}
      {withdrawal && (
        <DescriptionList
          facts={[
            ['Withdrawn', `${withdrawal.by.name}, ${exactTime(Date.parse(withdrawal.at) / 1000)}`],
            ['Reason', withdrawal.reason],
          ]}
        />
      )}
    </>
  );
}

const labels = {
  sign: 'Sign',
  return: 'Return to draft',
  submit: 'Record filing',
  withdraw: 'Withdraw',
} as const;

/** Signatures, and the next possible steps. */
export function SignOff({
  found,
  organization,
  saved,
  complete,
  onRefused,
  onOpen,
}: {
  found: SarDetails;
  organization: Organization;
  /** Everything typed is saved. */
  saved: boolean;
  complete: boolean;
  onRefused: () => void;
  onOpen: (dialog: SarDialog) => void;
}) {
  const toast = useToast();
  const navigate = useNavigate();
  const { _id: userId } = useUser();
  const keep = useKeepSar(organization._id);
  const ask = useSarCall(sarEndpoints.askForSarSignatures, organization._id);
  const begin = useBeginSar(organization._id);
  const actor = { userId, role: organization.role };
  const signers = found.signed.filter(({ voided }) => voided === null).map(({ by }) => by._id);
  const state = { status: found.status, signers };
  const steps = allowedSarSteps(actor, state).map(({ step }) => step);
  const signing = sarTransitions[found.status].find(({ step }) => step === 'sign');
  const refusal = signing && sarStepRefusal(actor, state, signing);

  function request() {
    if (!complete) {
      onRefused();
      toast.error('The report is incomplete. Add the missing information first.');
      return;
    }
    ask.mutate(
      { params: { id: found._id }, body: { version: found.version } },
      {
        onSuccess: () => toast.success('Signatures requested'),
        onError(thrown) {
          const current = currentSarOf(thrown);
          if (current) keep(current);
          toast.error(failureMessage(thrown, 'Failed to request signatures'));
        },
      },
    );
  }

  function amend(kind: 'correct' | 'continuing') {
    begin.mutate(
      { body: { amends: { id: found._id, kind } } },
      {
        onSuccess: ({ data }) =>
          void navigate({ to: '/home/sars/$id', params: { id: data._id }, search: {} }),
        onError: (thrown) => toast.error(failureMessage(thrown, 'Failed to create the report')),
      },
    );
  }

  return (
    <Card title="Sign-off" count={`${String(signers.length)} of 2`}>
      {found.signed.length > 0 && (
        <List label="Signatures">
          {found.signed.map((signature) => (
            <Signature key={`${signature.by._id} ${signature.at}`} signature={signature} />
          ))}
        </List>
      )}
      <Submission found={found} />
      <div className={css.body}>
        <div>
          <Text tone={2} size={12}>
            SHA-256 of the content
          </Text>
          <div className={css.hash}>{found.hash}</div>
        </div>
        {refusal !== undefined && refusal !== null && <Text tone={2}>{refusal}.</Text>}
        <div className={css.steps}>
          {steps.includes('ask') && (
            <Button kind="primary" disabled={!saved} loading={ask.isPending} onClick={request}>
              Request signatures
            </Button>
          )}
          {(['sign', 'submit', 'return', 'withdraw'] as const)
            .filter((step) => steps.includes(step))
            .map((step) => (
              <Button
                key={step}
                kind={step === 'sign' || step === 'submit' ? 'primary' : 'default'}
                onClick={() => onOpen(step)}
              >
                {labels[step]}
              </Button>
            ))}
          {found.status === 'SUBMITTED' && (
            <>
              <Button loading={begin.isPending} onClick={() => amend('correct')}>
                Create correction
              </Button>
              <Button loading={begin.isPending} onClick={() => amend('continuing')}>
                Report continuing activity
              </Button>
            </>
          )}
        </div>
      </div>
    </Card>
  );
}
