import type { MonitoredAddress, MonitoredField } from '@hopscope/contract';
import { useState } from 'react';
import { Button } from '../../../../ui/button/Button.tsx';
import { Actions } from '../../../../ui/overlay/Dialog.tsx';
import { List, ListItem } from '../../../../ui/display/List.tsx';
import { Segmented } from '../../../../ui/form/Segmented.tsx';
import { Stack } from '../../../../ui/layout/Stack.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import { type AddressForm, type FieldClash, fieldLabels, fieldText } from '../../model/address-form.ts';

type Choice = 'mine' | 'theirs';

/**
 * Resolves a concurrent change: shows both versions, with a choice for each field that both changed; other fields keep both
 * changes.
 */
export function AddressConflict({
  merged,
  clashes,
  theirs,
  current,
  onResolve,
  onBack,
}: {
  merged: AddressForm;
  clashes: readonly FieldClash[];
  theirs: readonly MonitoredField[];
  current: MonitoredAddress;
  onResolve: (form: AddressForm) => void;
  onBack: () => void;
}) {
  const [choices, setChoices] = useState<Partial<Record<MonitoredField, Choice>>>({});
  const open = clashes.some(({ field }) => choices[field] === undefined);
  const others = theirs.filter((each) => clashes.every(({ field }) => field !== each));

  function resolve() {
    const form = { ...merged };
    for (const { field, mine, theirs: other } of clashes)
      form[field] = choices[field] === 'theirs' ? other : mine;
    onResolve(form);
  }

  return (
    <Stack gap={12}>
      <Text tone={2} size={13}>
        Someone else changed this address. Nothing was overwritten.{' '}
        {clashes.length > 0 && 'Choose a value for each field.'}
      </Text>
      {clashes.length > 0 && (
        <List label="Conflicting fields">
          {clashes.map(({ field, mine, theirs: other }) => (
            <ListItem
              key={field}
              title={fieldLabels[field]}
              text={`Yours: ${mine === '' ? 'empty' : mine} · Theirs: ${other === '' ? 'empty' : other}`}
              actions={
                <Segmented<Choice | 'none'>
                  label={`Value of ${fieldLabels[field]}`}
                  value={choices[field] ?? 'none'}
                  options={[
                    { value: 'mine', label: 'Yours' },
                    { value: 'theirs', label: 'Theirs' },
                  ]}
                  onChange={(choice) =>
                    choice !== 'none' && setChoices((previous) => ({ ...previous, [field]: choice }))
                  }
                />
              }
            />
          ))}
        </List>
      )}
      {others.length > 0 && (
        <List label="Changed only by them">
          {others.map((field) => (
            <ListItem
              key={field}
              title={fieldLabels[field]}
              text={`Now: ${fieldText(current[field])} (kept)`}
            />
          ))}
        </List>
      )}
      <Actions>
        <Button onClick={onBack}>Back to my version</Button>
        <Button kind="primary" disabled={open} onClick={resolve}>
          Continue with both
        </Button>
      </Actions>
    </Stack>
  );
}
