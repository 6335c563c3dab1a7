import type { ReactNode } from 'react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { Inset } from '../../../../ui/layout/Inset.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Text } from '../../../../ui/text/Text.tsx';

/** Addresses with more transactions than this are read only on request. */
export const readAtOnce = 1000;

/** Placeholder of a result that needs a long read: shows the size and a button that starts it. */
export function ReadFirst({
  transactions,
  children,
  onRead,
}: {
  transactions: number;
  /** Label of the button. */
  children: ReactNode;
  onRead: () => void;
}) {
  const { counted } = useFormats();
  return (
    <Inset>
      <Row wrap>
        <Button size="small" onClick={onRead}>
          {children}
        </Button>
        <Text tone={3} size={12}>
          {counted(transactions, 'transaction')} to read
        </Text>
      </Row>
    </Inset>
  );
}
