import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SearchHint } from './home/SearchHint.tsx';
import { valueOf } from './ethereum/EthereumTransactionStats.tsx';

it('an Ethereum transaction without a value of its own shows what contracts paid in it', () => {
  const paid = (amt: string) => ({ amt }) as never;
  const own = { value: '0', output_amt: '0', internal: [paid('700000000000000000'), paid('1')] };
  const { label, value, sub } = valueOf(own, '2 token movements');
  expect([label, sub]).toEqual(['Paid by contracts', '2 token movements']);
  expect(renderToStaticMarkup(value).replaceAll(/<[^>]*>/g, '')).toContain('0.700000000000000001');
  expect(valueOf({ ...own, internal: [] }, '').label).toBe('Value');
  expect(valueOf({ ...own, value: '5', output_amt: '5' }, '').label).toBe('Value');
  expect(valueOf({ ...own, value: '5' }, '')).toMatchObject({ label: 'Value', sub: 'not moved: failed' });
});

it('a name that nobody has is not called a mistyped address', () => {
  const input = {
    kind: 'invalid',
    label: 'No address',
    reason: 'A Bitcoin address has 14 to 90 characters',
    named: true,
  } as const;
  const hint = (name: { wrong: boolean; found: number } | undefined) =>
    renderToStaticMarkup(<SearchHint input={input} answer={undefined} among={['bitcoin']} name={name} />);
  expect(hint({ wrong: true, found: 0 })).toBe('<b>No address.</b> No entity has this name.');
  expect(hint({ wrong: false, found: 2 })).toContain('Press Enter to show matching entities.');
  expect(hint(undefined)).toContain('14 to 90 characters');
});
