import { Button } from '../../../ui/button/Button.tsx';
import { CopyField } from '../../../ui/form/CopyField.tsx';
import { Actions } from '../../../ui/overlay/Dialog.tsx';
import { Text } from '../../../ui/text/Text.tsx';

/** A secret, shown only once. */
export function WebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <>
      <Text tone={2}>
        Receivers verify signatures with this secret. It is displayed only once; you can create a new one at
        any time.
      </Text>
      <CopyField value={secret} what="secret" copied="Secret copied" />
      <Actions>
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </Actions>
    </>
  );
}
