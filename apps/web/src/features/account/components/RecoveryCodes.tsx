import { Copy, Download } from 'lucide-react';
import { copyText } from '../../../lib/browser/copy-text.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { CodeGrid } from '../../../ui/display/CodeGrid.tsx';
import { Actions } from '../../../ui/overlay/Dialog.tsx';
import { Row } from '../../../ui/layout/Row.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';

/** Recovery codes, shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const toast = useToast();
  const text = `${codes.join('\n')}\n`;

  async function copy() {
    if (await copyText(text)) toast.success('Recovery codes copied');
    else toast.error('The browser blocked copying. Save the codes as a file instead.');
  }

  return (
    <>
      <Text tone={2} size={13}>
        Store these codes off this device. Each code replaces the second factor once. They will not be
        displayed again.
      </Text>
      <CodeGrid label="Recovery codes" codes={codes} />
      <Row gap={8} wrap>
        <Button icon={<Copy size={14} />} onClick={() => void copy()}>
          Copy
        </Button>
        <Button
          icon={<Download size={14} />}
          onClick={() => saveFile('hopscope-recovery-codes.txt', text, 'text/plain')}
        >
          Save as file
        </Button>
      </Row>
      <Actions>
        <Button kind="primary" onClick={onDone}>
          I have saved them
        </Button>
      </Actions>
    </>
  );
}
