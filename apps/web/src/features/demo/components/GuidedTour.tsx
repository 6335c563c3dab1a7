import type { DemoPlace, DemoStory } from '@hopscope/contract';
import { chains } from '@hopscope/domain';
import { Link } from '@tanstack/react-router';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { useDocumentTitle } from '../../../lib/browser/use-document-title.ts';
import { CardGrid } from '../../../ui/layout/CardGrid.tsx';
import { LinkButton } from '../../../ui/button/LinkButton.tsx';
import { Row } from '../../../ui/layout/Row.tsx';
import { storyPaths } from '../model/story-paths.ts';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { StoryPicture } from './StoryPicture.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Hash } from '../../../shared/chain/Hash.tsx';
import { Inset } from '../../../ui/layout/Inset.tsx';
import { List, ListItem } from '../../../ui/display/List.tsx';
import { Page, PageHeader } from '../../../ui/layout/Page.tsx';
import { RowTableSkeleton } from '../../../ui/display/RowTable.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useDemoStories } from '../api/stories.ts';
import { placeTexts, storyTexts } from '../model/story-texts.ts';

function PlaceLink({ place }: { place: DemoPlace }) {
  const { kind, value } = place;
  const what = kind === 'transaction' ? 'transaction hash' : 'address';
  return (
    <Hash
      value={value}
      what={what}
      length="medium"
      link={(content) =>
        kind === 'transaction' ? (
          <Link to="/home/block-explorer/transaction/$txid" params={{ txid: value }}>
            {content}
          </Link>
        ) : (
          <Link to="/home/block-explorer/address/$address" params={{ address: value }}>
            {content}
          </Link>
        )
      }
    />
  );
}

/** Leads to the address that a story is about: its page, its risk, and a trace. */
function Actions({ story }: { story: DemoStory }) {
  const address = story.places.find(({ kind }) => kind === 'address')?.value;
  if (address === undefined) return null;
  return (
    <Row gap={8} wrap>
      <LinkButton to="/home/block-explorer/address/$address" params={{ address }}>
        Open
      </LinkButton>
      <LinkButton to="/home/risk-dashboard" search={{ address }}>
        Risk
      </LinkButton>
      <LinkButton to="/home/flow-trace" search={{ address }}>
        Trace
      </LinkButton>
    </Row>
  );
}

function Story({ story }: { story: DemoStory }) {
  const { title, text } = storyTexts[story.id];
  return (
    <Card title={title}>
      <StoryPicture title={title} steps={storyPaths[story.id]} />
      <Inset>
        <Stack gap={12}>
          <Text tone={2}>{text}</Text>
          <Actions story={story} />
        </Stack>
      </Inset>
      {story.places.length === 0 ? (
        <Inset>
          <Text tone={3}>No transactions yet.</Text>
        </Inset>
      ) : (
        <List label={`Transactions and addresses: ${title}`}>
          {story.places.map((place) => (
            <ListItem
              key={`${place.role} ${place.value}`}
              title={<PlaceLink place={place} />}
              text={`${placeTexts[place.role]} · ${chains[place.blockchain].name}`}
            />
          ))}
        </List>
      )}
    </Card>
  );
}

/** Six stories of the demo network, each with links to where it can be seen. */
export function GuidedTour() {
  useDocumentTitle('What to try');
  const { data, error, refetch } = useDemoStories();
  return (
    <Page>
      <PageHeader
        title="What to try"
        identity={
          <Text tone={2}>
            Six stories on the demo network. All parties are fictional; the blocks follow the real protocols.
          </Text>
        }
      />
      {error && !data && (
        <Card>
          <ErrorState
            title="The stories could not be loaded"
            message={failureMessage(error, 'The stories could not be loaded')}
            onRetry={() => void refetch()}
          />
        </Card>
      )}
      {!error && !data && (
        <Card>
          <RowTableSkeleton rows={8} kind="facts" />
        </Card>
      )}
      {data && (
        <CardGrid>
          {data.data.stories.map((story) => (
            <Story key={story.id} story={story} />
          ))}
        </CardGrid>
      )}
    </Page>
  );
}
