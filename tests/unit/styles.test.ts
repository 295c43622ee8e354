/** What no tool tells of a style: a custom property that nobody defines makes a browser drop the whole line in silence. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('every custom property that a style uses is one that the theme or a screen sets', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(css|tsx?)$/.test(file),
  );
  const texts = ['index.html', ...sources.map((file) => join('src', file))].map((file) => readFileSync(file, 'utf8'));
  const found = (pattern: RegExp) =>
    new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name)));
  const used = found(/var\((--[\w-]+)/g);
  const set = found(/(--[\w-]+)['"]?\]?:/g);
  expect(used.size).toBeGreaterThan(20);
  expect([...used].filter((name) => !set.has(name))).toEqual([]);
});
