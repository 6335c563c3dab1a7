import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LearnMore } from './LearnMore.tsx';

it('leads into the documentation, in a new tab, and says about what', () => {
  expect(renderToStaticMarkup(<LearnMore about="coverage" />)).toMatch(
    /href="\/docs\/concepts\/ledger#coverage" target="_blank" rel="noopener" aria-label="Learn more about coverage"/,
  );
});
