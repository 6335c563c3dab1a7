import { useFormats } from '../../../lib/people/formats-context.tsx';
import { Text } from '../../../ui/Text.tsx';
import { TextButton } from '../../../ui/TextButton.tsx';

/**
 * Says that a list has new rows, which come in when they are asked for: what somebody reads must not move away.
 * Screen readers hear it in their own time.
 */
export function NewRows({ count, onShow }: { count: number; onShow: () => void }) {
  const formats = useFormats();
  return (
    <span role="status">
      {count > 0 && (
        <Text size={12}>
          <TextButton onClick={onShow}>{formats.count(count)} new: show</TextButton>
        </Text>
      )}
    </span>
  );
}
