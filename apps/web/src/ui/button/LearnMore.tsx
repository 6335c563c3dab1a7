import { type HelpTopic, helpPages } from '../../lib/help-pages.ts';
import css from './LearnMore.module.css';

/** A link to the documentation of a topic, in a new tab, so that no typed text is lost. */
export function LearnMore({ about }: { about: HelpTopic }) {
  const help: { page: string; heading?: string; about: string } = helpPages[about];
  const heading = help.heading === undefined ? '' : `#${help.heading}`;
  return (
    <a
      className={css.link}
      href={`/docs/${help.page}${heading}`}
      target="_blank"
      rel="noopener"
      aria-label={`Learn more about ${help.about}`}
    >
      Learn more
    </a>
  );
}
