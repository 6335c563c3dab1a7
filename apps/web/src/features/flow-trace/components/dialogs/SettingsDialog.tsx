import { CheckBox } from '../../../../ui/form/CheckBox.tsx';
import { FormStack } from '../../../../ui/form/FormStack.tsx';
import { Segmented } from '../../../../ui/form/Segmented.tsx';
import { Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import type { CanvasSettings, DrawingChoice } from '../canvas/use-canvas-settings.ts';
import type { Painter } from '../canvas/use-scene.ts';

const choices: readonly { value: DrawingChoice; label: string }[] = [
  { value: 'automatic', label: 'Automatic' },
  { value: 'card', label: 'Graphics card' },
  { value: 'processor', label: 'Processor' },
];
const painters: Readonly<Record<Painter, string>> = {
  card: 'The graphics card draws the canvas.',
  processor: 'The processor draws the canvas.',
};

/** Settings of the canvas in this browser. */
export function SettingsDialog({
  open,
  settings,
  painter,
  onChange,
  onClose,
}: {
  open: boolean;
  settings: CanvasSettings;
  /** What draws now; null: not known yet. */
  painter: Painter | null;
  onChange: (changed: Partial<CanvasSettings>) => void;
  onClose: () => void;
}) {
  return (
    <Dialog title="Canvas settings" open={open} width={480} onClose={onClose}>
      <FormStack label="Canvas settings" onSubmit={onClose}>
        <Segmented
          label="Drawing"
          value={settings.drawing}
          options={choices}
          onChange={(drawing) => onChange({ drawing })}
        />
        <Text tone={3}>
          {painter && painters[painter]} Automatic uses the graphics card if there is one and its frames
          arrive in time.
        </Text>
        <CheckBox label="Show legend" checked={settings.legend} onChange={(legend) => onChange({ legend })} />
        <CheckBox
          label="Show frame times"
          checked={settings.frameTimes}
          onChange={(frameTimes) => onChange({ frameTimes })}
        />
      </FormStack>
    </Dialog>
  );
}
