import { describe, expect, test } from 'vitest';
import { compareRequirements } from '../tools/requirements.ts';

const page =
  '# Requirements\n\n## 1 Product\n\n- **R-1.1** One.\n- **R-1.2** Two.\n\n## 2 Screens\n\n- **R-2.1** Three.\n';
const compare = (text: string, files: Record<string, string>) =>
  compareRequirements(text, new Map(Object.entries(files)));

describe('requirements and what cites them', () => {
  test('one is proved by the comment directly above a test, and by nothing else', () => {
    const report = compare(page, {
      'a.test.ts': "  // R-1.1, R-2.1\n  it('does', () => {});\n",
      'b.ts': "// R-1.2\ntest('is in no test file', () => {});\n",
    });
    expect(report).toEqual({ faults: [], withoutTest: ['R-1.2'], count: 3 });
  });

  test('describe and each take citations too, and so do the parts of browser tests', () => {
    const report = compare(page, {
      'a.test.tsx': "// R-1.1\ndescribe('all', () => {});\n// R-1.2\ntest.each([1])('of %i', () => {});\n",
      'apps/web/e2e/part.ts': "// R-2.1\nit('does', () => {});\n",
    });
    expect(report.withoutTest).toEqual([]);
  });

  test('an id that does not exist is a fault, wherever it is cited', () => {
    const { faults } = compare(page, { 'a.ts': '/** Three (R-1.3). */\n', 'a.md': 'See R-9.1.\n' });
    expect(faults).toEqual(["a.ts:1: R-1.3 doesn't exist", "a.md:1: R-9.1 doesn't exist"]);
  });

  test('so is an id that stands twice, or in a section that is not its own', () => {
    expect(compare(`${page}- **R-1.1** Again.\n`, {}).faults).toEqual([
      'docs/requirements.md:11: R-1.1 stands twice',
      'docs/requirements.md:11: R-1.1 stands in section 2',
    ]);
  });

  test('so is a citation that has come away from its test', () => {
    const { faults } = compare(page, { 'a.test.ts': "// R-1.1\n\ntest('does', () => {});\n" });
    expect(faults).toEqual(["a.test.ts:1: R-1.1 isn't directly above a test"]);
  });
});
