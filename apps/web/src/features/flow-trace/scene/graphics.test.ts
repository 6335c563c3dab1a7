import { describe, expect, it } from 'vitest';
import { createLateness } from './graphics.ts';

describe('lateness of frames', () => {
  it('is noticed only when most of thirty frames are late', () => {
    const isLate = createLateness();
    for (let i = 0; i < 100; i++) expect(isLate(i % 2 === 0 ? 200 : 16)).toBe(false);
    const results = Array.from({ length: 40 }, () => isLate(120));
    expect(results[0]).toBe(false);
    expect(results.at(-1)).toBe(true);
  });
});
