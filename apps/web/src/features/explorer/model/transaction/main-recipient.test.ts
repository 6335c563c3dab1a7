import { expect, test } from 'vitest';
import { mainRecipient } from './main-recipient.ts';

const side = (addr: string | null, amt: number | null) => ({ addr, amt });

test('the largest output that is no change; otherwise the sender', () => {
  const inputs = [side('a', 10)];
  expect(mainRecipient({ inputs, outputs: [side('a', 9), side('b', 1), side('c', 2)] })).toBe('c');
  expect(mainRecipient({ inputs, outputs: [side(null, 0), side('a', 9)] })).toBe('a');
  expect(mainRecipient({ inputs: [side(null, null)], outputs: [] })).toBeUndefined();
});
