import { ConfirmDialog } from '../../../../ui/overlay/ConfirmDialog.tsx';
import { List, ListItem } from '../../../../ui/display/List.tsx';
import { Scroll } from '../../../../ui/layout/Scroll.tsx';
import { Stack } from '../../../../ui/layout/Stack.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { TextArea } from '../../../../ui/form/TextArea.tsx';
import { type EntityForm, type FormName, labelOf } from '../../model/entity-form.ts';
import { BeforeAfter } from '../../../../ui/display/BeforeAfter.tsx';

const valuesIn = (text: string): string[] => (text.trim() === '' ? [] : [text.trim()]);

/** Confirms a change: fields, reason, and when it takes effect. */
export function ConfirmChange({
  before,
  after,
  names,
  suggestion,
  fourEyes,
  reason,
  busy,
  failure,
  onConfirm,
  onClose,
}: {
  before: EntityForm;
  after: EntityForm;
  names: readonly FormName[];
  suggestion: boolean;
  fourEyes: boolean;
  /** The field of the reason. */
  reason: { name: string; value: string; error: string | undefined; onChange: (value: string) => void };
  busy: boolean;
  failure: string | undefined;
  onConfirm: () => unknown;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog
      title={suggestion ? 'Send suggestion?' : 'Save changes?'}
      open
      width={600}
      confirmText={suggestion ? 'Send suggestion' : 'Save'}
      busy={busy}
      failure={failure}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Stack gap={12}>
        <Scroll>
          <List label="Changes">
            {names.map((name) => (
              <ListItem
                key={name}
                title={labelOf(name)}
                text={<BeforeAfter before={valuesIn(before[name])} after={valuesIn(after[name])} />}
              />
            ))}
          </List>
        </Scroll>
        <TextArea
          label={suggestion ? 'Reason' : 'Reason (optional)'}
          maxLength={2000}
          optional={!suggestion}
          help="Saved with the change. Include a link to your source."
          {...reason}
        />
        <Text tone={2} size={13}>
          {suggestion
            ? 'An editor of the directory will review it.'
            : fourEyes
              ? 'It takes effect when a second editor approves it.'
              : 'It takes effect immediately.'}
        </Text>
      </Stack>
    </ConfirmDialog>
  );
}
