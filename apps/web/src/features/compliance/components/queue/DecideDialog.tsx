import {
  complianceLimits,
  type ComplianceTransaction,
  type SarSummary,
  complianceEndpoints,
} from '@hopscope/contract';
import { type RefObject, useEffect, useRef } from 'react';
import { useForm } from '../../../../lib/form/use-form.ts';
import { readForm, blankFields } from '../../../../lib/form/read-form.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { Actions, Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { FormFailure } from '../../../../ui/form/FormFailure.tsx';
import { LoadFailure } from '../../../../ui/feedback/LoadFailure.tsx';
import { RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { TextArea } from '../../../../ui/form/TextArea.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { useReportsOn } from '../../api/reports.ts';
import { changedMeanwhile, useDecide } from '../../api/transactions.ts';
import { askedOf, type Decision, decisions } from '../../model/decisions.ts';
import { Approved } from './Approved.tsx';
import { ReasonTemplates } from './ReasonTemplates.tsx';
import { ChooseReport, elsewhere } from './ChooseReport.tsx';

interface Props {
  transaction: ComplianceTransaction;
  organizationId: string;
  /** Gets the transaction as it is now: decided, or with a proposal. */
  onDecided: (transaction: ComplianceTransaction) => void;
  /** Called after a concurrent change: the content has to be reviewed again. */
  onOutdated: () => void;
  onClose: () => void;
}

/** Keys pressed while the dialog is loading or doesn't have the focus yet. */
interface Early {
  /** undefined: the dialog isn't shown yet. */
  submit: (() => void) | undefined;
  /** Enter was pressed too early. */
  pressed: boolean;
  /** Receives typed text; undefined: the dialog isn't shown yet, or has no text field. */
  type: ((key: string) => void) | undefined;
  typed: string;
}

/** Returns the text after a key pressed outside its field. */
const withKey = (text: string, key: string): string =>
  key === 'Backspace'
    ? text.slice(0, -1)
    : `${text}${key === 'Enter' ? '\n' : key}`.slice(0, complianceLimits.note);

function Content({
  decision,
  transaction,
  organizationId,
  reports = [],
  early,
  ...on
}: Props & { decision: Decision; reports?: readonly SarSummary[]; early: RefObject<Early> }) {
  const toast = useToast();
  const decide = useDecide(organizationId);
  const { to, about, button, done, failed } = decisions[decision];
  const askedBy = (report: string) => (report === elsewhere ? askedOf(decision, transaction) : undefined);
  const form = useForm({
    start: { text: early.current.typed, report: reports[0]?._id ?? elsewhere },
    read: (values) => {
      const asked = askedBy(values.report);
      return readForm(
        complianceEndpoints.changeComplianceStatus.body,
        {
          status: to,
          version: transaction.version,
          ...(asked && { [asked.as]: values.text.trim() }),
          ...(values.report !== elsewhere && { sarId: values.report }),
        },
        blankFields(values, { text: asked?.missing }),
      );
    },
    send: (body) => decide.mutateAsync({ params: { id: transaction._id }, body }),
    sent({ data }) {
      toast.success(data.proposal ? 'Proposed: awaiting approval by another person' : done);
      on.onDecided(data);
    },
    failure: failed,
    refused(thrown) {
      if (!changedMeanwhile(thrown)) return undefined;
      toast.error('Someone else changed this transaction. Nothing was overwritten.');
      on.onOutdated();
      return undefined;
    },
  });
  const asks = askedBy(form.values.report);
  const place = useRef<HTMLDivElement>(null);
  // Enter decides at once: forty reviews in a row need no mouse.
  useEffect(() => {
    const first = place.current?.querySelector<HTMLElement>(
      'input[type="radio"]:checked, textarea, button[type="submit"]',
    );
    first?.focus();
  }, []);

  // The answer may have been typed before the dialog was shown.
  useEffect(() => {
    const { current } = early;
    current.submit = () => void form.submit();
    current.type = (key) => form.change('text', withKey(form.current().text, key));
    if (!current.pressed) return;
    current.pressed = false;
    void form.submit();
  });
  useEffect(() => {
    const { current } = early;
    current.typed = '';
    return () => {
      current.type = undefined;
    };
  }, [early]);

  return (
    <div ref={place} data-decision>
      <FormStack label={button} onSubmit={form.submit}>
        <p>{about}</p>
        {decision === 'approve' && <Approved transaction={transaction} organizationId={organizationId} />}
        {reports.length > 0 && (
          <ChooseReport
            reports={reports}
            value={form.values.report}
            onChange={(report) => form.change('report', report)}
          />
        )}
        {asks?.as === 'note' && (
          <ReasonTemplates decision={decision} onChoose={(text) => form.change('text', text)} />
        )}
        {asks && (
          <TextArea
            label={asks.label}
            maxLength={complianceLimits.note}
            {...form.field('text')}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              void form.submit();
            }}
          />
        )}
        <FormFailure text={form.failure} />
        <Actions>
          <Button onClick={on.onClose}>Cancel</Button>
          <Button
            submit
            kind={decision === 'approve' && transaction.overThreshold ? 'danger' : 'primary'}
            loading={form.busy}
          >
            {button}
          </Button>
        </Actions>
      </FormStack>
    </div>
  );
}

/** The dialog about a report, once the available reports are known. */
function WithReports(props: Props & { decision: Decision; early: RefObject<Early> }) {
  const { data, error, refetch } = useReportsOn(props.organizationId, props.transaction._id);
  if (data) return <Content reports={data} {...props} />;
  if (error) return <LoadFailure title="Reports could not be loaded" error={error} onRetry={refetch} />;
  return <RowTableSkeleton rows={3} kind="facts" />;
}

/** Confirms a decision on a transaction, and asks for a text if one is required. */
export function DecideDialog({ decision, ...props }: Props & { decision: Decision | undefined }) {
  const { transaction } = props;
  const early = useRef<Early>({ submit: undefined, pressed: false, type: undefined, typed: '' });
  useEffect(() => {
    const { current } = early;
    if (decision === undefined) return;
    const needsText = askedOf(decision, transaction) !== undefined;
    function press(event: KeyboardEvent): void {
      const { key, repeat, target } = event;
      const commands = event.ctrlKey || event.metaKey;
      const decides = key === 'Enter' && commands === needsText;
      const types = needsText && !commands && (key.length === 1 || key === 'Enter' || key === 'Backspace');
      if (event.altKey || (!decides && !types)) return;
      // In the dialog itself, keys keep their usual meaning.
      if (target instanceof Element && target.closest('[data-decision], [data-modal] button')) return;
      event.preventDefault();
      event.stopPropagation();
      if (repeat) return;
      if (types) {
        if (current.type) current.type(key);
        else current.typed = withKey(current.typed, key);
      } else if (current.submit) current.submit();
      else current.pressed = true;
    }
    window.addEventListener('keydown', press, true);
    return () => {
      window.removeEventListener('keydown', press, true);
      current.submit = undefined;
      current.pressed = false;
      current.typed = '';
    };
  }, [decision, transaction]);
  return (
    <Dialog
      title={decision === undefined ? '' : decisions[decision].title}
      open={decision !== undefined}
      onClose={props.onClose}
    >
      {decision === 'sar' && <WithReports decision={decision} early={early} {...props} />}
      {decision !== undefined && decision !== 'sar' && (
        <Content key={decision} decision={decision} early={early} {...props} />
      )}
    </Dialog>
  );
}
