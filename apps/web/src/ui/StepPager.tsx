import { useFormats } from '../lib/people/formats-context.tsx';
import { Button } from './Button.tsx';
import { Row } from './Row.tsx';
import { Text } from './Text.tsx';

/** Pages of a list that has no place in the address bar: one back, one on. */
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
