import { useFormats } from '../../lib/people/formats-context.tsx';
import { Button } from '../button/Button.tsx';
import { Row } from '../layout/Row.tsx';
import { Text } from '../text/Text.tsx';

/** Previous and next page of a list whose page isn't stored in the URL. */
export function StepPager({
  page,
  totalPages,
  onChange,
}: {
  page: number;
  totalPages: number;
  onChange: (page: number) => void;
}) {
  const { count } = useFormats();
  if (totalPages <= 1) return null;
  return (
    <Row>
      <Button size="small" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        Previous
      </Button>
      <Text tone={2} size={12}>
        {count(page)} of {count(totalPages)}
      </Text>
      <Button size="small" disabled={page >= totalPages} onClick={() => onChange(page + 1)}>
        Next
      </Button>
    </Row>
  );
}
