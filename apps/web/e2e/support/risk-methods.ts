import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { z } from 'zod';

const methodScores = z.object({ data: z.array(z.object({ score: z.number().nullable() })) });

/** Expects the strips of the taint methods to add up, the scores to be those of the API, and the slider to say who reaches one. */
export async function compareWithApi(card: Locator, ask: () => Promise<unknown>): Promise<void> {
  const picture = card.locator('svg[data-chart]');
  await picture.waitFor();
  for (const direction of await picture.locator('[data-direction]').all()) {
    for (const strip of await direction.locator('[data-method]').all()) {
      const shares = await strip
        .locator('rect')
        .evaluateAll((rects) => rects.map((rect) => Number(rect.getAttribute('data-hundredths'))));
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(10_000);
    }
  }
  const { data } = methodScores.parse(await ask());
  const drawn = await picture
    .locator('[data-score]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-score')));
  expect(drawn).toEqual(data.map(({ score }) => String(score ?? 'unknown')));
  const highest = Math.max(...data.map(({ score }) => score ?? 0));
  await card.getByLabel(/^Decide from/).fill(String(highest));
  await card.getByText(/or more/).waitFor();
}
