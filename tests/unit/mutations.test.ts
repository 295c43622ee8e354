/** What `npm run mutants` breaks, and which tests it asks. */

import { describe, expect, it } from 'vitest';
import { behindComments, mutated, ofName, showing } from '../../scripts/mutations.ts';
import { testsIn, titlePattern } from '../../scripts/test-names.ts';

/** The source once for each way to break it. */
const broken = (number: number, source: string, file = 'a.ts'): string[] =>
  behindComments(number, file, source).map((mutation) => mutated(source, mutation));

describe('the code behind a requirement', () => {
  it('is what stands below or beside a comment that cites it', () => {
    expect(broken(5, '/** Five (R5). */\nexport const MOST = 5;')).toEqual([
      '/** Five (R5). */\nexport const MOST = 11;',
    ]);
    expect(broken(9, 'const A = { on: true, // R9\n  off: 1 };')).toEqual([
      'const A = { on: false, // R9\n  off: 1 };',
    ]);
    expect(broken(12, '// R10, R12\nsend(1);')).toEqual(['// R10, R12\n;']);
    expect(broken(12, '// R10-R15\nsend(1);')).toEqual([]); // one of many
  });

  it('does nothing, draws nothing, or answers something else', () => {
    expect(broken(1, '// R1\nfunction f(a) { if (a > 1) return 2; return 3; }')).toEqual(['// R1\nfunction f(a) {}']);
    expect(broken(1, '// R1\nfunction F() { const a = 1; return <p />; }', 'a.tsx')).toEqual([
      '// R1\nfunction F() { return null; }',
    ]);
    expect(broken(1, '// R1\nconst F = () => <p />;', 'a.tsx')).toEqual(['// R1\nconst F = () => null;']);
    expect(broken(1, '// R1\nconst f = (a) => a > 1;')).toEqual(['// R1\nconst f = (a) => !(a > 1);']);
    expect(broken(1, '// R1\nif (a) b();')).toEqual(['// R1\nif (false) b();']);
  });

  it('is no type, and nothing that cites another', () => {
    expect(broken(1, '// R1\ninterface A { b: 1 }\n// R11\nconst C = 1;')).toEqual([]);
  });

  it('is found by its name, and by the text that it shows', () => {
    const source = "const A = 1;\nconst B = () => (<div><p>{t('a.b')}</p><i /></div>);";
    expect(ofName('A', 'a.ts', source).map(({ what }) => what)).toEqual(['A becomes 3']);
    expect(showing('a.b', 'a.tsx', source).map((one) => mutated(source, one))).toEqual([
      'const A = 1;\nconst B = () => (<div>{null}<i /></div>);',
    ]);
  });
});

/** `${name}`, as it stands in a source. */
const filled = (name: string): string => `$\{${name}}`;

describe('a test as it is written', () => {
  const tests = `it.each([1])('takes %s of ${filled('A')}', () => {}); test(\`is ${filled('B')}\`, () => {});`;
  const source = `describe('a form', () => { ${tests} });`;

  it('is named with the groups around it', () => {
    const names = testsIn('a.test.ts', source).map(({ name }) => name);
    expect(names).toEqual(['a form', `a form takes %s of ${filled('A')}`, `a form is ${filled('B')}`]);
  });

  it('is found again by what it is called when it runs', () => {
    expect('takes 3 of (four)').toMatch(new RegExp(`^${titlePattern(`takes %s of (${filled('A')})`)}$`));
    expect('takes 3 of four').not.toMatch(new RegExp(`^${titlePattern(`takes %s of (${filled('A')})`)}$`));
  });
});
