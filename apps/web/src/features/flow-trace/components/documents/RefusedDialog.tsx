import { useStore } from 'zustand';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { Actions, Dialog } from '../../../../ui/overlay/Dialog.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import type { CanvasStore } from '../../model/canvas-store.ts';
import { exportCanvas } from '../canvas/export-canvas.ts';

/** Reports rejected changes and offers to save the canvas with them as a file. */
export function RefusedDialog({ store, theme }: { store: CanvasStore; theme: 'dark' | 'light' }) {
  const refused = useStore(store, (state) => state.refused);
  const { counted } = useFormats();
  const close = (): void => store.actions.set({ refused: null });
  return (
    <Dialog title="Changes not saved" open={refused !== null} onClose={close}>
      {refused && (
        <>
          <p>
            The server rejected {counted(refused.steps, 'action')}: “{refused.reason}”. They were reverted.
          </p>
          <Text tone={2}>You can save the canvas with these changes as a file and import it later.</Text>
          <Actions>
            <Button onClick={close}>Discard changes</Button>
            <Button
              kind="primary"
              onClick={() => {
                const { log, aggregated } = store.getState();
                const { document } = refused;
                const now = Math.floor(Date.now() / 1000);
                void exportCanvas('json', { document, log, aggregated, theme, now }).then(close);
              }}
            >
              Save as file
            </Button>
          </Actions>
        </>
      )}
    </Dialog>
  );
}
