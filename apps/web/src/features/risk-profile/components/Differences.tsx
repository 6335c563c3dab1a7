import type { RiskProfile } from '@hopscope/risk';
import { BeforeAfter } from '../../../ui/display/BeforeAfter.tsx';
import { List, ListItem } from '../../../ui/display/List.tsx';
import { Scroll } from '../../../ui/layout/Scroll.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { differencesOf } from '../model/settings.ts';

/** The settings that differ between two profiles. */
export function Differences({ before, after }: { before: RiskProfile; after: RiskProfile }) {
  const differences = differencesOf(before, after);
  if (differences.length === 0) return <Text tone={2}>The settings are the same.</Text>;
  return (
    <Scroll>
      <List label="Changed settings">
        {differences.map(({ path, label, before: was, after: is }) => (
          <ListItem key={path} title={label} text={<BeforeAfter before={[was]} after={[is]} />} />
        ))}
      </List>
    </Scroll>
  );
}
