import { ArrowRight } from 'lucide-react';
import { Row } from '../layout/Row.tsx';
import { ScreenReaderText } from '../text/ScreenReaderText.tsx';
import { Text } from '../text/Text.tsx';

/** Maximum length of a value shown in one line of a list. */
const longest = 160;

function shown(values: readonly string[]): string {
  const text = values.join(', ');
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function Values({ values, tone }: { values: readonly string[]; tone: 1 | 2 }) {
  if (values.length === 0) return <Text tone={3}>empty</Text>;
  return <Text tone={tone}>{shown(values)}</Text>;
}

/** Old and new value of a field. */
export function BeforeAfter({ before, after }: { before: readonly string[]; after: readonly string[] }) {
  return (
    <Row wrap gap={6}>
      <Values values={before} tone={2} />
      <ArrowRight size={12} strokeWidth={1.8} color="var(--text-3)" aria-hidden="true" />
      <ScreenReaderText>changed to</ScreenReaderText>
      <Values values={after} tone={1} />
    </Row>
  );
}
