import { useState } from 'react';
import { Button } from '../../../../ui/button/Button.tsx';
import { Actions, Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { List, ListItem } from '../../../../ui/display/List.tsx';
import { Scroll } from '../../../../ui/layout/Scroll.tsx';
import { Segmented } from '../../../../ui/form/Segmented.tsx';
import { Stack } from '../../../../ui/layout/Stack.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { type Clash, type EntityForm, type FormName, labelOf } from '../../model/entity-form.ts';

type Choice = 'mine' | 'theirs';

function Version({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <Text tone={3} size={12}>
        {label}{' '}
      </Text>
      {text.trim() === '' ? <Text tone={3}>empty</Text> : text}
    </div>
  );
}

/** Resolves a concurrent change: for fields that both changed, the person chooses; other fields keep both changes. */
export function ConflictDialog({
  merged,
  clashes,
  onResolve,
  onClose,
}: {
  merged: EntityForm;
  clashes: readonly Clash[];
  onResolve: (form: EntityForm) => void;
  onClose: () => void;
}) {
  const [choices, setChoices] = useState<Partial<Record<FormName, Choice>>>({});
  const open = clashes.filter(({ name }) => choices[name] === undefined).length;

  function resolve() {
    const form = { ...merged };
    for (const { name, mine, theirs } of clashes) form[name] = choices[name] === 'theirs' ? theirs : mine;
    onResolve(form);
  }
  return (
    <Dialog title="This entity has changed since you opened it" open width={640} onClose={onClose}>
      <Stack gap={12}>
        <Text tone={2} size={13}>
          {clashes.length === 0
            ? 'The other changes are in different fields, so both can be saved.'
            : 'These fields were changed by both of you. Choose a value for each; changes to other fields are merged.'}
        </Text>
        {clashes.length > 0 && (
          <Scroll>
            <List label="Conflicting fields">
              {clashes.map(({ name, mine, theirs }) => (
                <ListItem
                  key={name}
                  title={labelOf(name)}
                  text={
                    <Text tone={1} size={13}>
                      <Version label="Yours" text={mine} />
                      <Version label="Theirs" text={theirs} />
                    </Text>
                  }
                  actions={
                    <Segmented<Choice | 'none'>
                      label={`Value of ${labelOf(name)}`}
                      value={choices[name] ?? 'none'}
                      options={[
                        { value: 'mine', label: 'Yours' },
                        { value: 'theirs', label: 'Theirs' },
                      ]}
                      onChange={(choice) =>
                        choice !== 'none' && setChoices((previous) => ({ ...previous, [name]: choice }))
                      }
                    />
                  }
                />
              ))}
            </List>
          </Scroll>
        )}
        <Actions>
          <Button onClick={onClose}>Back to the form</Button>
          <Button kind="primary" disabled={open > 0} onClick={resolve}>
            Continue{' '}
          </Button>
        </Actions>
      </Stack>
    </Dialog>
  );
}
