import { Link2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { usePhone } from '../../../../lib/browser/use-media.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { Text } from '../../../../ui/text/Text.tsx';
import css from '../Screener.module.css';

/** Filters of a table: selections apply at once, text on Enter or when its field loses the focus. Collapsed on phones. */
export function FilterCard({
  filtered,
  onApply,
  onReset,
  children,
}: {
  filtered: boolean;
  /** Applies the typed text. */
  onApply: () => void;
  onReset: () => void;
  children: ReactNode;
}) {
  const phone = usePhone();
  const [unfolded, setUnfolded] = useState(false);
  const open = !phone || unfolded;
  return (
    <Card
      title="Filters"
      extra={
        phone ? (
          <Button size="small" kind="quiet" onClick={() => setUnfolded(!unfolded)}>
            {unfolded ? 'Hide' : filtered ? 'Show (active)' : 'Show'}
          </Button>
        ) : (
          <Text tone={3} size={12}>
            <Row gap={6}>
              <Link2 size={14} strokeWidth={1.6} aria-hidden="true" />
              Saved in the URL
            </Row>
          </Text>
        )
      }
    >
      {open && (
        <form
          className={css.filters}
          aria-label="Filters"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            onApply();
          }}
          onBlur={(event) => {
            if (event.target instanceof HTMLInputElement) onApply();
          }}
        >
          {children}
          <div className={css.reset}>
            <Button submit>Apply</Button>
            <Button kind="quiet" disabled={!filtered} onClick={onReset}>
              Reset
            </Button>
          </div>
        </form>
      )}
    </Card>
  );
}
