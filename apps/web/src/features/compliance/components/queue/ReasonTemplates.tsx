import { Button } from '../../../../ui/button/Button.tsx';
import { Row } from '../../../../ui/layout/Row.tsx';
import { type Decision, reasonTemplates } from '../../model/decisions.ts';

/** Buttons that fill in a reason of a decision. */
export function ReasonTemplates({
  decision,
  onChoose,
}: {
  decision: Decision;
  onChoose: (reason: string) => void;
}) {
  const reasons = reasonTemplates[decision];
  if (!reasons) return null;
  return (
    <div role="group" aria-label="Templates">
      <Row gap={8} wrap>
        {reasons.map((reason) => (
          <Button key={reason} size="small" onClick={() => onChoose(reason)}>
            {reason.replace(/[:;.].*$/, '')}
          </Button>
        ))}
      </Row>
    </div>
  );
}
