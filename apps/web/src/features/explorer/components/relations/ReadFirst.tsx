import type { ReactNode } from 'react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Button } from '../../../../ui/button/Button.tsx';
import { Inset } from '../../../../ui/layout/Inset.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Text } from '../../../../ui/text/Text.tsx';

/** Addresses with more transactions than this are read only when somebody asks. */
export const readAtOnce = 1000;

/** Stands where something rests on a long reading: says so, and begins it on demand. */
export function ReadFirst({
  transactions,
  children,
  onRead,
}: {
  transactions: number;
  /** What the button says. */
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
          {counted(transactions, 'transaction')} are read for it
        </Text>
      </Row>
    </Inset>
  );
}
