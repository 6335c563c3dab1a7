import { CircleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../button/Button.tsx';
import { Actions, Dialog } from './Dialog.tsx';
import { Field } from '../form/Field.tsx';
import { Notice } from '../feedback/Notice.tsx';
import { FormStack } from '../form/FormStack.tsx';

interface Props {
  confirmText: string;
  cancelText?: string;
  danger?: boolean;
  busy: boolean;
  /** Why the last attempt failed. */
  failure?: string | undefined;
  /** A text that must be typed first: for actions that can't be undone. */
  typed?: { label: string; text: string };
  onConfirm: () => unknown;
  onClose: () => void;
  children: ReactNode;
}

function Content(props: Props) {
  const { confirmText, cancelText = 'Cancel', danger = false, busy, failure, typed } = props;
  const [text, setText] = useState('');
  const ready = typed === undefined || text.trim() === typed.text;
  return (
    <FormStack label={confirmText} onSubmit={() => ready && !busy && props.onConfirm()}>
      <div>{props.children}</div>
      {typed && (
        <Field size="middle" label={typed.label} name="confirmation" value={text} onChange={setText} />
      )}
      {failure && (
        <Notice kind="error" icon={<CircleAlert size={16} strokeWidth={1.6} aria-hidden="true" />}>
          {failure}
        </Notice>
      )}
      <Actions>
        <Button onClick={props.onClose}>{cancelText}</Button>
        <Button submit kind={danger ? 'danger' : 'primary'} loading={busy} disabled={!ready}>
          {confirmText}
        </Button>
      </Actions>
    </FormStack>
  );
}

/** Confirms an action; a failure is shown in the dialog. */
export function ConfirmDialog({
  title,
  open,
  width,
  ...rest
}: Props & { title: string; open: boolean; width?: number }) {
  return (
    <Dialog title={title} open={open} onClose={rest.onClose} {...(width !== undefined && { width })}>
      <Content {...rest} />
    </Dialog>
  );
}
