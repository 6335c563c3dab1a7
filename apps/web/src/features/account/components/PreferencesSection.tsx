import { createFormats, deviceTimeZone, timeZoneNames, zoneOfDevice } from '@hopscope/domain';
import {
  type Currency,
  type NumberFormat,
  type Preferences,
  currencies,
  numberFormats,
} from '@hopscope/contract';
import { useMemo } from 'react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { useMe } from '../../../lib/people/use-me.ts';
import { useSingleKeys } from '../../../lib/browser/single-keys.ts';
import { useServices, useThemeName } from '../../../lib/services.ts';
import { LoadedCard } from '../../../ui/layout/LoadedCard.tsx';
import { Segmented } from '../../../ui/form/Segmented.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { SettingLine } from '../../../ui/layout/SettingLine.tsx';
import { Pair, Stack } from '../../../ui/layout/Stack.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { Toggle } from '../../../ui/form/Toggle.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useUpdatePreferences } from '../api/profile.ts';

const currencyNames: Record<Currency, string> = {
  USD: 'US dollar ($)',
  GBP: 'Pound sterling (£)',
  MXN: 'Mexican peso',
};
const themes = [
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
] as const;

function timeZones(): { value: string; label: string }[] {
  return [
    ...timeZoneNames().map((name) => ({ value: name, label: name.replaceAll('_', ' ') })),
    { value: deviceTimeZone, label: `Same as this device (${zoneOfDevice().replaceAll('_', ' ')})` },
  ];
}

function PreferencesForm({ preferences }: { preferences: Preferences }) {
  const toast = useToast();
  const { theme, singleKeys } = useServices();
  const keysOn = useSingleKeys();
  const themeName = useThemeName();
  const update = useUpdatePreferences();
  const zones = useMemo(timeZones, []);
  const shown = update.isPending ? update.variables.body : preferences;
  const sample = createFormats(shown);

  function save(change: Partial<Preferences>) {
    update.mutate(
      { body: { ...preferences, ...change } },
      {
        onSuccess: () => toast.success('Preferences saved'),
        onError: (thrown) => toast.error(failureMessage(thrown, 'Failed to save preferences')),
      },
    );
  }

  return (
    <Stack>
      <SettingLine label="Theme" help="Saved in this browser and in your account.">
        <Segmented
          label="Theme"
          value={themeName}
          options={themes}
          onChange={(name) => {
            if (name !== themeName) theme.toggle();
            save({ theme: name });
          }}
        />
      </SettingLine>
      <Pair>
        <SelectField
          label="Currency"
          value={shown.currency}
          options={currencies.map((value) => ({ value, label: currencyNames[value] }))}
          onChange={(currency) => save({ currency })}
        />
        <SelectField<NumberFormat>
          label="Number format"
          value={shown.numberFormat}
          options={numberFormats.map((value) => ({ value, label: value }))}
          onChange={(numberFormat) => save({ numberFormat })}
        />
      </Pair>
      <SelectField
        label="Time zone"
        value={shown.timeZone}
        options={zones}
        searchable
        help="Exports, reports, emails, and daily totals use UTC."
        onChange={(timeZone) => save({ timeZone })}
      />
      <Toggle
        label="Single-key shortcuts"
        help="Shortcuts such as / and J, active while you are not typing. Press ? for a list. Saved in this browser. Ctrl K always works."
        checked={keysOn}
        onChange={(on) => singleKeys.turn(on)}
      />
      <Text tone={3} size={12}>
        Example: {sample.money(1234.56, shown.currency)}, {sample.dateTime(new Date().toISOString())}
      </Text>
    </Stack>
  );
}

/** Display of amounts, times, and numbers; every change is saved at once. */
export function PreferencesSection() {
  const query = useMe();
  return (
    <LoadedCard title="Preferences" query={query} failure="Failed to load preferences" padded>
      {({ preferences }) => <PreferencesForm preferences={preferences} />}
    </LoadedCard>
  );
}
