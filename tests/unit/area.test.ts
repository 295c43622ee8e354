/** Areas of a photo that are painted over. */

import { expect, it } from 'vitest';
import { areaBetween, around, CHANGES, changed, isStroke, middle } from '../../src/ui/area.ts';

it('a stroke covers what is between its ends, whichever came first, and nothing beside the photo', () => {
  const area = { left: 0.25, top: 0.5, width: 0.5, height: 0.25 };
  expect(areaBetween({ x: 0.25, y: 0.5 }, { x: 0.75, y: 0.75 })).toEqual(area);
  expect(areaBetween({ x: 0.75, y: 0.75 }, { x: 0.25, y: 0.5 })).toEqual(area);
  expect(areaBetween({ x: -3, y: 0.5 }, { x: 7, y: 2 })).toEqual({ left: 0, top: 0.5, width: 1, height: 0.5 });
});

it('a press without a stroke covers what is around it, at an edge too', () => {
  expect(isStroke(areaBetween({ x: 0.5, y: 0.5 }, { x: 0.51, y: 0.5 }))).toBe(false);
  const { left, top, width, height } = around({ x: 0.99, y: 0.01 });
  expect([left + width, top]).toEqual([1, 0]);
  expect(height).toBeGreaterThan(0);
});

it('an area that is moved or resized, however often, stays on the photo and does not vanish', () => {
  for (const change of CHANGES) {
    let area = middle();
    for (let i = 0; i < 50; i++) area = changed(area, change);
    expect(area).not.toEqual(middle());
    expect(Math.min(area.left, area.top)).toBeGreaterThanOrEqual(0);
    expect(Math.max(area.left + area.width, area.top + area.height)).toBeLessThanOrEqual(1 + 1e-9);
    expect(Math.min(area.width, area.height)).toBeGreaterThan(0);
  }
});
