import { useStore } from 'zustand';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { Actions, Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import type { CanvasStore } from '../../model/canvas-store.ts';
import { exportCanvas } from '../canvas/export-canvas.ts';

/** Says that the server did not take what was done, and offers to keep the canvas with it as a file. */
export function RefusedDialog({ store, theme }: { store: CanvasStore; theme: 'dark' | 'light' }) {
  const refused = useStore(store, (state) => state.refused);
  const { counted } = useFormats();
  const close = (): void => store.actions.set({ refused: null });
  return (
    <Dialog title="Your last changes were not taken" open={refused !== null} onClose={close}>
      {refused && (
        <>
          <p>
            The server said: “{refused.reason}”. {counted(refused.steps, 'action')} of yours had to be taken
            back, so that everybody sees the same.
          </p>
          <Text tone={2}>The canvas with them can still be saved as a file, which opens again here.</Text>
          <Actions>
            <Button onClick={close}>Go on without them</Button>
            <Button
              kind="primary"
              onClick={() => {
                const { log, aggregated } = store.getState();
                const { document } = refused;
                const now = Math.floor(Date.now() / 1000);
                void exportCanvas('json', { document, log, aggregated, theme, now }).then(close);
              }}
            >
              Save as a file
            </Button>
          </Actions>
        </>
      )}
    </Dialog>
  );
}
