import type { ReactNode } from 'react';
import { useFormats } from '../../../../lib/people/formats-context.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { LoadFailure } from '../../../../ui/feedback/LoadFailure.tsx';
import { RowTableSkeleton } from '../../../../ui/display/RowTable.tsx';
import { Tag } from '../../../../ui/display/Tag.tsx';
import { WithHashes } from '../../../../shared/chain/WithHashes.tsx';
import { useFeed } from '../../api/feed.ts';
import { type ShownArticle, type ShownPost, shownFeed } from '../../model/feed.ts';
import { riskTexts } from '../../model/texts.ts';
import css from './FeedCard.module.css';

const title = 'Social Media and News Feed';

/** Untrusted text, linked if its link is safe. */
function Linked({ link, children }: { link: string | null; children: ReactNode }) {
  if (link === null) return <bdi>{children}</bdi>;
  return (
    <a href={link} target="_blank" rel="noopener noreferrer nofollow">
      <bdi>{children}</bdi>
    </a>
  );
}

function Fictional({ shown }: { shown: boolean }) {
  return shown ? <Tag title="Fictional content for the demo network">Fictional</Tag> : null;
}

function Article({ article }: { article: ShownArticle }) {
  const { date } = useFormats();
  return (
    <li>
      <h4>
        <Linked link={article.link}>
          <WithHashes>{article.title}</WithHashes>
        </Linked>
      </h4>
      {article.description !== '' && (
        <p>
          <bdi>
            <WithHashes>{article.description}</WithHashes>
          </bdi>
        </p>
      )}
      <p className={css.from}>
        <bdi>{article.source}</bdi>
        {article.published !== null && ` · ${date(article.published)}`}{' '}
        <Fictional shown={article.fictional} />
      </p>
    </li>
  );
}

function Post({ post }: { post: ShownPost }) {
  const { date } = useFormats();
  return (
    <li>
      <p className={css.post}>
        <Linked link={post.link}>
          <WithHashes>{post.content}</WithHashes>
        </Linked>
      </p>
      <p className={css.from}>
        <bdi>{post.name}</bdi> <bdi>@{post.username.replace(/^@/, '')}</bdi>
        {post.date !== null && ` · ${date(post.date)}`} <Fictional shown={post.fictional} />
      </p>
    </li>
  );
}

function Part({ name, empty, children }: { name: string; empty: string | false; children: ReactNode }) {
  return (
    <section aria-label={name}>
      <h3 className={css.title}>{name}</h3>
      {empty === false ? <ul className={css.items}>{children}</ul> : <p className={css.empty}>{empty}</p>}
    </section>
  );
}

/** News and posts that mention the address, its beneficial owner, or its entity. */
export function FeedCard({ address }: { address: string }) {
  const { data, error, refetch } = useFeed(address);
  if (!data) {
    return (
      <Card title={title}>
        {error ? (
          <LoadFailure title={riskTexts.newsFailed} error={error} onRetry={refetch} />
        ) : (
          <RowTableSkeleton rows={4} kind="facts" />
        )}
      </Card>
    );
  }
  const { articles, posts, searched } = shownFeed(data);
  if (!searched) {
    return (
      <Card title={title} padded>
        <p className={css.empty}>{riskTexts.noNews}</p>
      </Card>
    );
  }
  return (
    <Card title={title}>
      <Part name="News" empty={articles.length === 0 && riskTexts.noArticles}>
        {articles.map((article) => (
          <Article key={article.key} article={article} />
        ))}
      </Part>
      <Part name="Posts" empty={posts.length === 0 && riskTexts.noTweets}>
        {posts.map((post) => (
          <Post key={post.key} post={post} />
        ))}
      </Part>
    </Card>
  );
}
