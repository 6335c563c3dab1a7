import { complianceLimits, type ComplianceTransaction } from '@hopscope/contract';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { Button } from '../../../ui/Button.tsx';
import { Actions, Dialog } from '../../../ui/Dialog.tsx';
import { FormFailure } from '../../../ui/FormFailure.tsx';
import { FormStack } from '../../../ui/SplitScreen.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { changedMeanwhile, useDecide } from '../api/transactions.ts';
import { type Decision, decisions } from '../model/decisions.ts';

interface Props {
  transaction: ComplianceTransaction;
  organizationId: string;
  onDecided: () => void;
  /** Somebody else was faster: what is shown has to be looked at again. */
  onOutdated: () => void;
  onClose: () => void;
}

/** What Enter does while the question is on its way or has not got the focus yet. */
interface Enter {
  /** Undefined: the question is not there yet, or asks for a text. */
  submit: (() => void) | undefined;
  /** It was pressed too early. */
  pressed: boolean;
}

function Content({
  decision,
  transaction,
  organizationId,
  enter,
  ...on
}: Props & { decision: Decision; enter: RefObject<Enter> }) {
  const toast = useToast();
  const decide = useDecide(organizationId);
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const { to, about, asks, button, done, failed } = decisions[decision];
  const place = useRef<HTMLDivElement>(null);
  // Enter decides at once: forty reviews in a row need no mouse.
  useEffect(() => {
    const first = place.current?.querySelector<HTMLElement>('textarea, button[type="submit"]');
    first?.focus();
  }, []);

  function submit() {
    const given = text.trim();
    setMissing(asks !== undefined && given === '');
    if ((asks && given === '') || decide.isPending) return;
    decide.mutate(
      {
        params: { id: transaction._id },
        body: { status: to, version: transaction.version, ...(asks && { [asks.as]: given }) },
      },
      {
        onSuccess({ data }) {
          toast.success(data.proposal ? 'Proposed: waits for approval by another person' : done);
          on.onDecided();
        },
        onError(thrown) {
          if (!changedMeanwhile(thrown)) return;
          toast.error('Somebody else has changed this transaction meanwhile. Nothing was overwritten.');
          on.onOutdated();
        },
      },
    );
  }

  // Whoever is quick has answered before the question was there.
  useEffect(() => {
    if (asks) return;
    enter.current.submit = submit;
    if (!enter.current.pressed) return;
    enter.current.pressed = false;
    submit();
  });

  return (
    <div ref={place} data-decision>
      <FormStack label={button} onSubmit={submit}>
        <p>{about}</p>
        {asks && (
          <TextArea
            label={asks.label}
            name="text"
            maxLength={complianceLimits.note}
            value={text}
            error={missing ? asks.missing : undefined}
            onChange={setText}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              submit();
            }}
          />
        )}
        <FormFailure text={decide.error ? failureMessage(decide.error, failed) : undefined} />
        <Actions>
          <Button onClick={on.onClose}>Cancel</Button>
          <Button submit kind="primary" loading={decide.isPending}>
            {button}
          </Button>
        </Actions>
      </FormStack>
    </div>
  );
}

/** Asks before a transaction is decided on, for a text where one is needed. */
export function DecideDialog({ decision, ...props }: Props & { decision: Decision | undefined }) {
  const enter = useRef<Enter>({ submit: undefined, pressed: false });
  useEffect(() => {
    const { current } = enter;
    if (decision === undefined || decisions[decision].asks) return;
    function press(event: KeyboardEvent): void {
      const { key, repeat, target } = event;
      if (key !== 'Enter' || event.ctrlKey || event.metaKey || event.altKey) return;
      // In the question itself Enter does what it does everywhere.
      if (target instanceof Element && target.closest('[data-decision], .ant-modal button')) return;
      event.preventDefault();
      event.stopPropagation();
      if (repeat) return;
      if (current.submit) current.submit();
      else current.pressed = true;
    }
    window.addEventListener('keydown', press, true);
    return () => {
      window.removeEventListener('keydown', press, true);
      current.submit = undefined;
      current.pressed = false;
    };
  }, [decision]);
  return (
    <Dialog
      title={decision === undefined ? '' : decisions[decision].title}
      open={decision !== undefined}
      onClose={props.onClose}
    >
      {decision !== undefined && <Content key={decision} decision={decision} enter={enter} {...props} />}
    </Dialog>
  );
}
